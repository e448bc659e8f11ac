import { toClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/store';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import { loadKeyRing } from '#lib/keys/load-key-ring';
import { toProvider } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/store';
import { withBuiltIn } from '#lib/scopes/built-in';
import { listScopes } from '#lib/scopes/store';
import { toBrand } from '#lib/tenants/brand';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { findPortal, listTenants } from '#lib/tenants/store';
import type { Snapshot } from './snapshot';

const attempts = 3;

/**
 * Reads the whole configuration: ten statements, however much of it there is.
 * @param secret SIGNET_SECRET
 * @returns the configuration as of one revision. Only when writers come in between each time it may hold parts of a
 *   newer one; it then carries the older number, so that the next look at the revision replaces it.
 * @throws WrongSecretError or SealError when a key or a provider's secret does not open
 */
export async function loadSnapshot(db: Database, secret: string, now: Date): Promise<Snapshot> {
  for (let attempt = 1; ; attempt += 1) {
    const revision = await readRevision(db);
    const parts = await readParts(db, secret, now);
    if (attempt === attempts || (await readRevision(db)) === revision) return { revision, ...parts };
  }
}

async function readParts(db: Database, secret: string, now: Date): Promise<Omit<Snapshot, 'revision'>> {
  const clients = await listClients(db);
  const scopes = await listScopes(db);
  const providers = await listProviders(db);
  const tenants = await listTenants(db);
  return {
    portal: (await findPortal(db)) ?? defaultPortal,
    clients: new Map(clients.map((record) => [record.clientId, toClient(record)])),
    scopes: withBuiltIn(scopes),
    providers: new Map(providers.map((record) => [record.name, toProvider(record, secret)])),
    tenants: new Map(tenants.map((tenant) => [tenant.name, tenant])),
    brands: new Map(tenants.map((tenant) => [tenant.name, toBrand(tenant)])),
    keys: await loadKeyRing(db, secret, now),
  };
}
