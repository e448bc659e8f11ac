import type { AuditEventType } from '#lib/audit/event';
import { type EventFilter, listEvents } from '#lib/audit/event-store';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read';
import { type Query, textOf, wordOf } from '../query';

const shownEvents = 50;

export const timelineFilters = ['all', 'failed', 'apps', 'admin'] as const;
type TimelineFilter = (typeof timelineFilters)[number];

const ofApps = [
  'consent.granted',
  'consent.denied',
  'grant.revoked',
  'access.denied',
  'device_code.approved',
  'device_code.denied',
  'role.assigned',
  'role.unassigned',
  'role.assignment_ended',
] as const satisfies readonly AuditEventType[];

/** What happened to an account, the newest first. */
export type Timeline = {
  readonly filter: TimelineFilter;
  readonly events: readonly AuditEntry[];
  /** The `before` of the earlier events. Null at the beginning. */
  readonly earlier: string | null;
};

/** Attempts, sessions, consents, and what administrators did: the events about an account. */
export async function readTimeline(
  { db }: Pick<AdminContext, 'db'>,
  { sub, query }: { readonly sub: string; readonly query: Query },
): Promise<Timeline> {
  const filter = wordOf(query, 'show', timelineFilters, 'all');
  const before = textOf(query, 'before', 26);
  const asked = { targetId: sub, ...conditions(filter, sub), ...(before !== null && { before }) };
  const events = await listEvents(db, asked, shownEvents + 1);
  const isCut = events.length > shownEvents;
  const shown = events.slice(0, shownEvents).map(toEntry);
  return { filter, events: shown, earlier: isCut ? (shown.at(-1)?.id ?? null) : null };
}

function conditions(filter: TimelineFilter, sub: string): EventFilter {
  switch (filter) {
    case 'all':
      return {};
    case 'failed':
      return { outcome: 'failure' };
    case 'apps':
      return { types: ofApps };
    case 'admin':
      return { isByOther: sub };
    default:
      return filter satisfies never;
  }
}
