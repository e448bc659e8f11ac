import type { Client } from '#lib/clients/client';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { listClientUses, listLastUses, listUnusedClients } from '#lib/clients/usage/use-store';
import type { Database } from '#lib/db/database';
import type { ClientLink } from '#lib/http/page-models';
import { startLink } from '#lib/protocol/redirect-to-client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { naturalKey } from '#lib/vocabulary/search-key';
import { secretsEnd } from '#lib/vocabulary/secret';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { readChosen } from '../bulk/bulk';
import { type SecretsState, secretsState, secretsStates, takesSecret } from '../entries/secrets';
import { type CsvColumns, csvOf, download } from '../list/csv';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { givenOf, recordExport } from '../list/record-export';
import { limitOrder, sortByTime } from '../list/sort';
import { type Query, textOf, wordOf } from '../query';
import { type ApplicationKind, applicationKind, applicationKinds } from './application-kind';
import { listCreations } from './client-facts-store';

type ClientLine = {
  readonly clientId: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly enabled: boolean;
  readonly selfRegistered: boolean;
  /** False if its row is broken. It is disabled then. */
  readonly isReadable: boolean;
  readonly redirectUris: readonly string[];
  readonly tenant: string | null;
  readonly secrets: SecretsState;
  /** The client authenticates with a secret. */
  readonly takesSecret: boolean;
  /** When its last secret expires. Null if it has none, or if one never expires. */
  readonly secretsEnd: Date | null;
  /** The redirect URI that matches the search, if the name and ID do not. */
  readonly foundUri: string | null;
};

/**
 * A client on the page, with the address where it starts a sign-in (null if it registered none) and the time of its
 * last use.
 */
export type ListedClient = ClientLine & { readonly start: ClientLink | null; readonly lastUsedAt: Date | null };

export type ClientPage = ListPage<ListedClient> & {
  /** False as long as it is unknown which clients are unused. */
  readonly isUseKnown: boolean;
};

/**
 * A page of the clients with the time of their last use, at most an hour late. It needs a few statements, regardless of
 * the number of clients.
 */
export async function readClientPage(
  admin: Pick<AdminContext, 'db' | 'now' | 'settings' | 'snapshot'>,
  asked: ClientQuery,
): Promise<ClientPage> {
  const { db, now, settings } = admin;
  const { clients, isUseKnown } = await listMatching(admin, asked);
  const page = pageOf(clients, asked, ({ client }) => client.clientId);
  const ids = page.lines.map(({ client }) => client.clientId);
  const lastUsed = await listClientUses(db, ids);
  const listed = mapLines(page, (found) => ({
    ...toClientLine(found, asked.q, now),
    start: startLink(found.client, null, { settings }),
    lastUsedAt: lastUsed.get(found.client.clientId) ?? null,
  }));
  return { ...listed, isUseKnown };
}

/** Every client that matches, in the requested order. */
export async function listMatching(
  { db, now, snapshot }: Pick<AdminContext, 'db' | 'now' | 'snapshot'>,
  { use, sort, ...filter }: Omit<ClientQuery, 'after' | 'before' | 'size'>,
): Promise<{ readonly clients: readonly FoundClient[]; readonly isUseKnown: boolean }> {
  const matching = findClients({ snapshot, now }, filter);
  const inOrder = (clients: readonly FoundClient[]) => sortClients(db, snapshot, clients, sort);
  if (use === null) return { clients: await inOrder(matching), isUseKnown: true };
  const unused = await listUnusedClients(db, unusedSince(now));
  const ids = new Set(unused);
  const clients = matching.filter(({ client }) => ids.has(client.clientId));
  return { clients: await inOrder(clients), isUseKnown: unused !== null };
}

/** The clients that match, by name. They are all in memory, as requests use them, so this needs no statement. */
export function findClients(
  { snapshot, now }: { readonly snapshot: Pick<Snapshot, 'clients'>; readonly now: Date },
  { q = null, kind = null, state = null, origin = null, secrets = null, tenant = null, scope = null }: ClientFilter,
): readonly FoundClient[] {
  const needle = q?.toLowerCase() ?? null;
  return byName(snapshot).filter(({ client, text }) => {
    if (state !== null && client.enabled !== (state === 'enabled')) return false;
    if (origin !== null && client.selfRegistered !== (origin === 'self')) return false;
    if (kind !== null && applicationKind(client) !== kind) return false;
    if (secrets !== null && secretsState(client.secrets, now) !== secrets) return false;
    if (tenant !== null && client.tenant !== tenant) return false;
    if (scope !== null && !client.scope.includes(scope)) return false;
    return needle === null || text.includes(needle) || uriWith(client, needle) !== null;
  });
}

/** `text` is searched first: name and ID in lower case. `order` is the sort key of the list. */
type FoundClient = { readonly client: Client; readonly text: string; readonly order: string };

/** Sorting ten thousand names takes longer than a search, so they are sorted once for each revision. */
const sorted = new WeakMap<Snapshot['clients'], readonly FoundClient[]>();

function byName({ clients }: Pick<Snapshot, 'clients'>): readonly FoundClient[] {
  const known = sorted.get(clients);
  if (known !== undefined) return known;
  const index = [...clients.values()].map((client) => {
    const { clientId, clientName } = client;
    const name = clientName ?? clientId;
    const text = `${name}\n${clientId}`.toLowerCase();
    return { client, text, order: limitOrder(`${naturalKey(name)}\n${clientId}`) };
  });
  index.sort((one, other) => (one.order < other.order ? -1 : 1));
  sorted.set(clients, index);
  return index;
}

/** Creation times do not change. */
const creations = new WeakMap<Snapshot['clients'], Promise<ReadonlyMap<string, Date>>>();

async function sortClients(
  db: Database,
  { clients }: Pick<Snapshot, 'clients'>,
  byName: readonly FoundClient[],
  { by, isDescending }: ClientSort,
): Promise<readonly FoundClient[]> {
  const inOrder = by === 'name' ? byName : sortByTime(byName, await timesOf(by), ({ client }) => client.clientId);
  return isDescending ? inOrder.toReversed() : inOrder;

  function timesOf(what: 'last_used' | 'created'): Promise<ReadonlyMap<string, Date>> {
    if (what === 'last_used') return listLastUses(db);
    const known = creations.get(clients) ?? listCreations(db);
    creations.set(clients, known);
    known.catch(() => creations.delete(clients));
    return known;
  }
}

function uriWith(client: Client, needle: string): string | null {
  return client.redirectUris.find((uri) => uri.toLowerCase().includes(needle)) ?? null;
}

/** @param q the search text */
export function toClientLine({ client, text }: FoundClient, q: string | null, now: Date): ClientLine {
  const needle = q?.toLowerCase() ?? null;
  return {
    clientId: client.clientId,
    name: client.clientName ?? client.clientId,
    kind: applicationKind(client),
    enabled: client.enabled,
    selfRegistered: client.selfRegistered,
    isReadable: client.unreadable !== true,
    redirectUris: client.redirectUris,
    tenant: client.tenant,
    secrets: secretsState(client.secrets, now),
    takesSecret: takesSecret(client.tokenEndpointAuthMethod),
    secretsEnd: secretsEnd(client.secrets),
    foundUri: needle === null || text.includes(needle) ? null : uriWith(client, needle),
  };
}

/** The filter of the list. Absent and null are no condition. */
type ClientFilter = {
  /** Part of a name, an ID or a redirect URI. */
  readonly q?: string | null;
  readonly kind?: ApplicationKind | null;
  readonly state?: 'enabled' | 'disabled' | null;
  /** Self-registered clients, or clients that administrators created. */
  readonly origin?: 'self' | 'made' | null;
  readonly secrets?: SecretsState | null;
  /** The tenant of the clients. */
  readonly tenant?: string | null;
  /** A scope that the clients may ask for. */
  readonly scope?: string | null;
};

const clientSorts = ['name', 'last_used', 'created'] as const;
type ClientSort = ListSort<(typeof clientSorts)[number]>;

/** The filter, order and place of the list in an address. */
export type ClientQuery = Required<ClientFilter> &
  ListPlace & {
    /** Clients that were not used for 90 days. */
    readonly use: 'unused' | null;
    readonly sort: ClientSort;
  };

export function readClientQuery(query: Query): ClientQuery {
  return {
    q: textOf(query, 'q', 400),
    kind: wordOf(query, 'kind', applicationKinds, null),
    state: wordOf(query, 'state', ['enabled', 'disabled'], null),
    origin: wordOf(query, 'origin', ['self', 'made'], null),
    use: wordOf(query, 'use', ['unused'], null),
    secrets: wordOf(query, 'secrets', secretsStates, null),
    tenant: textOf(query, 'tenant'),
    scope: textOf(query, 'scope'),
    sort: readSort(query, clientSorts, { by: 'name', isDescending: false }),
    ...readPlace(query),
  };
}

/** Exports the clients of a list as a file: the selected ones, or all that match. The export is recorded. */
export async function exportClients(admin: AdminContext, query: Query): Promise<string> {
  const chosen = readChosen(query);
  const ids = 'ids' in chosen && chosen.ids.length > 0 ? new Set(chosen.ids) : null;
  const { sort, after: _, before: __, size: ___, ...filter } = readClientQuery(ids === null ? query : {});
  const { clients } = await listMatching(admin, { ...filter, sort });
  const lines = clients
    .filter(({ client }) => ids === null || ids.has(client.clientId))
    .map((found) => ({ ...found, line: toClientLine(found, null, admin.now) }));
  await recordExport(admin, 'clients.exported', { filter: givenOf(filter), rows: lines.length, cut: false });
  return csvOf(columns, lines);
}

/** POST: the download of the list. */
export const handleClientExport = adminHandler({ permission: 'read' }, async (admin, values) =>
  download('clients.csv', 'text/csv', await exportClients(admin, Object.fromEntries(values))),
);

const columns: CsvColumns<FoundClient & { readonly line: ReturnType<typeof toClientLine> }> = {
  client_id: ({ client }) => client.clientId,
  client_name: ({ client }) => client.clientName,
  kind: ({ line }) => line.kind,
  enabled: ({ client }) => String(client.enabled),
  self_registered: ({ client }) => String(client.selfRegistered),
  tenant: ({ client }) => client.tenant,
  redirect_uris: ({ client }) => client.redirectUris.join(' '),
  scope: ({ client }) => client.scope.join(' '),
  secrets: ({ line }) => line.secrets,
  secrets_end: ({ line }) => line.secretsEnd?.toISOString() ?? null,
};
