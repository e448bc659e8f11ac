import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import type { ClientSecret } from './client';
import type { ClientRecord } from './client-record';
import { fromClientRow, toClientRow } from './client-row';

const uriKinds = {
  redirect: 'redirectUris',
  post_logout: 'postLogoutRedirectUris',
  cors: 'allowedCorsOrigins',
} as const;

/**
 * Every client, with its URIs and secrets in order: three statements however many there are.
 * @param only these client_ids, a few hundred at most
 */
export async function listClients(
  db: Database | Transaction,
  only: readonly string[] | null = null,
): Promise<ClientRecord[]> {
  if (only?.length === 0) return [];
  const where = only === null ? {} : { clientId: { in: [...only] } };
  const rows = await db.client.findMany({ where, omit: { createdAt: true, updatedAt: true } });
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

/** One client with the time it was made; null when there is none. */
export async function findClient(
  db: Database | Transaction,
  clientId: string,
): Promise<{ record: ClientRecord; createdAt: Date } | null> {
  const where = { clientId };
  const row = await db.client.findUnique({ where, omit: { updatedAt: true } });
  if (row === null) return null;
  const { createdAt, ...columns } = row;
  return { record: toRecord(columns, await listUris(db, where), await listSecrets(db, where)), createdAt };
}

/** How many clients registered themselves without anybody vouching for them. */
export function countSelfRegistered(tx: Transaction): Promise<number> {
  return tx.client.count({ where: { selfRegistered: true } });
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

/** Creates clients that do not exist yet. */
export async function createClients(tx: Transaction, records: readonly ClientRecord[], now: Date): Promise<void> {
  const rows = records.map((record) => ({ ...toClientRow(record), createdAt: now, updatedAt: now }));
  for (const data of batchesOf(rows)) await tx.client.createMany({ data });
  await createUris(tx, records);
  await createSecrets(
    tx,
    records.flatMap((record) => secretRows(record, now)),
  );
}

/** Replaces a client whole, without touching what was granted to it; a secret that stays keeps the time it was made. */
export async function updateClient(tx: Transaction, record: ClientRecord, now: Date): Promise<void> {
  const { clientId, ...columns } = toClientRow(record);
  const where = { clientId };
  await tx.client.update({ where, data: { ...columns, updatedAt: now }, select: { clientId: true } });
  await tx.clientUri.deleteMany({ where });
  await createUris(tx, [record]);
  const former = await tx.clientSecret.findMany({ where, select: { id: true, createdAt: true } });
  const madeAt = new Map(former.map((secret) => [secret.id, secret.createdAt]));
  await tx.clientSecret.deleteMany({ where });
  await createSecrets(
    tx,
    secretRows(record, now).map((row) => ({ ...row, createdAt: madeAt.get(row.id) ?? now })),
  );
}

/** Deletes clients with everything that was granted to them. */
export async function deleteClients(tx: Transaction, clientIds: readonly string[]): Promise<void> {
  for (const ids of batchesOf(clientIds)) await tx.client.deleteMany({ where: { clientId: { in: ids } } });
}

async function createUris(tx: Transaction, records: readonly ClientRecord[]): Promise<void> {
  const rows = records.flatMap((record) =>
    Object.entries(uriKinds).flatMap(([kind, list]) =>
      record[list].map((uri, position) => ({ clientId: record.clientId, kind, position, uri })),
    ),
  );
  for (const data of batchesOf(rows)) await tx.clientUri.createMany({ data });
}

type SecretRow = ReturnType<typeof secretRows>[number];

function secretRows(record: ClientRecord, now: Date) {
  return record.secrets.map((secret, position) => ({
    ...secret,
    clientId: record.clientId,
    position,
    createdAt: now,
  }));
}

async function createSecrets(tx: Transaction, rows: readonly SecretRow[]): Promise<void> {
  for (const data of batchesOf(rows)) await tx.clientSecret.createMany({ data });
}
