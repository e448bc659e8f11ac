import { listEvents } from '#lib/audit/event-store';
import { type ClientUsage, countLimit, countUsage } from '#lib/clients/live-count-store';
import { listUses } from '#lib/clients/usage/use-store';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read';

export type { ClientUsage };

/** How many people and grants a client has, and when it was last used. Counting stops at `limit`. */
export async function readClientUsage(
  { db, now }: AdminContext,
  clientId: string,
): Promise<{ readonly usage: ClientUsage; readonly limit: number; readonly lastUsedAt: Date | null }> {
  const [last] = await listUses(db, [clientId], ['client']);
  return { usage: await countUsage(db, clientId, now), limit: countLimit, lastUsedAt: last?.at ?? null };
}

const shownEvents = 25;

/** The latest events in which the client took part or was changed. */
export async function readClientEvents({ db }: AdminContext, clientId: string): Promise<readonly AuditEntry[]> {
  const took = await listEvents(db, { clientId }, shownEvents);
  const changed = await listEvents(db, { targetId: clientId }, shownEvents);
  const events = new Map([...took, ...changed].map((event) => [event.id, event]));
  return [...events.values()]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, shownEvents)
    .map(toEntry);
}
