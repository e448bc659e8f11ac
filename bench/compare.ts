import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type Contender, startPeer, startSignet } from './contenders';
import type { Step } from './load';
import { measure, median, type Round } from './measure';
import { type Operation, offers, operations } from './operations';
import { startStatementCounter } from './statement-counter';

/**
 * npm run bench -- compare [rounds] [seconds] [words]: what each operation costs, or each whose name holds the words,
 * on SQLite and on PostgreSQL (every commit on the disk), beside oidc-provider with its memory adapter. The servers
 * take turns in each round; the load generator and PostgreSQL run on the same machine and count only in what is done a
 * second.
 */
const rounds = Number(process.argv[2] ?? 3);
const secondsPerRound = Number(process.argv[3] ?? 2);
const chosen = operations.filter(({ name }) => name.includes(process.argv[4] ?? ''));
const connections = 16;
const countedRepeats = 200;

const postgres = await startPostgres({ fsync: true });
const databases = [];
for (const name of ['signet_bench', 'signet_counted']) databases.push(await createPostgresDatabase(postgres.url, name));
const [measured, counted] = databases.map(({ url }) => url);

const contenders = [
  await startSignet('Signet, SQLite'),
  await startSignet('Signet, PostgreSQL', measured),
  await startPeer(),
];
try {
  const results = new Map<Operation, (Round | null)[]>();
  for (const operation of chosen) {
    console.error(operation.name);
    results.set(operation, await compare(operation));
  }
  print(results, await countStatements(counted ?? ''));
} finally {
  await Promise.all(contenders.map(({ stop }) => stop()));
  for (const { drop } of databases) await drop();
  await postgres.stop();
}

type Team = { readonly contender: Contender; readonly users: readonly Step[]; readonly rounds: Round[] };

/** The median round of each contender; null if it does not offer the operation. */
async function compare(operation: Operation): Promise<(Round | null)[]> {
  const teams: Team[] = [];
  for (const contender of contenders) {
    if (!offers(contender, operation)) continue;
    const users: Step[] = [];
    for (let index = 0; index < connections; index += 1) users.push(await operation.prepare(contender));
    await measure(contender.port, users, secondsPerRound / 2);
    teams.push({ contender, users, rounds: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const team of teams) team.rounds.push(await measure(team.contender.port, team.users, secondsPerRound));
  }
  return contenders.map((contender) => {
    const own = teams.find((team) => team.contender === contender)?.rounds;
    if (own === undefined) return null;
    return {
      microseconds: median(own.map(({ microseconds }) => microseconds)),
      perSecond: median(own.map(({ perSecond }) => perSecond)),
    };
  });
}

/** Database statements for one run of each operation, on PostgreSQL, without load. */
async function countStatements(databaseUrl: string): Promise<Map<Operation, number>> {
  const counter = await startStatementCounter(databaseUrl);
  const signet = await startSignet('counted', counter.url);
  const counts = new Map<Operation, number>();
  try {
    for (const operation of chosen.filter((one) => offers(signet, one))) {
      const step = await operation.prepare(signet);
      await step();
      const before = counter.count();
      for (let repeat = 0; repeat < countedRepeats; repeat += 1) await step();
      counts.set(operation, (counter.count() - before) / countedRepeats);
    }
  } finally {
    await signet.stop();
    counter.stop();
  }
  return counts;
}

function print(found: Map<Operation, (Round | null)[]>, counts: Map<Operation, number>): void {
  const names = contenders.map(({ name }: Contender) => name);
  console.log(
    `Server CPU (µs an operation) and operations a second, median of ${rounds} rounds of ${secondsPerRound} s,`,
  );
  console.log(`${connections} connections. Ratio: the peer's CPU time to ours.\n`);
  const heads = names.flatMap((name) => [`${name} µs`, '/s']);
  console.log(`| operation | ${[...heads, 'ratio SQLite', 'ratio PostgreSQL', 'statements'].join(' | ')} |`);
  console.log(`|---|${'--:|'.repeat(heads.length + 3)}`);
  for (const [operation, cells] of found) {
    const [sqlite, postgresql, peer] = cells;
    const figures = cells.flatMap((cell) => [show(cell?.microseconds), show(cell?.perSecond)]);
    const ratios = [sqlite, postgresql].map((own) =>
      peer && own ? (peer.microseconds / own.microseconds).toFixed(1) : '–',
    );
    console.log(`| ${[operation.name, ...figures, ...ratios, counts.get(operation)?.toFixed(1) ?? '–'].join(' | ')} |`);
  }
}

function show(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(0);
}
