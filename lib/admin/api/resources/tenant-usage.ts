import { z } from 'zod';
import { getTenant, readTenantUsage } from '../../tenants/read';
import { defineOperation, type Operation } from '../operation';
import { object } from '../schemas';

/** A client in a response about something else. */
export const clientName = object('ClientName', { client_id: z.string(), name: z.string() });

const usageSchema = object('TenantUsage', {
  clients: z.array(clientName),
  people: z.int().meta({ description: 'Who may sign in under it and not under any.' }),
  limit: z.int().meta({ description: 'Counting the people stops one after this.' }),
});

/** The usage of a tenant. */
export const tenantUsageOperations: readonly Operation[] = [
  defineOperation({
    id: 'getTenantUsage',
    endpoint: 'GET /tenants/{name}/usage',
    summary: 'List the clients of a tenant and count its people',
    permission: 'read',
    success: { status: 200, description: 'What belongs to it.', schema: usageSchema },
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
