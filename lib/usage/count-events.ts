import { oldestKept } from '#lib/audit/retention/purge-events';
import type { Database } from '#lib/db/database';
import { type DrainOptions, drain } from '#lib/db/drain';
import { transaction } from '#lib/db/transaction';
import { dayOf, tallyEvents } from './tally-events';
import { addClients, addHours, deleteCountsBefore, findCursor, listSealedAfter, moveCursor } from './usage-store';

/**
 * Counts the events that were sealed since the last time, in batches. After an update, that is the whole audit log,
 * which takes several runs. The numbers of the seals have no gaps and follow the order of commits. So no event is
 * missed or counted twice, even if clocks differ, several processes count at the same time, or one ends in the middle.
 * @returns how many seals were processed
 */
export function countEvents(db: Database, options?: Partial<DrainOptions>): Promise<number> {
  return drain((limit) => countBatch(db, limit), options);
}

/** @returns 0 also if another process counted the same events first. That process continues */
async function countBatch(db: Database, limit: number): Promise<{ readonly count: number }> {
  const from = await findCursor(db);
  // Seals never change, so they can be read and added up before the transaction.
  const sealed = await listSealedAfter(db, from, limit);
  const to = sealed.at(-1)?.sequence;
  if (to === undefined) return { count: 0 };
  const { hours, clients } = tallyEvents(sealed.flatMap(({ event }) => event ?? []));
  const isOurs = await transaction(db, async (tx) => {
    if (!(await moveCursor(tx, { from, to }))) return false;
    await addHours(tx, hours);
    await addClients(tx, clients);
    return true;
  });
  return { count: isOurs ? sealed.length : 0 };
}

/**
 * Deletes the counts of days (UTC) whose events are no longer kept.
 * @param days how long events are kept
 * @returns the number of deleted rows of the larger table
 */
export async function purgeUsage(db: Database, days: number, now: Date, signal?: AbortSignal): Promise<number> {
  const before = dayOf(oldestKept(days, now));
  return drain((limit) => deleteCountsBefore(db, before, limit), signal && { signal });
}
