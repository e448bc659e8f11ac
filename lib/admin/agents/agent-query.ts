import { trusts } from '#lib/clients/agents/trust';
import { type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { type Query, textOf, wordOf } from '../query';
import { type AgentFilter, agentSources } from './list-agents';

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
