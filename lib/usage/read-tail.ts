import { firstEventId, timeOfEventId } from '#lib/audit/event-id';
import type { Database } from '#lib/db/database';
import type { CountedEvent } from './metrics';
import { countUncounted, findCursor, findLastCounted, listUncounted } from './usage-store';

/** The maximum number of uncounted events that a request reads. */
const longestTail = 5000;
/** In milliseconds: how far back to look. Clocks differ between machines, and transactions end out of order. */
const lookBackMs = 600_000;
const attempts = 3;

/** The events since the last count. */
type Tail = {
  readonly cursor: number;
  /** Null if there are too many to read in a request, because past events are being counted. */
  readonly events: readonly CountedEvent[] | null;
};

/** The events that are not counted yet. */
export async function readTail(db: Database, now: Date): Promise<Tail> {
  const cursor = await findCursor(db);
  if ((await countUncounted(db, cursor)) > longestTail) return { cursor, events: null };
  const last = await findLastCounted(db, cursor);
  const lastTime = last === null ? null : Math.min(timeOfEventId(last).getTime(), now.getTime());
  const from = lastTime === null ? '' : firstEventId(new Date(lastTime - lookBackMs));
  const events = await listUncounted(db, { cursor, from, limit: longestTail + 1 });
  return { cursor, events: events.length > longestTail ? null : events };
}

/**
 * Reads counts together with the tail that they do not include. If events are counted in the meantime, both are read
 * again.
 * @param read reads counts, and adds the tail to them
 */
export async function readWithTail<Content>(
  db: Database,
  now: Date,
  read: (tail: Tail) => Promise<Content>,
): Promise<Content> {
  for (let attempt = 1; ; attempt += 1) {
    const tail = await readTail(db, now);
    const content = await read(tail);
    if (tail.events === null || attempt === attempts || (await findCursor(db)) === tail.cursor) return content;
  }
}
