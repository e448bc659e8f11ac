import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { startRemovals } from '#lib/db/removal';
import { join } from '#lib/db/sql';
import { type EntryView, entryColumns, rowsInForce, type StoredSecret } from '#lib/db/staged-rows';
import type { Dialect } from '#lib/db/statement';
import { flatMapInSlices } from '#lib/http/in-slices';
import { batchesOf } from '#lib/vocabulary/batches';
import { storedRoles } from '#lib/vocabulary/role';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import type { ClientRecord } from './client';
import { clientFields } from './schema';

const { client_id: _, client_secrets: __, ...fields } = clientFields;

/** What a client has instead of a broken value. Without grants, it can do nothing. */
const settings = storedEntry(fields, {
  // The strictest profile.
  securityProfile: 'fapi2_message_signing',
  agentState: 'blocked',
  access: 'assigned',
  grantTypes: [],
  responseTypes: [],
  responseModes: [],
  identityProviders: { allow: [] },
  registrationTokenHash: null,
});

/** The columns of a client. */
export function toClientRow(record: ClientRecord) {
  const { clientId, enabled, selfRegistered, agentState, agentEndDate, tenant, backchannelLogoutUri } = record;
  const { access, registrantNetwork, documentExpiresAt } = record;
  return {
    clientId,
    settings: settings.write(record),
    ...{ enabled, selfRegistered, agentState, agentEndDate, access, tenant, backchannelLogoutUri },
    ...{ registrantNetwork, documentExpiresAt },
  };
}

/** The tables that hold a client. */
export const clientTable = documentTable<ClientRecord>({
  table: 'Client',
  key: 'clientId',
  toRow: toClientRow,
  secrets: { table: 'ClientSecret', owner: 'clientId', of: ({ secrets }) => secrets },
});

const columns = { clientId: true, ...entryColumns, registrantNetwork: true, documentExpiresAt: true } as const;

/**
 * All clients, with their secrets in order. It needs two statements for each 250, and works on them in slices.
 * @param only these client_ids, at most a few hundred
 */
export async function listClients(
  db: Database | Transaction,
  only: readonly string[] | null = null,
): Promise<ClientRecord[]> {
  return collect(eachClient(db, only));
}

/** Some clients without what a large change makes of them. */
export function listFormerClients(db: Database | Transaction, clientIds: readonly string[]): Promise<ClientRecord[]> {
  return collect(eachClient(db, clientIds, 'former'));
}

async function collect(pages: AsyncIterable<readonly ClientRecord[]>): Promise<ClientRecord[]> {
  const records: ClientRecord[] = [];
  for await (const page of pages) records.push(...page);
  return records;
}

/** The same as listClients(), in pages: what a page was read from need not be kept until the last one. */
export async function* eachClient(
  db: Database | Transaction,
  only: readonly string[] | null = null,
  view?: EntryView,
): AsyncGenerator<ClientRecord[]> {
  if (only?.length === 0) return;
  for (let after: string | null = null; ; ) {
    const rows = await readPage(db, only, after);
    const [first, last] = [rows[0]?.clientId, rows.at(-1)?.clientId];
    if (first === undefined || last === undefined) return;
    const range = only === null ? { gte: first, lte: last } : { in: [...only] };
    const secrets = await listSecrets(db, { clientId: range });
    yield await flatMapInSlices(await rowsInForce(db, rows, view), ({ row, secrets: own }) => [
      toRecord(row, own ?? secrets.get(row.clientId) ?? []),
    ]);
    if (rows.length < pageSize) return;
    after = last;
  }
}

/** How many clients are read at a time: the driver and Prisma hold the event loop for so many rows. */
const pageSize = 250;

function readPage(db: Database | Transaction, only: readonly string[] | null, after: string | null) {
  const clientId = { ...(only !== null && { in: [...only] }), ...(after !== null && { gt: after }) };
  const orderBy = { clientId: 'asc' } as const;
  return db.client.findMany({ where: { clientId, removedAt: null }, orderBy, take: pageSize, select: columns });
}

type StoredClient = Pick<ReturnType<typeof toClientRow>, Exclude<keyof typeof columns, 'staged' | 'stagedBy'>>;

function toRecord(
  { clientId, settings: json, registrantNetwork, documentExpiresAt }: StoredClient,
  secrets: readonly StoredSecret[],
): ClientRecord {
  const own = settings.read(json);
  const roles = storedRoles(own.roles);
  return Object.assign(own, { roles, clientId, registrantNetwork, documentExpiresAt, secrets });
}

/** One client with its creation time. Null if there is none. */
export async function findClient(
  db: Database | Transaction,
  clientId: string,
): Promise<{ record: ClientRecord; createdAt: Date } | null> {
  const select = { ...columns, createdAt: true } as const;
  const stored = await db.client.findUnique({ where: { clientId, removedAt: null }, select });
  if (stored === null) return null;
  const secrets = await listSecrets(db, { clientId });
  const [found] = await rowsInForce(db, [stored]);
  if (found === undefined) return null;
  const { row } = found;
  return { record: toRecord(row, found.secrets ?? secrets.get(clientId) ?? []), createdAt: row.createdAt };
}

/**
 * Records that the document of a client was found unchanged. Freshness is not a setting, so there is no new revision.
 */
export async function noteDocument(db: Database, clientId: string, documentExpiresAt: Date): Promise<void> {
  await db.client.updateMany({ where: { clientId, documentExpiresAt: { not: null } }, data: { documentExpiresAt } });
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
      // It would come back open to everyone.
      access: 'everyone',
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
      access: 'everyone',
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

type Of = { readonly clientId: string | { in: string[] } | { gte: string; lte: string } };

async function listSecrets(db: Database | Transaction, where: Of): Promise<Map<string, StoredSecret[]>> {
  const rows = await db.clientSecret.findMany({ where, orderBy: { position: 'asc' }, omit: { createdAt: true } });
  const lists = new Map<string, StoredSecret[]>();
  for (const { clientId, position: _, ...secret } of rows) {
    const list = lists.get(clientId);
    if (list) list.push(secret);
    else lists.set(clientId, [secret]);
  }
  return lists;
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

/** Deletes the rows of clients to which nothing belongs. */
export async function deleteClientRows(tx: Transaction, clientIds: readonly string[]): Promise<void> {
  await tx.client.deleteMany({ where: { clientId: { in: [...clientIds] } } });
}

/** The same of those that emptyClients() left. */
export async function deleteEmptyClients(tx: Transaction, clientIds: readonly string[]): Promise<void> {
  await tx.client.deleteMany({ where: { clientId: { in: [...clientIds] }, removedAt: { not: null } } });
}

/** Takes everything from clients that they could be used with, and starts the removal of what belongs to them. */
export async function emptyClients(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  const where = { clientId: { in: [...ids] } };
  const nothing = { settings: '{}', enabled: false, selfRegistered: false, documentExpiresAt: null };
  const none = { tenant: null, backchannelLogoutUri: null, registrantNetwork: null, staged: null, stagedBy: null };
  const data = { ...nothing, ...none, removedAt: now };
  await tx.client.updateMany({ where, data });
  await tx.clientSecret.deleteMany({ where });
  await tx.clientUse.deleteMany({ where });
  await tx.clientLogo.deleteMany({ where });
  await tx.agentRequest.deleteMany({ where });
  await tx.trace.deleteMany({ where });
  await startRemovals(tx, 'client', ids, now);
}
