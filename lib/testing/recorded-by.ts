import { type EventFilter, listEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';

/**
 * The events that `work` records, newest first. Earlier events stay: a server process may have sealed them, and sealed
 * events cannot be deleted one by one.
 */
export async function recordedBy(db: Database, filter: EventFilter, work: () => Promise<unknown>) {
  const list = () => listEvents(db, filter, 1000);
  const before = new Set((await list()).map(({ id }) => id));
  await work();
  return (await list()).filter(({ id }) => !before.has(id));
}
