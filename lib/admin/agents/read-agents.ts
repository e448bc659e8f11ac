import { countLimit, countPeople } from '#lib/clients/live-count-store';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { listLastUses, listUnusedClients, listUses } from '#lib/clients/usage/use-store';
import { naturalKey } from '#lib/vocabulary/natural-key';
import type { AdminContext } from '../admin-context';
import { type ListPage, pageOf } from '../list/list-page';
import { sortByTime } from '../list/sort-by-time';
import type { AgentQuery } from './agent-query';
import { type AgentGroup, groupRegistrations } from './group-registrations';
import { type AgentLine, findAgents } from './list-agents';

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
