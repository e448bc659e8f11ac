import { oldestKept } from '#lib/audit/retention/purge-events';
import type { Database } from '#lib/db/database';
import { drain } from '#lib/db/drain';
import { dayOf } from './tally-events';
import { deleteCountsBefore } from './usage-store';

/**
 * Deletes the counts of days (UTC) whose events are no longer kept.
 * @param days how long events are kept
 * @returns the number of deleted rows of the larger table
 */
export async function purgeUsage(db: Database, days: number, now: Date, signal?: AbortSignal): Promise<number> {
  const before = dayOf(oldestKept(days, now));
  return drain((limit) => deleteCountsBefore(db, before, limit), signal && { signal });
}
