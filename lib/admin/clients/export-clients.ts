import type { HttpResponse } from '#lib/http/types';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { readChosen } from '../bulk/bulk';
import { type CsvColumns, csvOf, downloadHeaders } from '../list/csv';
import { recordExport } from '../list/record-export';
import type { Query } from '../query';
import { readClientQuery } from './client-query';
import { type FoundClient, listMatching, toClientLine } from './list-clients';

/** The clients of a list, those that were ticked or all that match, as a file. That somebody took it is recorded. */
export async function exportClients(admin: AdminContext, query: Query): Promise<string> {
  const chosen = readChosen(query);
  const ids = 'ids' in chosen && chosen.ids.length > 0 ? new Set(chosen.ids) : null;
  const asked = readClientQuery(ids === null ? query : {});
  const { clients } = await listMatching(admin, asked);
  const lines = ids === null ? clients : clients.filter(({ client }) => ids.has(client.clientId));
  await recordExport(admin, 'clients.exported', { query: ids === null ? query : {}, rows: lines.length });
  return csvOf(columnsAt(admin.now), lines);
}

/** POST: the download. */
export const handleClientExport = adminHandler({ permission: 'read' }, async (admin, values): Promise<HttpResponse> => {
  const body = await exportClients(admin, Object.fromEntries(values));
  return { status: 200, headers: downloadHeaders('clients.csv', 'text/csv'), body };
});

function columnsAt(now: Date): CsvColumns<FoundClient> {
  return {
    client_id: ({ client }) => client.clientId,
    client_name: ({ client }) => client.clientName,
    kind: (found) => toClientLine(found, null, now).kind,
    enabled: ({ client }) => String(client.enabled),
    self_registered: ({ client }) => String(client.selfRegistered),
    tenant: ({ client }) => client.tenant,
    redirect_uris: ({ client }) => client.redirectUris.join(' '),
    scope: ({ client }) => client.scope.join(' '),
    secrets: (found) => toClientLine(found, null, now).secrets,
    secrets_end: (found) => toClientLine(found, null, now).secretsEnd?.toISOString() ?? null,
  };
}
