import type { Client } from '#lib/clients/client';
import { toClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { listClientLogos } from '#lib/clients/logos/logo-store';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import { loadKeyRing } from '#lib/keys/load-key-ring';
import { toProvider } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { withBuiltIn } from '#lib/scopes/built-in';
import { listScopes } from '#lib/scopes/scope-store';
import { toBrand } from '#lib/tenants/brand';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { findPortal, listTenants } from '#lib/tenants/tenant-store';
import { listRunningTraces } from '#lib/trace/step-store';
import { listChangedClients } from './changed-client-store';
import type { Snapshot } from './snapshot';

const attempts = 3;

/**
 * Reads the whole configuration: twelve statements, however much of it there is. Of the clients, of which there may be
 * very many, only those that changed after `former` when the history tells which.
 * @param secret SIGNET_SECRET
 * @param former what was read before, if anything
 * @returns the configuration as of one revision. Only when writers come in between each time it may hold parts of a
 *   newer one; it then carries the older number, so that the next look at the revision replaces it.
 * @throws WrongSecretError or SealError when a key or a provider's secret does not open
 */
export async function loadSnapshot(
  db: Database,
  secret: MasterSecret,
  now: Date,
  former: Snapshot | null = null,
): Promise<Snapshot> {
  for (let attempt = 1; ; attempt += 1) {
    const revision = await readRevision(db);
    const clients = await readClients(db, revision, former);
    const parts = { clients, ...(await readParts(db, secret, now)) };
    if (attempt === attempts || (await readRevision(db)) === revision) return { revision, ...parts };
  }
}

async function readClients(
  db: Database,
  revision: number,
  former: Snapshot | null,
): Promise<ReadonlyMap<string, Client>> {
  const changed = former && (await listChangedClients(db, { after: former.revision, upTo: revision }));
  const records = await listClients(db, changed);
  const found = new Map(records.map((record) => [record.clientId, toClient(record)]));
  if (former === null || changed === null) return found;
  if (changed.length === 0) return former.clients;
  const clients = new Map([...former.clients, ...found]);
  for (const clientId of changed) if (!found.has(clientId)) clients.delete(clientId);
  return clients;
}

async function readLogos(db: Database): Promise<Snapshot['logos']> {
  const logos = await listClientLogos(db);
  return new Map(
    logos.flatMap(({ clientId, uri, hash }) => (hash === null ? [] : [[clientId, { uri, hash }] as const])),
  );
}

async function readParts(
  db: Database,
  secret: MasterSecret,
  now: Date,
): Promise<Omit<Snapshot, 'revision' | 'clients'>> {
  const scopes = await listScopes(db);
  const providers = await listProviders(db);
  const tenants = await listTenants(db);
  return {
    portal: (await findPortal(db)) ?? defaultPortal,
    scopes: withBuiltIn(scopes),
    providers: new Map(providers.map((record) => [record.name, toProvider(record, secret)])),
    tenants: new Map(tenants.map((tenant) => [tenant.name, tenant])),
    brands: new Map(tenants.map((tenant) => [tenant.name, toBrand(tenant)])),
    logos: await readLogos(db),
    keys: await loadKeyRing(db, secret, now),
    traces: await listRunningTraces(db, now),
  };
}
