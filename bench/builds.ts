import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { type Dialect, dialects } from './comparison';
import { type Contender, startSignet } from './contenders';
import type { Step } from './load';
import { measure, median, type Round, residentMegabytes } from './measure';
import { operations } from './operations';

/**
 * npm run bench -- builds FOLDER [rounds] [seconds] [words]: compares the cost of each operation between this build and
 * that of another checkout, on SQLite and on PostgreSQL. This build runs twice: the difference between its two
 * processes is the noise of the machine.
 */
const [folder = '', rounds = '20', seconds = '2', words = ''] = process.argv.slice(2);
if (folder === '') throw new Error('name the folder of another checkout with a build');

const connections = 16;

type Team = { readonly users: readonly Step[]; readonly contender: Contender; readonly rounds: Round[] };

console.log(`Node ${process.versions.node}. Server CPU (µs an operation), median of ${rounds} rounds of ${seconds} s,`);
console.log(`${connections} connections. Differences are the median of those within each round.`);
for (const dialect of dialects) await compareBuilds(dialect);

async function compareBuilds(dialect: Dialect): Promise<void> {
  const postgres = dialect === 'sqlite' ? null : await startPostgres({ fsync: true });
  const start = async (name: string, build?: string) => {
    const database = postgres && (await createPostgresDatabase(postgres.url, `signet_${name.replaceAll(' ', '_')}`));
    return startSignet(name, { ...(build !== undefined && { build }), databaseUrl: database?.url });
  };
  const contenders = [await start('this build'), await start('other build', folder), await start('this build again')];
  try {
    console.log(`\n| ${dialect} | this build | other build | this against the other | this against itself |`);
    console.log('|---|--:|--:|--:|--:|');
    const idle = await Promise.all(contenders.map(async ({ port }) => [await residentMegabytes(port)]));
    printRow('memory after the start and a page, MB', idle);
    for (const operation of operations.filter(({ name }) => name.includes(words))) {
      const teams: Team[] = [];
      for (const contender of contenders) {
        const users: Step[] = [];
        for (let index = 0; index < connections; index += 1) users.push(await operation.prepare(contender));
        await measure(contender.port, users, Number(seconds), contender.databaseUrl);
        teams.push({ users, contender, rounds: [] });
      }
      for (let round = 0; round < Number(rounds); round += 1) {
        // The order alternates, so that no build always runs after the same other one.
        for (const { users, contender, rounds: own } of round % 2 === 0 ? teams : teams.toReversed()) {
          own.push(await measure(contender.port, users, Number(seconds), contender.databaseUrl));
        }
      }
      const valuesOf = (read: (round: Round) => number | null) =>
        teams.map((team) => team.rounds.flatMap((one) => read(one) ?? []));
      printRow(
        operation.name,
        valuesOf(({ microseconds }) => microseconds),
      );
      if (postgres === null) continue;
      printRow(
        `${operation.name}: PostgreSQL itself`,
        valuesOf(({ databaseMicroseconds }) => databaseMicroseconds),
      );
    }
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()));
    await postgres?.stop();
  }
}

/** @param values by contender, then by round */
function printRow(name: string, [own = [], other = [], again = []]: readonly (readonly number[])[]): void {
  const cells = [median(own).toFixed(1), median(other).toFixed(1), difference(own, other), difference(again, own)];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

/** The additional cost of the first build over the second one in the same round. */
function difference(one: readonly number[], other: readonly number[]): string {
  const percent = one.map((value, round) => (value / (other[round] ?? Number.NaN) - 1) * 100);
  return `${median(percent).toFixed(1)} %`;
}
