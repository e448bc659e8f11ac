import { findExplanation, listExplanationsOf } from '#lib/explain/explanation-store';
import { readFacts } from '#lib/explain/limited-facts';
import { parseReference } from '#lib/explain/reference';
import { listUsernames } from '#lib/groups/membership-store';
import { protocolRoutes } from '#lib/protocol/routes';
import { findRule } from '#lib/protocol/rules/find-rule';
import { hourOf } from '#lib/usage/tally-events';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type ListPage, pageOf } from '../list/list-page';
import { firstPage, type ListPlace } from '../list/list-query';
import { countedRows, type ReadSide, readRows, toCount } from '../list/read-rows';
import { readPeriod } from '../local-time';
import { sumWindows } from '../overview/overview-store';
import { type Query, textOf, wordOf } from '../query';
import { exampleRequest } from '../simulate/example-request';
import { type Comparison, compareValues } from './compare-values';
import { fixedSince, type QuickFix, quickFix } from './quick-fix';
import {
  countExplanations,
  countListed,
  type ExplanationLine,
  listExplanations,
  readCursor,
  writeCursor,
} from './request-list-store';
import { settingLink } from './setting-link';
import { texts } from './texts';

export const requestRanges = ['1h', '24h', '7d'] as const;
type RequestRange = (typeof requestRanges)[number];

const rangeSeconds = { '1h': 3600, '24h': 86_400, '7d': 604_800 } as const;

/** The options of the filter: the endpoints, and the pages of a sign-in. */
export const requestEndpoints: readonly string[] = [
  ...new Set([
    ...protocolRoutes.map(({ path }) => path),
    '/login',
    '/consent',
    '/device',
    '/realm',
    '/logout',
    '/federation',
  ]),
];

/** The filters in the address of the refused requests. */
export type RequestQuery = {
  /** As typed. */
  readonly reference: string | null;
  readonly client: string | null;
  readonly endpoint: string | null;
  /** The identity provider where a sign-in failed. */
  readonly provider: string | null;
  readonly range: RequestRange;
  /** The start and end of a period in ISO 8601. They take precedence over the range. */
  readonly from: string | null;
  readonly to: string | null;
};

/** A refused request as a row of the list. */
export type RequestLine = Omit<ExplanationLine, 'facts'> & {
  /** Null without a client, and for one that does not exist or has no name. */
  readonly clientName: string | null;
  /** The person whom it is about, if there still is one. */
  readonly person: { readonly sub: string; readonly username: string } | null;
  /** The kind of the refused value, if the client has it by now. Null if the request would still be refused for it. */
  readonly fixed: QuickFix['kind'] | null;
};

export function readRequestQuery(query: Query): RequestQuery {
  return {
    reference: textOf(query, 'reference', 40),
    client: textOf(query, 'client', 100),
    endpoint: textOf(query, 'endpoint', 100),
    provider: textOf(query, 'provider', 100),
    range: wordOf(query, 'range', requestRanges, '7d'),
    ...readPeriod(query, requestRanges),
  };
}

/**
 * A page of the refused requests in the administration, the newest first. With a reference, the other filters are
 * ignored.
 */
export async function readRequestPage(
  { db, snapshot, now }: Pick<AdminContext, 'db' | 'snapshot' | 'now'>,
  asked: RequestQuery,
  place: ListPlace,
): Promise<ListPage<RequestLine>> {
  const page = await findPage({ db, now }, asked, place);
  const people = await namePeople(db, page.lines);
  const lines = page.lines.map(({ facts: text, ...line }) => {
    const facts = readFacts(text);
    const { person: sub = '' } = facts;
    const username = people.get(sub);
    const client = snapshot.clients.get(line.clientId ?? '') ?? null;
    return {
      ...line,
      clientName: client?.clientName ?? null,
      person: username === undefined ? null : { sub, username },
      fixed: fixedSince(line.rule, facts, { client, scopes: snapshot.scopes }),
    };
  });
  return { ...page, lines };
}

async function findPage(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  asked: RequestQuery,
  place: ListPlace,
): Promise<ListPage<ExplanationLine>> {
  const keyOf = ({ createdAt, reference }: ExplanationLine) => writeCursor({ at: createdAt, reference });
  if (asked.reference !== null) return pageOf(await findRequest(db, asked.reference), firstPage, keyOf);
  const filter = toFilter(asked, now);
  const read: ReadSide<ExplanationLine> = (side, key, limit) =>
    listExplanations(db, filter, { side, place: readCursor(key), limit });
  return readRows(place, keyOf, read, toCount(await countListed(db, filter, countedRows + 1)));
}

/** The usernames of the people whom refused requests are about. */
function namePeople(db: AdminContext['db'], lines: readonly ExplanationLine[]): Promise<ReadonlyMap<string, string>> {
  return listUsernames(
    db,
    lines.flatMap(({ facts }) => readFacts(facts).person ?? []),
  );
}

/**
 * The newest refused requests.
 * @param before the place to continue from
 * @returns `older` is the next value of `before`, or null at the end
 */
export async function readRequests(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  asked: RequestQuery,
  limit: number,
  before: string | null = null,
): Promise<{ readonly requests: readonly ExplanationLine[]; readonly older: string | null }> {
  const side = { side: 'after', place: readCursor(before), limit: limit + 1 } as const;
  const rows = await listExplanations(db, toFilter(asked, now), side);
  const requests = rows.slice(0, limit);
  const last = requests.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { requests, older: hasMore ? writeCursor({ at: last.createdAt, reference: last.reference }) : null };
}

/** The refused request of a reference. A text that cannot be a reference finds nothing, like an unknown one. */
async function findRequest(db: AdminContext['db'], typed: string): Promise<ExplanationLine[]> {
  const reference = parseReference(typed);
  const record = reference === null ? null : await findExplanation(db, reference);
  return record === null ? [] : [record];
}

function toFilter({ client, endpoint, provider, range, from, to }: RequestQuery, now: Date) {
  const isPeriod = from !== null || to !== null;
  return {
    clientId: client,
    endpoint,
    provider,
    from: isPeriod ? toTime(from) : new Date(now.getTime() - rangeSeconds[range] * 1000),
    to: toTime(to),
  };
}

function toTime(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** Whether the period begins before the oldest stored request. Earlier requests are counted but not listed. */
export function isOnlyCounted({ now }: Pick<AdminContext, 'now'>, { from }: RequestQuery): boolean {
  return from !== null && new Date(from).getTime() < now.getTime() - rangeSeconds['7d'] * 1000;
}

/**
 * The number of requests that were refused in a period. Equal ones within a minute count once. The counts are kept for
 * longer than the list.
 * @returns null without a period, or with another filter
 */
export async function countRefused({ db, now }: Pick<AdminContext, 'db' | 'now'>, asked: RequestQuery) {
  const { from, to, client, endpoint, provider, reference } = asked;
  if (from === null || (client ?? endpoint ?? provider ?? reference) !== null) return null;
  const end = to === null ? now : new Date(to);
  const hour = hourOf(end);
  const [sums] = await sumWindows(db, ['refused'], [{ from: new Date(from), before: hour }]);
  return (sums?.get('refused') ?? 0) + (await countExplanations(db, hour, end));
}

/** A refused request with everything that is known about it. */
export type RequestDetail = RequestLine & {
  readonly lastSeenAt: Date;
  /** The network of the sender, never its full address. */
  readonly network: string;
  /** The parameter, scope or header that was refused. */
  readonly about: string | null;
  readonly reason: string | null;
  readonly comparison: Comparison | null;
  /** Null for a rule of another release. */
  readonly fix: string | null;
  /** The additional value that would make the request acceptable. Null if there is none. */
  readonly quickFix: QuickFix | null;
  /** The query of a similar authorization request for the simulator. Null for another endpoint or an unknown client. */
  readonly simulated: string | null;
  /** The setting behind the refusal: its name in the configuration file, and its page if there is one. */
  readonly setting: { readonly name: string; readonly href: string | null } | null;
};

/**
 * The refused requests that would be accepted by now, because the client got the refused value.
 * @param references of any requests, as kept with a step of a trace
 */
export async function findFixed(
  { db, snapshot: { clients, scopes } }: Pick<AdminContext, 'db' | 'snapshot'>,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const records = await listExplanationsOf(db, references);
  const fixed = records.filter(({ rule, facts, clientId }) => {
    const client = clients.get(clientId ?? '') ?? null;
    return fixedSince(rule, readFacts(facts), { client, scopes }) !== null;
  });
  return new Set(fixed.map(({ reference }) => reference));
}

/** @throws AdminError `not_found` */
export async function readRequest(
  { db, snapshot }: Pick<AdminContext, 'db' | 'snapshot'>,
  typed: string,
): Promise<RequestDetail> {
  const reference = parseReference(typed.slice(0, 40));
  const record = reference === null ? null : await findExplanation(db, reference);
  if (record === null) throw new AdminError('not_found', 'No refused request has this reference');
  const { groupKey: _, facts: text, expiresAt: __, ...shown } = record;
  const facts = readFacts(text);
  const rule = findRule(record.rule);
  const client = record.clientId === null ? undefined : snapshot.clients.get(record.clientId);
  const known = { client: client ?? null, scopes: snapshot.scopes };
  return {
    ...shown,
    clientName: client?.clientName ?? null,
    about: facts.name ?? null,
    reason: facts.reason ?? null,
    comparison: compareValues(record.rule, facts),
    fix: rule?.fix ?? null,
    quickFix: quickFix(record.rule, facts, known),
    fixed: fixedSince(record.rule, facts, known),
    person: await findPerson(db, facts.person),
    simulated: client === undefined ? null : likeRefused(record, facts, client),
    setting: settingLink(
      facts.setting ?? rule?.setting,
      { clientId: client?.clientId ?? null, scope: facts.name ?? null },
      snapshot,
    ),
  };
}

async function findPerson(db: AdminContext['db'], sub: string | undefined): Promise<RequestDetail['person']> {
  const username = sub === undefined ? undefined : (await listUsernames(db, [sub])).get(sub);
  return sub === undefined || username === undefined ? null : { sub, username };
}

type Refused = { readonly endpoint: string; readonly rule: string };

/**
 * The query of an authorization request with the refused value. Everything else comes from the client, because the
 * other parameters of a refused request are not stored.
 * @returns the query for the simulator, or null if the refused request was not an authorization request
 */
function likeRefused(
  { endpoint, rule }: Refused,
  { received }: { readonly received?: string | undefined },
  client: Parameters<typeof exampleRequest>[0],
): string | null {
  if (endpoint !== '/connect/authorize') return null;
  const sent = (name: string) => (rule.startsWith(name) ? received : undefined);
  return exampleRequest(client, {
    responseType: sent('response_type'),
    redirectUri: sent('redirect_uri'),
    scope: sent('scope'),
  });
}

/** A reference that a person pasted in place of another ID. @returns null if no refused request has it */
export async function findReference({ db }: AdminContext, typed: string | null): Promise<string | null> {
  const reference = typed === null ? null : parseReference(typed);
  if (reference === null) return null;
  return (await findExplanation(db, reference))?.reference ?? null;
}

/** A refused request as text for the developer of the client, without the internal reason and the origin. */
export function plainText(request: Pick<RequestDetail, Told>): string {
  const { columns, detail, fixes } = texts;
  const { comparison, fix, fixed } = request;
  const registered = fixed === null ? detail.registered : detail.registeredThen;
  const received = comparison?.received;
  return [
    [`${request.error}: ${request.description}`],
    [columns.reference, request.reference],
    [columns.time, request.createdAt.toISOString()],
    [detail.where, request.endpoint],
    ...(request.clientId === null ? [] : [[detail.client, request.clientId]]),
    ...(received == null ? [] : [[detail.received, received]]),
    ...(comparison?.registered ?? []).map(({ value }) => [registered, value]),
    ...(fixed === null ? [] : [[detail.fixed, fixes[fixed].done]]),
    ...(fix === null || fixed !== null ? [] : [[detail.fix, fix]]),
  ]
    .map((line) => line.join(': '))
    .join('\n');
}

type Told =
  | 'error'
  | 'description'
  | 'reference'
  | 'createdAt'
  | 'endpoint'
  | 'clientId'
  | 'comparison'
  | 'fix'
  | 'fixed';
