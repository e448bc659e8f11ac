import { batchesOf } from '#lib/vocabulary/batches';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { readChosen } from '../bulk/bulk';
import { type CsvColumns, csvOf } from '../list/csv';
import { download } from '../list/download';
import { givenOf, recordExport } from '../list/record-export';
import type { Query } from '../query';
import { readAgentQuery } from './agent-query';
import { type ListedAgent, listMatchingAgents, withUse } from './read-agents';

/** Exports the agents of a list as a file: the selected ones, or all that match. The export is recorded. */
export async function exportAgents(admin: AdminContext, query: Query): Promise<string> {
  const chosen = readChosen(query);
  const ids = 'ids' in chosen && chosen.ids.length > 0 ? new Set(chosen.ids) : null;
  const { after: _, before: __, size: ___, sort, ...filter } = readAgentQuery(ids === null ? query : {});
  const { agents } = await listMatchingAgents(admin, { ...filter, sort });
  const lines: ListedAgent[] = [];
  for (const batch of batchesOf(agents.filter(({ clientId }) => ids?.has(clientId) ?? true))) {
    const single = batch.map((agent) => ({ ...agent, clientIds: [agent.clientId] }));
    lines.push(...(await withUse(admin, single)));
  }
  await recordExport(admin, 'agents.exported', { filter: givenOf(filter), rows: lines.length, cut: false });
  return csvOf(columns, lines);
}

/** POST: the download of the list. */
export const handleAgentExport = adminHandler({ permission: 'read' }, async (admin, values) =>
  download('agents.csv', 'text/csv', await exportAgents(admin, Object.fromEntries(values))),
);

const columns: CsvColumns<ListedAgent> = {
  client_id: ({ clientId }) => clientId,
  host: ({ host }) => host,
  client_name: ({ name }) => name,
  source: ({ source }) => source,
  trust: ({ trust }) => trust,
  enabled: ({ enabled }) => String(enabled),
  end_date: ({ endDate }) => endDate,
  scopes_used: ({ scopes }) => scopes.join(' '),
  people: ({ people }) => String(people),
  last_used: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null,
};
