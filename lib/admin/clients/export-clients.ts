import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { readChosen } from '../bulk/bulk';
import { type CsvColumns, csvOf } from '../list/csv';
import { download } from '../list/download';
import { givenOf, recordExport } from '../list/record-export';
import type { Query } from '../query';
import { readClientQuery } from './client-query';
import { type FoundClient, listMatching, toClientLine } from './list-clients';

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
