import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import { removeDependents, startRemovals } from '#lib/db/removal';
import { join } from '#lib/db/sql';
import { batchesOf } from '#lib/vocabulary/batches';
import type { ClientSecret } from './client';
import type { ClientRecord } from './client-record';
import { fromClientRow } from './client-row';

/**
 * All clients, with their URIs and secrets in order. It needs three statements, regardless of their number.
 * @param only these client_ids, at most a few hundred
 */
export async function listClients(
  db: Database | Transaction,
  only: readonly string[] | null = null,
): Promise<ClientRecord[]> {
  if (only?.length === 0) return [];
  const where = only === null ? {} : { clientId: { in: [...only] } };
  const omit = { createdAt: true, updatedAt: true, removedAt: true } as const;
  const rows = await db.client.findMany({ where: { ...where, removedAt: null }, omit });
  const uris = await listUris(db, where);
  const secrets = await listSecrets(db, where);
  return rows.map((row) => toRecord(row, uris, secrets));
}

function toRecord(
  row: Parameters<typeof fromClientRow>[0],
  uris: ReadonlyMap<string, string[]>,
  secrets: ReadonlyMap<string, ClientSecret[]>,
): ClientRecord {
  const id = row.clientId;
  return fromClientRow(row, {
    secrets: secrets.get(id) ?? [],
    redirectUris: uris.get(`redirect ${id}`) ?? [],
    postLogoutRedirectUris: uris.get(`post_logout ${id}`) ?? [],
    allowedCorsOrigins: uris.get(`cors ${id}`) ?? [],
  });
}

/** One client with its creation time. Null if there is none. */
export async function findClient(
  db: Database | Transaction,
  clientId: string,
): Promise<{ record: ClientRecord; createdAt: Date } | null> {
  const where = { clientId };
  const omit = { updatedAt: true, removedAt: true } as const;
  const row = await db.client.findUnique({ where: { ...where, removedAt: null }, omit });
  if (row === null) return null;
  const { createdAt, ...columns } = row;
  return { record: toRecord(columns, await listUris(db, where), await listSecrets(db, where)), createdAt };
}

/**
 * Records that the document of a client was found unchanged. Freshness is not a setting, so there is no new revision.
 */
export async function noteDocument(db: Database, clientId: string, documentExpiresAt: Date): Promise<void> {
  await db.client.updateMany({ where: { clientId, documentHash: { not: null } }, data: { documentExpiresAt } });
}

/** The IDs in this list that belong to a client. */
export async function listClientIds(db: Database | Transaction, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const batch of batchesOf(ids)) {
    const where = { clientId: { in: batch }, removedAt: null };
    const rows = await db.client.findMany({ where, select: { clientId: true } });
    found.push(...rows.map(({ clientId }) => clientId));
  }
  return found;
}

/** The number of self-registered agents. */
export function countSelfRegistered(db: Database | Transaction): Promise<number> {
  return db.client.count({ where: { selfRegistered: true } });
}

/** The number of self-registered clients whose place a network holds. */
export function countOfNetwork(tx: Transaction, registrantNetwork: string): Promise<number> {
  return tx.client.count({ where: { selfRegistered: true, registrantNetwork } });
}

type Places = {
  /** If there are more self-registered clients than this, they are kept for `scarceMs`, otherwise for `keptMs`. */
  readonly scarceAbove: number;
  readonly scarceMs: number;
  readonly keptMs: number;
  readonly now: Date;
};

/** Self-registered clients to delete because they had no sign-in, oldest first. */
export async function listUnusedRegistrations(
  db: Database | Transaction,
  { scarceAbove, scarceMs, keptMs, now }: Places,
  limit: number,
): Promise<string[]> {
  const isScarce = (await countSelfRegistered(db)) > scarceAbove;
  const before = new Date(now.getTime() - (isScarce ? scarceMs : keptMs));
  const rows = await db.client.findMany({
    where: {
      selfRegistered: true,
      // The decision of an operator is kept, because a block also applies to later registrations of the program.
      agentState: 'pending',
      agentRequests: { none: {} },
      createdAt: { lt: before },
      // Grants are deleted after their end, but the use of a redirect URI stays recorded.
      uses: { none: { kind: 'redirect_uri' } },
      grants: { none: { sub: { not: null } } },
    },
    orderBy: { createdAt: 'asc' },
    select: { clientId: true },
    take: limit,
  });
  return rows.map(({ clientId }) => clientId);
}

/**
 * Self-registered clients to delete because they were not used since a time, oldest first. Blocked ones and those with
 * a live grant are never included. Uses must have been recorded since that time.
 */
export async function listIdleRegistrations(
  db: Database | Transaction,
  { since, now }: { readonly since: Date; readonly now: Date },
  limit: number,
): Promise<string[]> {
  const rows = await db.client.findMany({
    where: {
      selfRegistered: true,
      agentState: { not: 'blocked' },
      createdAt: { lt: since },
      uses: { none: { kind: 'client', value: '', lastUsedAt: { gte: since } } },
      grants: { none: { revokedAt: null, expiresAt: { gt: now } } },
      agentRequests: { none: {} },
    },
    orderBy: { createdAt: 'asc' },
    select: { clientId: true },
    take: limit,
  });
  return rows.map(({ clientId }) => clientId);
}

/**
 * Enabled agents that have reached their end date.
 * @param today YYYY-MM-DD in UTC
 */
export async function listEndedAgents(db: Database | Transaction, today: string, limit: number): Promise<string[]> {
  const rows = await db.client.findMany({
    where: { selfRegistered: true, enabled: true, agentEndDate: { lte: today } },
    orderBy: { clientId: 'asc' },
    select: { clientId: true },
    take: limit,
  });
  return rows.map(({ clientId }) => clientId);
}

type Of = { readonly clientId?: string | { in: string[] } };

async function listUris(db: Database | Transaction, where: Of = {}): Promise<Map<string, string[]>> {
  const rows = await db.clientUri.findMany({ where, orderBy: { position: 'asc' } });
  const lists = new Map<string, string[]>();
  for (const { kind, clientId, uri } of rows) append(lists, `${kind} ${clientId}`, uri);
  return lists;
}

async function listSecrets(db: Database | Transaction, where: Of = {}): Promise<Map<string, ClientSecret[]>> {
  const rows = await db.clientSecret.findMany({ where, orderBy: { position: 'asc' }, omit: { createdAt: true } });
  const lists = new Map<string, ClientSecret[]>();
  for (const { clientId, position: _, ...secret } of rows) append(lists, clientId, secret);
  return lists;
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/**
 * Locks clients until the transaction ends, so that nobody can add a grant, a use or a request to them. SQLite needs no
 * lock, because it has one writer at a time.
 */
export async function lockClients(tx: Transaction, dialect: Dialect, clientIds: readonly string[]): Promise<void> {
  if (dialect === 'sqlite') return;
  // A foreign key takes FOR KEY SHARE, which conflicts with this lock and not with that of an update.
  await tx.$queryRaw`SELECT "clientId" FROM "Client" WHERE "clientId" IN (${join(clientIds)}) FOR UPDATE`;
}

/** A deletion removes at most this many rows that belonged to its clients. A job removes the rest in slices. */
const removedAtOnce = 300;

type Deletion = { readonly dialect: Dialect; readonly now: Date };

/**
 * Deletes clients with all of their grants. If there are too many rows for one transaction, the clients lose everything
 * that they could be used with, and are as good as none until continueRemovals() has removed the rest.
 */
export async function deleteClients(
  tx: Transaction,
  clientIds: readonly string[],
  { dialect, now }: Deletion,
): Promise<void> {
  let left = removedAtOnce;
  for (const ids of batchesOf(clientIds)) {
    await lockClients(tx, dialect, ids);
    const limit = Math.max(left, 1);
    const count = await removeDependents(tx, 'client', { names: ids, dialect, limit, now });
    left -= count;
    if (count < limit) await tx.client.deleteMany({ where: { clientId: { in: ids } } });
    else await emptyClients(tx, ids, now);
  }
}

/** Deletes the rows of clients that deleteClients() left, once nothing belongs to them. */
export async function deleteEmptyClients(tx: Transaction, clientIds: readonly string[]): Promise<void> {
  await tx.client.deleteMany({ where: { clientId: { in: [...clientIds] }, removedAt: { not: null } } });
}

async function emptyClients(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  const where = { clientId: { in: [...ids] } };
  const nothing = {
    enabled: false,
    selfRegistered: false,
    registrationTokenHash: null,
    documentHash: null,
    tenant: null,
    registrantNetwork: null,
  };
  await tx.client.updateMany({ where, data: { ...nothing, clientName: null, removedAt: now } });
  await tx.clientUri.deleteMany({ where });
  await tx.clientSecret.deleteMany({ where });
  await tx.clientUse.deleteMany({ where });
  await tx.clientLogo.deleteMany({ where });
  await tx.agentRequest.deleteMany({ where });
  await tx.trace.deleteMany({ where });
  await startRemovals(tx, 'client', ids, now);
}
