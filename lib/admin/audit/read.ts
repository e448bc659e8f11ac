import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AuditEvent } from '#lib/audit/event';
import { firstEventId } from '#lib/audit/event-id';
import { countMatching, type EventFilter, findEvent, listEvents } from '#lib/audit/event-store';
import { auditEventTypes } from '#lib/audit/event-types';
import { isJsonObject } from '#lib/vocabulary/json';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { hourMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type ListPage, mapLines } from '../list/list-page';
import type { ListPlace } from '../list/list-query';
import { countedRows, type ReadSide, readRows, toCount } from '../list/read-rows';
import { readPeriod } from '../local-time';
import { type Query, textOf, wordOf } from '../query';
import { eventTexts, texts } from './texts';

export const auditRanges = ['1h', '24h', '7d', '30d', 'all'] as const;
type AuditRange = (typeof auditRanges)[number];

const rangeSeconds = { '1h': 3600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000, all: null } as const;

/** The first words of the event types. A filter can select by them. */
export const auditGroups = [...new Set(auditEventTypes.map((type) => type.split('.')[0] ?? type))];

/** The filter of the audit log in an address. */
export type AuditQuery = {
  /** A name, reference, IP address or request ID: see resolveAudit(). */
  readonly q: string | null;
  readonly range: AuditRange;
  /** The start and end of the period, in ISO 8601. They take precedence over the range. */
  readonly from: string | null;
  readonly to: string | null;
  /** A single type of event, and the reason for a failed sign-in. */
  readonly type: string | null;
  readonly reason: string | null;
  readonly group: string | null;
  readonly outcome: 'success' | 'failure' | null;
  /** A user who did something, or to whom it was done. */
  readonly user: string | null;
  readonly actor: string | null;
  readonly target: string | null;
  readonly client: string | null;
  /** The identity provider that a sign-in used. */
  readonly provider: string | null;
  readonly address: string | null;
  readonly request: string | null;
};

/** An event with its details as JSON. */
export type AuditEntry = Omit<AuditEvent, 'details'> & { readonly details: Readonly<Record<string, unknown>> };

export function readAuditQuery(query: Query): AuditQuery {
  return {
    q: textOf(query, 'q'),
    range: wordOf(query, 'range', auditRanges, '24h'),
    ...readPeriod(query, auditRanges),
    type: wordOf(query, 'type', auditEventTypes, null),
    reason: reasonOf(query),
    group: wordOf(query, 'group', auditGroups, null),
    outcome: wordOf(query, 'outcome', ['success', 'failure'], null),
    user: textOf(query, 'user'),
    actor: textOf(query, 'actor'),
    target: textOf(query, 'target'),
    client: textOf(query, 'client'),
    provider: textOf(query, 'provider', 100),
    address: textOf(query, 'address', 60),
    request: textOf(query, 'request', 60),
  };
}

/** Reasons are the names of the protocol's rules. */
function reasonOf(query: Query): string | null {
  const reason = textOf(query, 'reason', 60);
  return reason !== null && /^[a-z_.]+$/.test(reason) ? reason : null;
}

/**
 * The event filter for a query of the audit log.
 * @param place an event; only older events match
 */
export function toEventFilter(asked: AuditQuery, now: Date, place: string | null = null): EventFilter {
  const before = earlier(place, asked.to && firstEventId(new Date(asked.to)));
  return {
    ...fromOf(asked, now),
    ...(asked.type && { types: [asked.type] }),
    ...(asked.group &&
      asked.type === null && { types: auditEventTypes.filter((type) => type.startsWith(`${asked.group}.`)) }),
    ...(asked.outcome && { outcome: asked.outcome }),
    ...(asked.user && { partyId: asked.user }),
    ...(asked.actor && { actorId: asked.actor }),
    ...(asked.target && { targetId: asked.target }),
    ...(asked.client && { clientId: asked.client }),
    ...((asked.reason ?? asked.provider) !== null && {
      details: { ...(asked.reason && { problem: asked.reason }), ...(asked.provider && { idp: asked.provider }) },
    }),
    ...(asked.address && { address: asked.address }),
    ...(asked.request && { requestId: asked.request }),
    ...(before && { before }),
  };
}

function fromOf({ from, to, range }: AuditQuery, now: Date): Pick<EventFilter, 'from'> {
  if (from !== null) return { from: firstEventId(new Date(from)) };
  const seconds = to === null ? rangeSeconds[range] : null;
  return seconds === null ? {} : { from: firstEventId(new Date(now.getTime() - seconds * 1000)) };
}

/** The earlier one of the place of a page and the end of the period. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Events are counted up to this number. */
const countedEvents = 1_000_000;

/** The number of events in a period. Null if the address names no period. */
export async function countListed(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  asked: AuditQuery,
): Promise<number | null> {
  if (asked.from === null && asked.to === null) return null;
  return countMatching(db, toEventFilter(asked, now), countedEvents);
}

/** A page of the audit log as the administration shows it, newest first. Without a period, counting stops early. */
export async function readAuditPage(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  asked: AuditQuery,
  place: ListPlace,
): Promise<ListPage<AuditEntry>> {
  const filter = toEventFilter(asked, now);
  const read: ReadSide<AuditEvent> = (side, id, limit) => {
    if (side === 'after') return listEvents(db, toEventFilter(asked, now, id), limit);
    return listEvents(db, { ...filter, ...(id && { after: id }) }, limit);
  };
  const counted = await countListed({ db, now }, asked);
  const count = counted === null ? toCount(await countMatching(db, filter, countedRows + 1)) : { total: counted };
  return mapLines(await readRows(place, ({ id }) => id, read, count), toEntry);
}

/**
 * The newest events.
 * @param before only events older than this one
 * @returns `older`, the `before` of the next events; null at the end
 */
export async function readAuditLog(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  asked: AuditQuery,
  limit: number,
  before: string | null = null,
): Promise<{ readonly events: readonly AuditEntry[]; readonly older: string | null }> {
  const rows = await listEvents(db, toEventFilter(asked, now, before), limit + 1);
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

type Told = Pick<
  AuditEntry,
  'type' | 'actorKind' | 'actorName' | 'actorId' | 'targetName' | 'targetId' | 'clientName' | 'clientId' | 'details'
>;

/** The name of an event type. A type from a newer version is shown as it is. */
export function eventLabel(type: string): string {
  return textsOf(type)?.[0] ?? type;
}

/** The reason for a failed sign-in, in words. */
export function reasonText(reason: string): string {
  return texts.reasons[reason] ?? reason.replaceAll('_', ' ');
}

/** A part of a sentence: text of ours, or a name that a person chose. */
type SentencePart = { readonly text: string; readonly isName: boolean };

/** Describes an event as a sentence: "alice signed in to Lantern Books". */
export function tellEvent(entry: Told): readonly SentencePart[] {
  const sentence = sentenceOf(entry);
  const isOwn = entry.targetId !== null && entry.targetId === entry.actorId;
  const names: Readonly<Record<string, string | null>> = {
    actor: isNamed(entry) ? actorOf(entry) : null,
    person: entry.targetName ?? entry.targetId ?? (isNamed(entry) ? actorOf(entry) : null),
    target: entry.targetName ?? entry.targetId,
    client: entry.clientName ?? entry.clientId,
    ...Object.fromEntries((['group', 'role', 'api'] as const).map((name) => [name, textIn(entry.details, name)])),
  };
  const told = sentence.replace(/\[([^[\]|]*)(?:\|([^[\]]*))?\]/g, (_, part: string, otherwise = '') => {
    const [, name = ''] = /\{(\w+)\}/.exec(part) ?? [];
    return (names[name] ?? null) === null || (name === 'target' && isOwn) ? otherwise : part;
  });
  return told
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name === undefined ? { text: part, isName: false } : { text: names[name] ?? texts.nobody, isName: true };
    });
}

function textIn(details: Told['details'], name: string): string | null {
  const text = details[name];
  return typeof text === 'string' ? text : null;
}

/** Reasons that are no act: "Disabled: bob". */
const states: ReadonlySet<unknown> = new Set(['unknown_user', 'disabled', 'no_password', 'wrong_tenant']);

/** A failed sign-in tells its reason, and a change of the state alone what the state is now. */
function sentenceOf({ type, details: { problem, before, after } }: Told): string {
  if (type !== 'sign_in.failed' || typeof problem !== 'string' || !Object.hasOwn(texts.reasons, problem)) {
    const sentence = textsOf(type)?.[1] ?? type;
    const enabled = switchedTo(before, after);
    return enabled === null ? sentence : sentence.replace(texts.changed, texts.switched[enabled ? 'on' : 'off']);
  }
  return reasonText(problem) + (states.has(problem) ? texts.reasonOf.state : texts.reasonOf.said);
}

/** Whether it is enabled since a change that changed nothing else. Null for any other change. */
function switchedTo(before: unknown, after: unknown): boolean | null {
  if (!isJsonObject(before) || !isJsonObject(after) || typeof after.enabled !== 'boolean') return null;
  const isSwitched = before.enabled === !after.enabled;
  return isSwitched && isDeepStrictEqual({ ...before, enabled: after.enabled }, after) ? after.enabled : null;
}

/** The actor, with their name at the time of the event. */
export function actorOf({ actorKind, actorName, actorId }: Pick<Told, 'actorKind' | 'actorName' | 'actorId'>): string {
  if (actorKind === 'command_line') return actorName ?? texts.commandLine;
  if (actorKind === 'start') return texts.start;
  if (actorKind === 'retention') return texts.retention;
  return actorName ?? actorId ?? texts.nobody;
}

function isNamed({ actorKind, actorName, actorId }: Told): boolean {
  return actorKind !== 'anonymous' || actorName !== null || actorId !== null;
}

function textsOf(type: string): readonly [label: string, sentence: string] | undefined {
  const known: Readonly<Record<string, readonly [string, string]>> = eventTexts;
  return Object.hasOwn(known, type) ? known[type] : undefined;
}
