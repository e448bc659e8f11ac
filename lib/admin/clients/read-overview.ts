import { listEvents } from '#lib/audit/event-store';
import { countLimit, countUsage } from '#lib/clients/live-count-store';
import type { Database } from '#lib/db/database';
import { dayOf } from '#lib/usage/tally-events';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read';
import { countRefused, listSignInDays } from './overview-store';

const shownDays = 30;
const shownEvents = 5;

/** The recent activity of a client. */
export type ClientOverview = {
  /** Sign-ins by day (UTC), oldest first. The last day is today, which is not over. */
  readonly days: readonly { readonly day: Date; readonly signIns: number }[];
  readonly signIns: number;
  /** The number of people with a grant, counted up to `limit`. */
  readonly people: number;
  readonly limit: number;
  /** In the last seven days, because refused requests are kept that long. */
  readonly refused: number;
  readonly events: readonly AuditEntry[];
};

/** Reads the overview with a few statements, regardless of how much the client is used. */
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
