import { listApis } from '#lib/apis/api-store';
import { lastRevisionNumber } from '#lib/audit/revision-store';
import type { Client } from '#lib/clients/client';
import { toClient } from '#lib/clients/client-record';
import { eachClient } from '#lib/clients/client-store';
import { governClients } from '#lib/clients/govern-clients';
import { listClientLogos } from '#lib/clients/logos/logo-store';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { readRevision, readWrites } from '#lib/db/revision';
import { type Group, listGroups } from '#lib/groups/group-store';
import { flatMapInSlices } from '#lib/http/in-slices';
import { loadKeyRings } from '#lib/keys/load-key-rings';
import { loadPairwiseSalt } from '#lib/keys/pairwise-salt';
import { toProvider } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { withBuiltIn } from '#lib/scopes/built-in';
import { listScopes } from '#lib/scopes/scope-store';
import { toBrand } from '#lib/tenants/brand';
import { lookOf } from '#lib/tenants/look';
import type { Portal } from '#lib/tenants/schema';
import { currentPortal, listTenants } from '#lib/tenants/tenant-store';
import { listRunningTraces } from '#lib/trace/step-store';
import { groupKey } from '#lib/vocabulary/group-name';
import { type ChangedEntries, findChangedEntries } from './changed-entry-store';
import type { Snapshot } from './snapshot';

const attempts = 3;

/**
 * Reads the whole configuration with sixteen statements, and two for each 250 clients. If the history lists the changes since
 * `former`, only the changed sections are read. Of the clients and groups, which may be very many, only the changed ones are read.
 * @param secret SIGNET_SECRET
 * @param former the previous snapshot, if any
 * @returns the configuration of one revision. If other writers interfere each time, it may contain parts of a newer
 * one. It then has the older number, so that the next check of the revision replaces it.
 * @throws WrongSecretError or SealError if a key or the salt of pairwise subjects cannot be opened
 */
export async function loadSnapshot(
  db: Database,
  secret: MasterSecret,
  now: Date,
  former: Snapshot | null = null,
): Promise<Snapshot> {
  for (let attempt = 1; ; attempt += 1) {
    const { number: revision, heldBy } = await readWrites(db);
    const written = { revision, recorded: await lastRevisionNumber(db) };
    // The history of a large change is complete once all of its entries are in place.
    const changed = former && heldBy === null ? await findChangedEntries(db, former, written) : null;
    const kept = former !== null && changed !== null ? { former, changed } : null;
    const sections = await readSections(db, secret, kept);
    const storedClients = await readClients(db, kept, sections.portal);
    const { keys, decryptionKeys, hintKeys } = kept?.former ?? (await loadKeyRings(db, secret, now));
    const parts = {
      ...sections,
      storedClients,
      clients:
        storedClients === former?.storedClients && sections.portal === former.portal
          ? former.clients
          : await governClients(storedClients, sections.portal),
      groups: await readGroups(db, kept),
      ...{ keys, decryptionKeys, hintKeys },
      pairwiseSalt: kept?.former.pairwiseSalt ?? (await loadPairwiseSalt(db, secret)),
      logos: await readLogos(db),
      traces: await listRunningTraces(db, now),
    };
    if (attempt === attempts || (await readRevision(db)) === written.revision) return { ...written, ...parts };
  }
}

/** The previous snapshot and the changes since. Null if everything must be read. */
type Kept = { readonly former: Snapshot; readonly changed: ChangedEntries } | null;

async function readClients(
  db: Database,
  kept: Kept,
  { securityProfile }: Pick<Snapshot['portal'], 'securityProfile'>,
): Promise<Snapshot['clients']> {
  const read = async (only: readonly string[] | null) => {
    const found = new Map<string, Client>();
    for await (const page of eachClient(db, only)) {
      const clients = await flatMapInSlices(page, (record) => [toClient(record, securityProfile)]);
      for (const client of clients) found.set(client.clientId, client);
    }
    return found;
  };
  if (kept === null || kept.former.portal.securityProfile !== securityProfile) return read(null);
  const { former, changed } = kept;
  if (changed.clients.length === 0) return former.storedClients;
  const found = await read(changed.clients);
  const clients = new Map(former.storedClients);
  for (const clientId of changed.clients) {
    const client = found.get(clientId);
    if (client === undefined) clients.delete(clientId);
    else clients.set(clientId, client);
  }
  return clients;
}

async function readGroups(db: Database, kept: Kept): Promise<Snapshot['groups']> {
  const toEntry = (group: Group) => [group.id, group] as const;
  if (kept === null) return new Map((await listGroups(db)).map(toEntry));
  const changed = new Set(kept.changed.groups.map(groupKey));
  if (changed.size === 0) return kept.former.groups;
  const others = [...kept.former.groups].filter(([, { key }]) => !changed.has(key));
  return new Map([...others, ...(await listGroups(db, [...changed])).map(toEntry)]);
}

/** Reads the short sections. Each is read completely, or not at all. */
async function readSections(
  db: Database,
  secret: MasterSecret,
  kept: Kept,
): Promise<Pick<Snapshot, 'portal' | 'apis' | 'scopes' | 'providers' | 'tenants' | 'brand' | 'brands'>> {
  const before = (section: string) => (kept === null || kept.changed.sections.has(section) ? null : kept.former);
  const portal = before('portal')?.portal ?? (await currentPortal(db));
  const tenants = before('tenants')?.tenants ?? (await readTenants(db));
  const { brand, brands } = (before('portal') && before('tenants')) ?? drawBrands(portal, tenants);
  return {
    ...{ portal, tenants, brand, brands },
    ...(await readApis(db, before('scopes') && before('apis'))),
    providers: before('identity_providers')?.providers ?? (await readProviders(db, secret)),
  };
}

/** Scopes know the APIs that list them, so one is read with the other. */
async function readApis(db: Database, former: Snapshot | null): Promise<Pick<Snapshot, 'apis' | 'scopes'>> {
  if (former !== null) return { apis: former.apis, scopes: former.scopes };
  const apis = await listApis(db);
  return { apis: new Map(apis.map((api) => [api.name, api])), scopes: withBuiltIn(await listScopes(db), apis) };
}

async function readProviders(db: Database, secret: MasterSecret): Promise<Snapshot['providers']> {
  return new Map((await listProviders(db)).map((record) => [record.name, toProvider(record, secret)]));
}

async function readTenants(db: Database): Promise<Snapshot['tenants']> {
  return new Map((await listTenants(db)).map((tenant) => [tenant.name, tenant]));
}

/** Tenants inherit from the portal. */
function drawBrands(portal: Portal, tenants: Snapshot['tenants']): Pick<Snapshot, 'brand' | 'brands'> {
  const brands = [...tenants].map(([name, tenant]) => [name, toBrand(lookOf(portal, tenant))] as const);
  return { brand: toBrand(lookOf(portal, null)), brands: new Map(brands) };
}

async function readLogos(db: Database): Promise<Snapshot['logos']> {
  const logos = await listClientLogos(db);
  return new Map(
    logos.flatMap(({ clientId, uri, hash }) => (hash === null ? [] : [[clientId, { uri, hash }] as const])),
  );
}
