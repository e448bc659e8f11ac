import { z } from 'zod';
import { getTenant, readTenantUsage } from '../../tenants/read';
import { defineOperation, type Operation } from '../operation';
import { object } from '../schemas';

/** A client in a response about something else. */
export const clientName = object('ClientName', { client_id: z.string(), name: z.string() });

const usageSchema = object('TenantUsage', {
  clients: z.array(clientName),
  people: z.int().meta({ description: 'Users limited to certain tenants, including this one.' }),
  limit: z.int().meta({ description: 'Counting stops one after this number.' }),
});

/** The usage of a tenant. */
export const tenantUsageOperations: readonly Operation[] = [
  defineOperation({
    id: 'getTenantUsage',
    endpoint: 'GET /tenants/{name}/usage',
    summary: 'Get the usage of a tenant',
    permission: 'read',
    success: { status: 200, description: 'Its clients, and the number of its users.', schema: usageSchema },
    run: async (admin, { path }) => {
      const { name } = await getTenant(admin, path.name ?? null);
      const { clients, people, limit } = await readTenantUsage(admin, name);
      return { body: { clients: clients.map(tellClientName), people, limit } };
    },
  }),
];

export function tellClientName(client: { readonly clientId: string; readonly name: string }) {
  return { client_id: client.clientId, name: client.name };
}
