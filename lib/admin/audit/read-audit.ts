import { z } from 'zod';
import type { AuditEvent } from '#lib/audit/event';
import { firstEventId } from '#lib/audit/event-id';
import { type EventFilter, findEvent, listEvents } from '#lib/audit/event-store';
import { auditEventTypes } from '#lib/audit/event-types';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type Query, textOf, wordOf } from '../query';

export const auditRanges = ['1h', '24h', '7d', '30d', 'all'] as const;
export type AuditRange = (typeof auditRanges)[number];

const rangeSeconds = { '1h': 3600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000, all: null } as const;

/** The first word of an event type, by which a filter selects. */
export const auditGroups = [...new Set(auditEventTypes.map((type) => type.split('.')[0] ?? type))];

/** The query of the audit log in an address. */
export type AuditQuery = {
  readonly range: AuditRange;
  readonly group: string | null;
  readonly outcome: 'success' | 'failure' | null;
  readonly actor: string | null;
  readonly target: string | null;
  readonly client: string | null;
  readonly address: string | null;
  readonly request: string | null;
  readonly before: string | null;
};

/** An event with its details as JSON. */
export type AuditEntry = Omit<AuditEvent, 'details'> & { readonly details: Readonly<Record<string, unknown>> };

export const auditPageSize = 50;

export function readAuditQuery(query: Query): AuditQuery {
  return {
    range: wordOf(query, 'range', auditRanges, '24h'),
    group: wordOf(query, 'group', auditGroups, null),
    outcome: wordOf(query, 'outcome', ['success', 'failure'], null),
    actor: textOf(query, 'actor'),
    target: textOf(query, 'target'),
    client: textOf(query, 'client'),
    address: textOf(query, 'address', 60),
    request: textOf(query, 'request', 60),
    before: textOf(query, 'before', 26),
  };
}

/** The filter of the audit log that an address asks for. */
export function toEventFilter(asked: AuditQuery, now: Date): EventFilter {
  const seconds = rangeSeconds[asked.range];
  return {
    ...(seconds !== null && { from: firstEventId(new Date(now.getTime() - seconds * 1000)) }),
    ...(asked.group && { types: auditEventTypes.filter((type) => type.startsWith(`${asked.group}.`)) }),
    ...(asked.outcome && { outcome: asked.outcome }),
    ...(asked.actor && { actorId: asked.actor }),
    ...(asked.target && { targetId: asked.target }),
    ...(asked.client && { clientId: asked.client }),
    ...(asked.address && { address: asked.address }),
    ...(asked.request && { requestId: asked.request }),
    ...(asked.before && { before: asked.before }),
  };
}

/** A page of the audit log, the newest first. @returns `older` leads to the next page, null at the end */
export async function readAuditLog(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  asked: AuditQuery,
  limit = auditPageSize,
): Promise<{ readonly events: readonly AuditEntry[]; readonly older: string | null }> {
  const rows = await listEvents(db, toEventFilter(asked, now), limit + 1);
  const events = rows.slice(0, limit).map(toEntry);
  return { events, older: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}

/** @throws AdminError `not_found` */
export async function readAuditEvent({ db }: AdminContext, id: string): Promise<AuditEntry> {
  const event = await findEvent(db, id.slice(0, 26));
  if (event === null) throw new AdminError('not_found', 'There is no such event');
  return toEntry(event);
}

const storedDetails = z.record(z.string(), z.unknown());

export function toEntry({ details, ...event }: AuditEvent): AuditEntry {
  return { ...event, details: storedJsonOr(storedDetails, details, { unreadable: true }) };
}
