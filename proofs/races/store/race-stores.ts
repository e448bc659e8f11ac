import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { masterSecret } from '#lib/crypto/master-secret';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';

import { testSecret } from '#lib/testing/running-server';
import { startEmptyPostgres } from '../../../e2e/processes/empty-postgres';
import { bundleTypeScript } from '../../../lib/testing/run-typescript.mjs';
import type { Promised } from '../../promises';
import { storeRaces } from './all';
import type { Round, RoundResult } from './child';
import { storeConfiguration } from './rows';
import type { StoreRace } from './store-race';

/** A process that performs uses at once. `say` resolves with their results. */
type Runner = { readonly say: (round: Round) => Promise<RoundResult>; readonly stop: () => Promise<void> };

/**
 * Races every function of `storeRaces` in two processes on one PostgreSQL. @param rounds the number of rounds of each
 * race
 */
export async function raceStores(rounds: number): Promise<Promised[]> {
  const postgres = await startEmptyPostgres({ fsync: false });
  const open = await openDatabase(postgres.url);
  await migrate(open, 'prisma/migrations', new Date());
  const file = parseConfiguration(JSON.stringify(storeConfiguration));
  const secret = masterSecret(testSecret);
  await applyConfiguration(open, file, { prune: false, now: new Date(), secret, by: byCommandLine });
  const bundle = await bundleTypeScript('proofs/races/store/child.ts');
  const runners = await Promise.all([startRunner(bundle, postgres.url), startRunner(bundle, postgres.url)]);
  const promises: Promised[] = [];
  for (const race of storeRaces) promises.push(await runRace(race, { open, runners, rounds }));
  await Promise.all(runners.map(({ stop }) => stop()));
  rmSync(bundle, { force: true });
  await open.close();
  await postgres.stop();
  return promises;
}

type Place = { readonly open: OpenDatabase; readonly runners: readonly Runner[]; readonly rounds: number };

async function runRace(race: StoreRace, { open, runners, rounds }: Place): Promise<Promised> {
  const broken: string[] = [];
  const count = Math.min(rounds, race.rounds);
  for (let round = 1; round <= count; round += 1) {
    const shared = await race.prepare(open.db);
    const indexes = runners.map((_, runner) =>
      Array.from({ length: race.uses }, (_use, index) => index).filter((index) => index % runners.length === runner),
    );
    // Both lines are sent in the same turn of the event loop, so both processes start together.
    const results = await Promise.all(
      runners.map(({ say }, runner) => say({ promise: race.promise, shared, indexes: indexes[runner] ?? [] })),
    );
    const successes = results.reduce((sum, result) => sum + result.successes, 0);
    const wanted = race.successes ?? race.uses;
    if (successes !== wanted) broken.push(`round ${round}: ${successes} of ${race.uses} succeeded, not ${wanted}`);
    broken.push(...results.flatMap(({ errors }) => errors).map((error) => `round ${round}: ${error}`));
    const wrong = await race.check(open.db, shared);
    if (wrong !== null) broken.push(`round ${round}: ${wrong}`);
  }
  return { promise: race.promise, tried: `${count} × ${race.uses} calls`, broken };
}

async function startRunner(bundle: string, databaseUrl: string): Promise<Runner> {
  const child = spawn(process.execPath, [bundle, databaseUrl], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('a process of the races ended');
    return String(value);
  };
  await read();
  return {
    say: async (round) => {
      child.stdin.write(`${JSON.stringify(round)}\n`);
      return JSON.parse(await read());
    },
    stop: () => end(child),
  };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.stdin?.end();
  });
}
