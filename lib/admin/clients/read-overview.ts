import { listEvents } from '#lib/audit/event-store';
import { countLimit, countUsage } from '#lib/clients/live-count-store';
import type { Database } from '#lib/db/database';
import { dayOf } from '#lib/usage/tally-events';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read-audit';
import { countRefused, listSignInDays } from './overview-store';

const shownDays = 30;
const shownEvents = 5;
const dayMs = 86_400_000;

/** What happened with a client lately. */
export type ClientOverview = {
  /** Sign-ins by day (UTC), the oldest first; today is the last and not over. */
  readonly days: readonly { readonly day: Date; readonly signIns: number }[];
  readonly signIns: number;
  /** People with a grant; beyond `limit` they are not counted. */
  readonly people: number;
  readonly limit: number;
  /** In the last seven days, for which refused requests are kept. */
  readonly refused: number;
  readonly events: readonly AuditEntry[];
};

/** A few statements, however much the client is used. */
export async function readClientOverview({ db, now }: AdminContext, clientId: string): Promise<ClientOverview> {
  const days = await listDays(db, clientId, now);
  const { people } = await countUsage(db, clientId, now);
  const events = await listEvents(db, { clientId }, shownEvents);
  return {
    days,
    signIns: days.reduce((sum, { signIns }) => sum + signIns, 0),
    people,
    limit: countLimit,
    refused: await countRefused(db, clientId),
    events: events.map(toEntry),
  };
}

async function listDays(db: Database, clientId: string, now: Date): Promise<ClientOverview['days']> {
  const first = dayOf(now).getTime() - (shownDays - 1) * dayMs;
  const rows = await listSignInDays(db, clientId, new Date(first));
  const counts = new Map(rows.map(({ start, count }) => [start.getTime(), count]));
  return Array.from({ length: shownDays }, (_, index) => {
    const day = first + index * dayMs;
    return { day: new Date(day), signIns: counts.get(day) ?? 0 };
  });
}
