import { firstEventId } from '#lib/audit/event-id';
import { type EventFilter, listEvents } from '#lib/audit/event-store';
import { hourMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from './read-audit';

/** In milliseconds, before and after the event. */
const around = hourMs;

/** The number of events that are read for each relation, and the number that are shown. */
const shown = 10;

/** The events within an hour before and after that have the same actor, address, request or object, newest first. */
export async function readRelatedEvents(
  { db }: Pick<AdminContext, 'db'>,
  { id, at, actorId, targetId, address, requestId }: AuditEntry,
): Promise<readonly AuditEntry[]> {
  const time = {
    from: firstEventId(new Date(at.getTime() - around)),
    before: firstEventId(new Date(at.getTime() + around)),
  };
  const relations: readonly EventFilter[] = [
    ...(requestId === null ? [] : [{ requestId }]),
    ...(actorId === null ? [] : [{ actorId }]),
    ...(targetId === null ? [] : [{ targetId }]),
    ...(address === null ? [] : [{ address }]),
  ];
  const found = new Map<string, AuditEntry>();
  for (const relation of relations) {
    const rows = await listEvents(db, { ...relation, ...time }, shown + 1);
    for (const row of rows) if (row.id !== id) found.set(row.id, toEntry(row));
  }
  const newestFirst = [...found.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  return newestFirst.slice(0, shown);
}
