import { agentHost } from '#lib/clients/agents/self-description';
import { blocksOf, type Trust, trustOf, trusts } from '#lib/clients/agents/trust';
import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-url';
import { countLimit, countPeople } from '#lib/clients/live-count-store';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { listLastUses, listUnusedClients, listUses } from '#lib/clients/usage/use-store';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { naturalKey } from '#lib/vocabulary/search-key';
import type { AdminContext } from '../admin-context';
import { type ListPage, pageOf } from '../list/list-page';
import { holdsText, type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { limitOrder, sortByTime } from '../list/sort';
import { type Query, textOf, wordOf } from '../query';

/** The origin of an agent: it registered itself, or a document at its client_id describes it. */
export const agentSources = ['registration', 'document'] as const;
type AgentSource = (typeof agentSources)[number];

/** An agent in a list. */
export type AgentLine = {
  readonly clientId: string;
  /** The name that the agent gave itself. Null without a name. */
  readonly name: string | null;
  /**
   * The host of its document, or every host of its redirect URIs. These are the only parts that it cannot choose
   * freely.
   */
  readonly host: string;
  readonly source: AgentSource;
  readonly trust: Trust;
  /** Also false if the rules of the portal or a block disable it. */
  readonly enabled: boolean;
  /** It is disabled only because it waits for approval. */
  readonly awaitsApproval: boolean;
  /** The first day without access (UTC), such as 2027-01-31. Null without an end. */
  readonly endDate: string | null;
};

/** The filter of the list. Null is no condition. */
type AgentFilter = {
  /** Part of a host, a name, an ID or a redirect URI. */
  readonly q: string | null;
  readonly trust: Trust | null;
  readonly source: AgentSource | null;
};

type Known = Pick<Snapshot, 'clients' | 'portal'>;

/** The agents that match, sorted by host, name and ID. They are in memory, so this needs no statement. */
export function findAgents({ clients, portal }: Known, { q, trust, source }: AgentFilter): readonly AgentLine[] {
  const blocks = blocksOf(clients.values());
  return [...clients.values()]
    .filter(({ selfRegistered }) => selfRegistered)
    .map((client) => ({ client, line: toLine(client, trustOf(client, blocks, portal)) }))
    .filter(({ line }) => (trust === null || line.trust === trust) && (source === null || line.source === source))
    .filter(({ client, line }) => q === null || holdsText([line.host, line.name, ...addressesOf(client)], q))
    .map(({ line }) => ({ line, order: orderOf(line) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ line }) => line);
}

/** An agent. Null for an unknown client and for a client of the operator. */
export function findAgent({ clients, portal }: Known, clientId: string): AgentLine | null {
  const client = clients.get(clientId);
  if (!client?.selfRegistered) return null;
  return toLine(client, trustOf(client, blocksOf(clients.values()), portal));
}

/** What agents are sorted by. */
export function orderOf({ host, name, clientId }: AgentLine): string {
  return limitOrder(`${host}\n${(name ?? '').toLowerCase()}\n${clientId}`);
}

function toLine(client: Client, trust: Trust): AgentLine {
  const { clientId, clientName, enabled } = client;
  return {
    clientId,
    name: clientName,
    host: agentHost(client),
    source: isDocumentClient(client) ? 'document' : 'registration',
    trust,
    enabled,
    awaitsApproval: client.awaitsApproval === true,
    endDate: client.agentEndDate,
  };
}

function addressesOf({ clientId, redirectUris }: Client): readonly string[] {
  return [clientId, ...redirectUris];
}

const agentSorts = ['host', 'name', 'last_used'] as const;
type AgentSort = ListSort<(typeof agentSorts)[number]>;

/** The filter, order and place of the list in an address. */
export type AgentQuery = AgentFilter &
  ListPlace & {
    /** Agents that were not used for 90 days. */
    readonly use: 'unused' | null;
    readonly sort: AgentSort;
  };

export function readAgentQuery(query: Query): AgentQuery {
  return {
    q: textOf(query, 'q', 400),
    trust: wordOf(query, 'trust', trusts, null),
    source: wordOf(query, 'source', agentSources, null),
    use: wordOf(query, 'use', ['unused'], null),
    sort: readSort(query, agentSorts, { by: 'host', isDescending: false }),
    ...readPlace(query),
  };
}

/** A line of the list. */
type AgentGroup = AgentLine & {
  /** The clients of the line. The first one is the client that the line shows. */
  readonly clientIds: readonly string[];
};

/**
 * Shows unused registrations as one line for each name and host, because some programs register again each time they
 * connect. A client has its own line if it was used, waits for approval, or had a decision.
 * @param lastUses when each client was last used
 */
export function groupRegistrations(
  agents: readonly AgentLine[],
  lastUses: ReadonlyMap<string, unknown>,
): readonly AgentGroup[] {
  const groups = new Map<string, AgentLine & { readonly clientIds: string[] }>();
  for (const agent of agents) {
    const { clientId, source, trust, host, name, awaitsApproval } = agent;
    const isUndecided = trust === 'unknown' && !awaitsApproval;
    const isRepeated = source === 'registration' && isUndecided && !lastUses.has(clientId);
    const key = isRepeated ? JSON.stringify([host, name]) : clientId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...agent, clientIds: [clientId] });
    else group.clientIds.push(clientId);
  }
  return [...groups.values()];
}

/** An agent with its use. */
export type ListedAgent = AgentGroup & {
  /** The scopes that the agent has used. */
  readonly scopes: readonly string[];
  /** The number of people with a live grant. One more than countLimit if there are more. */
  readonly people: number;
  /** At most an hour late. Null if it was never used. */
  readonly lastUsedAt: Date | null;
};

export type AgentPage = ListPage<ListedAgent> & {
  /** False as long as it is unknown which clients are unused. */
  readonly isUseKnown: boolean;
  /** People are counted up to this number. */
  readonly limit: number;
};

type Asking = Pick<AdminContext, 'db' | 'now' | 'snapshot'>;

/** A page of the agents. It needs a few statements, regardless of the number of agents. */
export async function readAgentPage(admin: Asking, asked: AgentQuery): Promise<AgentPage> {
  const { agents, isUseKnown } = await listMatchingAgents(admin, asked);
  const lines = groupRegistrations(agents, await listLastUses(admin.db));
  const page = pageOf(lines, asked, ({ clientId }) => clientId);
  return { ...page, lines: await withUse(admin, page.lines), isUseKnown, limit: countLimit };
}

/** Every agent that matches, in the requested order. */
export async function listMatchingAgents(
  { db, now, snapshot }: Asking,
  { use, sort, ...filter }: Omit<AgentQuery, 'after' | 'before' | 'size'>,
): Promise<{ readonly agents: readonly AgentLine[]; readonly isUseKnown: boolean }> {
  const matching = findAgents(snapshot, filter);
  const unused = use === null ? null : await listUnusedClients(db, unusedSince(now));
  const ids = new Set(unused);
  const agents = use === null ? matching : matching.filter(({ clientId }) => ids.has(clientId));
  const times = sort.by === 'last_used' ? await listLastUses(db) : null;
  const inOrder = times === null ? byName(agents, sort.by) : sortByTime(agents, times, ({ clientId }) => clientId);
  return {
    agents: sort.isDescending ? inOrder.toReversed() : inOrder,
    isUseKnown: use === null || unused !== null,
  };
}

function byName(agents: readonly AgentLine[], by: string): readonly AgentLine[] {
  if (by === 'host') return agents;
  const keyed = agents.map((agent) => ({ agent, key: naturalKey(agent.name ?? agent.clientId) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ agent }) => agent);
}

export async function withUse({ db, now }: Asking, agents: readonly AgentGroup[]): Promise<readonly ListedAgent[]> {
  const ids = agents.flatMap(({ clientIds }) => clientIds);
  const uses = await listUses(db, ids, ['client', 'scope']);
  const people = await countPeople(db, ids, now);
  return agents.map((agent) => {
    const own = uses.filter(({ clientId }) => clientId === agent.clientId);
    return {
      ...agent,
      scopes: own.flatMap(({ kind, value }) => (kind === 'scope' ? [value] : [])).sort(),
      people: agent.clientIds.reduce((sum, clientId) => sum + (people.get(clientId) ?? 0), 0),
      lastUsedAt: own.find(({ kind }) => kind === 'client')?.at ?? null,
    };
  });
}
