import { z } from 'zod';
import { applicationKinds } from '../../clients/application-kind';
import { clientSection } from '../../clients/client-section';
import { type ClientLine, findClients, toClientLine } from '../../clients/list-clients';
import { readClient } from '../../clients/read-client';
import { readClientUsage } from '../../clients/read-usage';
import { entryOperations } from '../entries/entry-operations';
import { defineOperation, type Operation } from '../operation';
import { slicePage } from '../paging';
import { moment, name, pageOf, paging } from '../schemas';

const query = z.strictObject({
  ...paging,
  q: z.string().max(400).optional().meta({ description: 'Part of a name, an id or a redirect URI.' }),
  kind: z.enum(applicationKinds).optional(),
  state: z.enum(['enabled', 'disabled']).optional(),
  origin: z.enum(['self', 'made']).optional().meta({ description: '`self`: registered themselves.' }),
});

const lineSchema = name(
  'ClientLine',
  z.strictObject({
    client_id: z.string(),
    name: z.string(),
    kind: z.enum(applicationKinds),
    enabled: z.boolean(),
    self_registered: z.boolean(),
    secrets: z.enum(['none', 'valid', 'expiring', 'expired']),
  }),
);

const usageSchema = name(
  'ClientUsage',
  z.strictObject({
    people: z.int(),
    grants: z.int(),
    consents: z.int(),
    tokens: z.int(),
    limit: z.int().meta({ description: 'Counting stops one after this.' }),
    last_used_at: moment.nullable(),
  }),
);

/** The operations for clients. */
export const clientOperations: readonly Operation[] = [
  defineOperation({
    id: 'listClients',
    method: 'GET',
    path: '/clients',
    tag: 'clients',
    summary: 'List clients by name',
    permission: 'read',
    query,
    body: null,
    success: { status: 200, description: 'A page of clients.', schema: pageOf(lineSchema) },
    run: async ({ snapshot, now }, { query }) => {
      const { q = null, kind = null, state = null, origin = null } = query;
      const found = findClients({ snapshot, now }, { q, kind, state, origin });
      const { items, next } = slicePage(found, ({ order }) => order, { path: '/clients', query });
      return { body: { items: items.map((client) => tellLine(toClientLine(client, q, now))), next } };
    },
  }),
  ...entryOperations(clientSection),
  defineOperation({
    id: 'getClientUsage',
    method: 'GET',
    path: '/clients/{client_id}/usage',
    tag: 'clients',
    summary: 'Count what lives of a client',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'What lives of it.', schema: usageSchema },
    run: async (admin, { path: { client_id: key = '' } }) => {
      const { clientId } = await readClient(admin, key);
      const { usage, limit, lastUsedAt } = await readClientUsage(admin, clientId);
      return { body: { ...usage, limit, last_used_at: lastUsedAt?.toISOString() ?? null } };
    },
  }),
];

function tellLine({ clientId, name, kind, enabled, selfRegistered, secrets }: ClientLine): z.output<typeof lineSchema> {
  return { client_id: clientId, name, kind, enabled, self_registered: selfRegistered, secrets };
}
