import type { Client } from '#lib/clients/client';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { listUnusedClients, listUses } from '#lib/clients/usage/use-store';
import type { ClientLink } from '#lib/http/page-models';
import { startLink } from '#lib/protocol/lead-to-client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { AdminContext } from '../admin-context';
import { pageAfter } from '../entries/list-page';
import { type Query, textOf, wordOf } from '../query';
import { type ApplicationKind, applicationKind, applicationKinds } from './application-kind';

export const clientPageSize = 25;

/** What an address says about the list. */
export type ClientQuery = {
  readonly q: string | null;
  readonly kind: ApplicationKind | null;
  readonly state: 'enabled' | 'disabled' | null;
  /** Those that registered themselves, or those that somebody made. */
  readonly origin: 'self' | 'made' | null;
  /** Those that nobody used for 90 days. */
  readonly use: 'unused' | null;
  /** The client after which the page begins. */
  readonly after: string | null;
};

export type ClientLine = {
  readonly clientId: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly enabled: boolean;
  readonly selfRegistered: boolean;
  /** False when its row is broken; it is switched off then. */
  readonly isReadable: boolean;
  readonly redirectUris: number;
  readonly secrets: SecretsState;
  /** The redirect URI in which the search was found, when name and id do not hold it. */
  readonly foundUri: string | null;
};

/** A client on the page, with where it begins a sign-in; null when it registered no such address. */
export type ListedClient = ClientLine & { readonly start: ClientLink | null };

/** The page with when each client was used last, at most an hour late; null when it is not known. */
export type UsedClientPage = Omit<ClientList, 'lines'> & {
  readonly lines: readonly (ListedClient & { readonly lastUsedAt: Date | null })[];
  /** False when it cannot be told yet which clients are unused. */
  readonly isUseKnown: boolean;
};

export type SecretsState = 'none' | 'valid' | 'expiring' | 'expired';

export type ClientList = {
  readonly lines: readonly ListedClient[];
  /** How many there are that match. */
  readonly total: number;
  /** The place of the first line, from 1. */
  readonly first: number;
  /** `after` of the next page; null at the end. */
  readonly next: string | null;
  /** There is no client at all, whatever was asked. */
  readonly isEmpty: boolean;
};

export function readClientQuery(query: Query): ClientQuery {
  return {
    q: textOf(query, 'q', 400),
    kind: wordOf(query, 'kind', applicationKinds, null),
    state: wordOf(query, 'state', ['enabled', 'disabled'], null),
    origin: wordOf(query, 'origin', ['self', 'made'], null),
    use: wordOf(query, 'use', ['unused'], null),
    after: textOf(query, 'after'),
  };
}

/**
 * A page of the clients by name. They are all in memory, as requests use them: no statement, however many there are.
 * @param unused those that nobody used for long, when the page is to show these
 */
export function listClientLines(
  { snapshot, now, settings }: Pick<AdminContext, 'snapshot' | 'now' | 'settings'>,
  asked: ClientQuery,
  unused: ReadonlySet<string> = new Set(),
): ClientList {
  const matching = findClients(snapshot, asked).filter(
    ({ client }) => asked.use === null || unused.has(client.clientId),
  );
  const keyOf = ({ client }: FoundClient) => client.clientId;
  const { items, start, next } = pageAfter(matching, { after: asked.after, size: clientPageSize, keyOf });
  return {
    lines: items.map((found) => toListedClient(found, asked.q, { now, settings })),
    total: matching.length,
    first: start + 1,
    next,
    isEmpty: snapshot.clients.size === 0,
  };
}

/** The clients that match, by name. */
export function findClients(
  snapshot: Pick<Snapshot, 'clients'>,
  { q, kind, state, origin }: Omit<ClientQuery, 'after' | 'use'>,
): readonly FoundClient[] {
  const needle = q?.toLowerCase() ?? null;
  return byName(snapshot).filter(({ client, text }) => {
    if (state !== null && client.enabled !== (state === 'enabled')) return false;
    if (origin !== null && client.selfRegistered !== (origin === 'self')) return false;
    if (kind !== null && applicationKind(client) !== kind) return false;
    return needle === null || text.includes(needle) || uriWith(client, needle) !== null;
  });
}

/** A page of the clients with when each was used last: one statement, two more for the unused ones. */
export async function readClientPage(admin: AdminContext, asked: ClientQuery): Promise<UsedClientPage> {
  const { db, now } = admin;
  const unused = asked.use === null ? null : await listUnusedClients(db, unusedSince(now));
  const page = listClientLines(admin, asked, new Set(unused));
  const ids = page.lines.map(({ clientId }) => clientId);
  const lastUsed = new Map((await listUses(db, ids, ['client'])).map(({ clientId, at }) => [clientId, at]));
  return {
    ...page,
    lines: page.lines.map((line) => ({ ...line, lastUsedAt: lastUsed.get(line.clientId) ?? null })),
    isUseKnown: asked.use === null || unused !== null,
  };
}

/** `text` is what a search looks in first: name and id in lower case; `order` what the list is sorted by. */
export type FoundClient = { readonly client: Client; readonly text: string; readonly order: string };

/** Sorting ten thousand names takes longer than finding some: once for each revision. */
const sorted = new WeakMap<Snapshot['clients'], readonly FoundClient[]>();

function byName({ clients }: Pick<Snapshot, 'clients'>): readonly FoundClient[] {
  const known = sorted.get(clients);
  if (known !== undefined) return known;
  const index = [...clients.values()].map((client) => {
    const name = (client.clientName ?? client.clientId).toLowerCase();
    return { client, text: `${name}\n${client.clientId.toLowerCase()}`, order: `${name}\n${client.clientId}` };
  });
  index.sort((one, other) => (one.order < other.order ? -1 : 1));
  sorted.set(clients, index);
  return index;
}

function uriWith(client: Client, needle: string): string | null {
  return client.redirectUris.find((uri) => uri.toLowerCase().includes(needle)) ?? null;
}

/** @param q what was searched */
function toListedClient(
  found: FoundClient,
  q: string | null,
  { now, settings }: Pick<AdminContext, 'now' | 'settings'>,
): ListedClient {
  return { ...toClientLine(found, q, now), start: startLink(found.client, null, { settings }) };
}

export function toClientLine({ client, text }: FoundClient, q: string | null, now: Date): ClientLine {
  const needle = q?.toLowerCase() ?? null;
  return {
    clientId: client.clientId,
    name: client.clientName ?? client.clientId,
    kind: applicationKind(client),
    enabled: client.enabled,
    selfRegistered: client.selfRegistered,
    isReadable: client.unreadable !== true,
    redirectUris: client.redirectUris.length,
    secrets: secretsState(client.secrets, now),
    foundUri: needle === null || text.includes(needle) ? null : uriWith(client, needle),
  };
}

const warnMs = 30 * 86_400_000;

/** `expiring` when no secret is valid for another 30 days. */
export function secretsState(secrets: readonly { readonly expiresAt: Date | null }[], now: Date): SecretsState {
  if (secrets.length === 0) return 'none';
  const ends = Math.max(...secrets.map(({ expiresAt }) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
  if (ends <= now.getTime()) return 'expired';
  return ends <= now.getTime() + warnMs ? 'expiring' : 'valid';
}
