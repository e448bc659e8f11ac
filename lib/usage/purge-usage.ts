import type { Database } from '#lib/db/database';
import { drain } from '#lib/db/drain';
import { dayOf } from './tally-events';
import { deleteCountsBefore } from './usage-store';

const dayMs = 86_400_000;

/**
 * Deletes what was counted of days from which no event is kept any more, so that numbers and lists agree.
 * @param days how long events are kept
 * @returns the number of deleted rows of the larger table
 */
export async function purgeUsage(db: Database, days: number, now: Date, signal?: AbortSignal): Promise<number> {
  const before = dayOf(new Date(now.getTime() - days * dayMs));
  return drain((limit) => deleteCountsBefore(db, before, limit), signal && { signal });
}
