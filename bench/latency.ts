import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { dialects } from './comparison';
import { type Contender, startPeer, startSignet } from './contenders';
import type { Step } from './load';
import { type Operation, operations } from './operations';

/**
 * npm run bench -- latency [rounds] [seconds] [a second]: how long an operation takes at a fixed rate, by default 200 a
 * second, beside oidc-provider on the same databases. They take turns. The time counts from the moment that a request was
 * due, so a server that stops answering is not spared the requests of that time. It fails if the slowest hundredth takes
 * a quarter longer than there.
 */
const [rounds = 6, seconds = 5, rate = 200] = process.argv.slice(2).map(Number);
const words = ['client_credentials, reference', 'introspection, reference'];
const chosen = operations.filter(({ name }) => words.includes(name));
const users = 32;
const tolerated = 1.25;

console.log(
  `Node ${process.versions.node}. ${rate} a second, ${rounds} rounds of ${seconds} s in turns. Milliseconds.\n`,
);
console.log('| operation | database | Signet 50 % / 99 % | oidc-provider 50 % / 99 % |');
console.log('|---|---|--:|--:|');
for (const dialect of dialects) {
  const postgres = dialect === 'sqlite' ? null : await startPostgres({ fsync: true });
  const urlOf = async (name: string) => postgres && (await createPostgresDatabase(postgres.url, name)).url;
  const contenders = [
    await startSignet('Signet', { databaseUrl: (await urlOf('signet_latency')) ?? undefined }),
    await startPeer('oidc-provider', (await urlOf('peer_latency')) ?? undefined),
  ];
  try {
    for (const operation of chosen) {
      const waits = await inTurns(contenders, operation);
      const [own = [], peers = []] = waits.map(quantiles);
      console.log(`| ${operation.name} | ${dialect} | ${[own, peers].map(show).join(' | ')} |`);
      if ((own[1] ?? 0) > tolerated * (peers[1] ?? 0)) process.exitCode = 1;
    }
  } finally {
    for (const { stop } of contenders) await stop();
    await postgres?.stop();
  }
}

/** The times of all rounds of each server. */
async function inTurns(contenders: readonly Contender[], { prepare }: Operation): Promise<number[][]> {
  const teams: { readonly steps: Step[]; readonly waits: number[] }[] = [];
  for (const contender of contenders) {
    const steps: Step[] = [];
    for (let index = 0; index < users; index += 1) steps.push(await prepare(contender));
    await atRate(steps, 2);
    teams.push({ steps, waits: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const team of round % 2 === 0 ? teams : teams.toReversed()) {
      team.waits.push(...(await atRate(team.steps, seconds)));
    }
  }
  return teams.map(({ waits }) => waits);
}

async function atRate(steps: readonly Step[], duration: number): Promise<number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  for (let index = 0; index < duration * rate; index += 1) {
    const due = began + (index * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    // The timer is late by up to a millisecond, for which no server is to blame.
    const start = Math.max(due, performance.now() - 1);
    const step = steps[index % steps.length];
    if (step !== undefined) asked.push(step().then(() => performance.now() - start));
  }
  return Promise.all(asked);
}

/** The median and the 99th percentile. */
function quantiles(waits: readonly number[]): number[] {
  const sorted = waits.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN);
}

function show(values: readonly number[]): string {
  return values.map((value) => value.toFixed(1)).join(' / ');
}
