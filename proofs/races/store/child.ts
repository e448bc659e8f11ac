import { createInterface } from 'node:readline';
import { openDatabase } from '#lib/db/open';
import { storeRaces } from './all';

/** One round: the race, the result of `prepare`, and the uses of this process. */
export type Round = { readonly promise: string; readonly shared: string; readonly indexes: readonly number[] };

/** The results of the uses. */
export type RoundResult = { readonly successes: number; readonly errors: readonly string[] };

/**
 * Argument: the database URL. Reads a round from each line, performs its uses at once and writes the result as a line.
 */
const open = await openDatabase(process.argv[2] ?? '');
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
await open.close();

async function run({ promise, shared, indexes }: Round): Promise<RoundResult> {
  const race = storeRaces.find((one) => one.promise === promise);
  if (race === undefined) throw new Error(`no race ${promise}`);
  const outcomes = await Promise.allSettled(indexes.map((index) => race.use(open.db, shared, index)));
  return {
    successes: outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length,
    errors: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : [])),
  };
}
