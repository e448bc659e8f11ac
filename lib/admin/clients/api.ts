import { z } from 'zod';
import { encode } from '../api/encode';
import { entryOperations } from '../api/entries/entry-operations';
import { defineOperation, type Operation } from '../api/operation';
import { slicePage } from '../api/paging';
import { moment, object, pageOf, paging } from '../api/schemas';
import { applicationKinds } from './application-kind';
import { readClient, readClientUsage } from './read';
import { findClients, toClientLine } from './read-list';
import { clientSection } from './section';

const query = z.strictObject({
  ...paging,
  q: z.string().max(400).optional().meta({ description: 'Part of a name, ID or redirect URI.' }),
  kind: z.enum(applicationKinds).optional(),
  state: z.enum(['enabled', 'disabled']).optional(),
  origin: z.enum(['self', 'made']).optional().meta({
    description: '`self`: clients that registered themselves. `made`: clients that an administrator created.',
  }),
});

const lineSchema = object('ClientLine', {
  client_id: z.string(),
  name: z.string(),
  kind: z.enum(applicationKinds),
  enabled: z.boolean(),
  self_registered: z.boolean(),
  secrets: z.enum(['none', 'valid', 'expiring', 'expired']),
});

const usageSchema = object('ClientUsage', {
  people: z.int(),
  grants: z.int(),
  consents: z.int(),
  tokens: z.int(),
  limit: z.int().meta({ description: 'Counting stops one after this number.' }),
  last_used_at: moment.nullable(),
});

/** The operations for clients. */
export const clientOperations: readonly Operation[] = [
  defineOperation({
    id: 'listClients',
    endpoint: 'GET /clients',
    summary: 'List clients by name',
    permission: 'read',
    query,
    success: { status: 200, description: 'A page of clients.', schema: pageOf(lineSchema) },
    run: async ({ snapshot, now }, { query }) => {
      const { q = null, kind = null, state = null, origin = null } = query;
      const found = findClients({ snapshot, now }, { q, kind, state, origin });
      const { items, next } = slicePage(found, ({ order }) => order, { path: '/clients', query });
      return { body: { items: items.map((client) => encode(lineSchema, toClientLine(client, q, now))), next } };
    },
  }),
  ...entryOperations(clientSection),
  defineOperation({
    id: 'getClientUsage',
    endpoint: 'GET /clients/{client_id}/usage',
    summary: 'Get the usage of a client',
    permission: 'read',
    success: { status: 200, description: 'Its users, grants, consents and tokens.', schema: usageSchema },
    run: async (admin, { path: { client_id: key = '' } }) => {
      const { clientId } = await readClient(admin, key);
      const { usage, limit, lastUsedAt } = await readClientUsage(admin, clientId);
      return { body: encode(usageSchema, { ...usage, limit, lastUsedAt }) };
    },
  }),
];
