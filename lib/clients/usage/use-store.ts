import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { writeTally } from '#lib/usage/use-tally';
import { batchesOf } from '#lib/vocabulary/batches';
import { type ClientUse, clientUses } from './note-use';

/**
 * Writes the uses that this process noted since the last call.
 * @throws what the database throws. All uses are then written the next time
 */
export function writeUses(db: Database): Promise<void> {
  return writeTally(clientUses(db), (uses) => saveUses(db, uses));
}

/** Writes uses. Uses of deleted clients are left out, and an older use never replaces a newer one. */
export async function saveUses(db: Database, uses: readonly ClientUse[]): Promise<void> {
  for (const batch of batchesOf(uses)) await saveBatch(db, batch);
}

async function saveBatch(db: Database, uses: readonly ClientUse[]): Promise<void> {
  const ids = [...new Set(uses.map(({ clientId }) => clientId))];
  const clients = await db.client.findMany({
    where: { clientId: { in: ids }, removedAt: null },
    select: { clientId: true },
  });
  const known = new Set(clients.map(({ clientId }) => clientId));
  const rows = uses
    .filter(({ clientId }) => known.has(clientId))
    .map(({ clientId, kind, value, at }) => sql`(${clientId}, ${kind}, ${value}, ${at})`);
  if (rows.length === 0) return;
  await db.$executeRaw`
    INSERT INTO "ClientUse" ("clientId", "kind", "value", "lastUsedAt") VALUES ${join(rows)}
    ON CONFLICT ("clientId", "kind", "value") DO UPDATE SET "lastUsedAt" = excluded."lastUsedAt"
    WHERE "ClientUse"."lastUsedAt" < excluded."lastUsedAt"`;
}

export type LastUse = { readonly clientId: string; readonly kind: string; readonly value: string; readonly at: Date };

/** The last uses of clients and their parts. */
export async function listUses(
  db: Database | Transaction,
  clientIds: readonly string[],
  kinds?: readonly string[],
): Promise<LastUse[]> {
  if (clientIds.length === 0) return [];
  const rows = await db.clientUse.findMany({
    where: { clientId: { in: [...clientIds] }, ...(kinds && { kind: { in: [...kinds] } }) },
  });
  return rows.map(({ lastUsedAt, ...row }) => ({ ...row, at: lastUsedAt }));
}

/** When a client was last used, even if this process has not written it yet. */
export async function listClientUses(db: Database, clientIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const stored = new Map((await listUses(db, clientIds, ['client'])).map(({ clientId, at }) => [clientId, at]));
  const seen = clientIds.flatMap((clientId) => {
    const last = clientUses(db).lastSeen(`client ${clientId} `);
    return last === null ? [] : [[clientId, last] as const];
  });
  return new Map([...stored, ...seen.filter(([id, at]) => at > (stored.get(id) ?? 0))]);
}

/** When each client was last used. Clients that were never used are missing. */
export async function listLastUses(db: Database): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.clientUse.findMany({
    where: { kind: 'client', value: '' },
    select: { clientId: true, lastUsedAt: true },
  });
  return new Map(rows.map(({ clientId, lastUsedAt }) => [clientId, lastUsedAt]));
}

const sinceKey = 'uses_recorded_since';
/** Legacy flows have their own start, because earlier releases did not record response types. */
const legacySinceKey = 'legacy_uses_recorded_since';
/** The same for PKCE. */
const pkceSinceKey = 'pkce_uses_recorded_since';

/** Records when the recording of uses started, at the first call. Processes that start together may all call it. */
export async function beginRecording(db: Database, now: Date): Promise<void> {
  const since = now.toISOString();
  await db.$executeRaw`
    INSERT INTO "Installation" ("key", "value") VALUES (${sinceKey}, ${since}), (${legacySinceKey}, ${since}), (${pkceSinceKey}, ${since})
    ON CONFLICT ("key") DO NOTHING`;
}

/** When the recording of uses started. Null if no server has run yet. */
export function findRecordingStart(db: Database | Transaction): Promise<Date | null> {
  return findStart(db, sinceKey);
}

/**
 * Whether implicit, hybrid and the password grant are unused since a time.
 * @returns false also if these uses were not yet recorded at that time
 */
export async function areLegacyFlowsUnused(db: Database, since: Date): Promise<boolean> {
  const start = await findStart(db, legacySinceKey);
  if (start === null || start > since) return false;
  return (await listLegacyFlowClients(db, since, 1)).length === 0;
}

/** The first clients, in alphabetical order, that used implicit, hybrid or the password grant since a time. */
export async function listLegacyFlowClients(db: Database, since: Date, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ clientId: string }[]>`
    SELECT DISTINCT u."clientId" FROM "ClientUse" u
    WHERE u."lastUsedAt" >= ${since}
      AND (u."kind" = 'response_type' OR (u."kind" = 'grant_type' AND u."value" = 'password'))
    ORDER BY u."clientId" LIMIT ${limit}`;
  return rows.map(({ clientId }) => clientId);
}

/** Clients that sent assertions since a time, all of them addressed to the issuer. */
export async function listIssuerAssertions(db: Database, since: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ clientId: string }[]>`
    SELECT i."clientId" FROM "ClientUse" i
    WHERE i."kind" = 'assertion_audience' AND i."value" = 'issuer' AND i."lastUsedAt" >= ${since} AND NOT EXISTS (
      SELECT 1 FROM "ClientUse" o WHERE o."clientId" = i."clientId" AND o."kind" = 'assertion_audience'
        AND o."value" = 'endpoint' AND o."lastUsedAt" >= ${since})`;
  return rows.map(({ clientId }) => clientId);
}

/** What tokens left out since a time, by kind of use: its values by client. */
export async function listLeftOut(
  db: Database,
  since: Readonly<Record<'mixed_audience' | 'claims_omitted', Date>>,
): Promise<(kind: keyof typeof since) => ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.clientUse.findMany({
    where: { OR: Object.entries(since).map(([kind, from]) => ({ kind, lastUsedAt: { gte: from } })) },
    select: { clientId: true, kind: true, value: true },
  });
  return (kind) => collect(rows.filter((row) => row.kind === kind));
}

/** How a client redeemed its codes: all of them with a code challenge, or not. */
export type PkceUse = 'used' | 'unused';

/**
 * Whether clients, or one client, used PKCE since a time. Only redeemed codes count: anybody can send an authorization request in the
 * name of a client, but only the client can redeem its code.
 * @returns `unused` for a client that redeemed a code without a challenge. `used` for one that was created before that
 *   time and whose codes all had one, if this was recorded for that long. Others are missing
 */
export async function listPkceUses(
  db: Database | Transaction,
  since: Date,
  clientId: string | null = null,
): Promise<ReadonlyMap<string, PkceUse>> {
  const conditions = [sql`u."kind" = 'pkce'`, sql`u."lastUsedAt" >= ${since}`];
  if (clientId !== null) conditions.push(sql`u."clientId" = ${clientId}`);
  const rows = await db.$queryRaw<{ clientId: string; value: string; isOlder: unknown; start: string | null }[]>`
    SELECT u."clientId", u."value", c."createdAt" < ${since} AS "isOlder",
      (SELECT "value" FROM "Installation" WHERE "key" = ${pkceSinceKey}) AS "start"
    FROM "ClientUse" u JOIN "Client" c ON c."clientId" = u."clientId"
    WHERE ${join(conditions, ' AND ')}`;
  const uses = new Map<string, PkceUse>();
  for (const { clientId, value, isOlder, start } of rows) {
    const isRecorded = start !== null && new Date(start) <= since;
    if (value === 'unused') uses.set(clientId, 'unused');
    else if (isOlder && isRecorded && !uses.has(clientId)) uses.set(clientId, 'used');
  }
  return uses;
}

/** Secrets without an end that were created before a time: their IDs by client. */
export async function listOldSecrets(db: Database, before: Date): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.clientSecret.findMany({
    where: { createdAt: { lt: before }, expiresAt: null },
    select: { clientId: true, id: true },
  });
  return collect(rows.map(({ clientId, id }) => ({ clientId, value: id })));
}

async function findStart(db: Database | Transaction, key: string): Promise<Date | null> {
  const row = await db.installation.findUnique({ where: { key }, select: { value: true } });
  return row === null ? null : new Date(row.value);
}

/**
 * Clients that were created before a time and are unused since then.
 * @returns null if uses were not recorded for that long
 */
export async function listUnusedClients(db: Database, since: Date): Promise<string[] | null> {
  const start = await findRecordingStart(db);
  if (start === null || start > since) return null;
  const rows = await db.$queryRaw<{ clientId: string }[]>`
    SELECT c."clientId" FROM "Client" c
    WHERE c."createdAt" < ${since} AND NOT EXISTS (
      SELECT 1 FROM "ClientUse" u WHERE u."clientId" = c."clientId" AND u."kind" = 'client' AND u."value" = ''
        AND u."lastUsedAt" >= ${since})`;
  return rows.map(({ clientId }) => clientId);
}

/**
 * Redirect URIs and secrets of used clients that were created before a time and are unused since then. The creation
 * time of an address is unknown, so a client that was changed since then is left out. Uses must have been recorded
 * since then.
 * @returns the addresses and the IDs of secrets by client
 */
export async function listUnusedParts(
  db: Database,
  since: Date,
  clients: readonly { readonly clientId: string; readonly redirectUris: readonly string[] }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const inUse = sql`"ClientUse" u JOIN "Client" c ON c."clientId" = u."clientId"
    AND u."kind" = 'client' AND u."value" = '' AND u."lastUsedAt" >= ${since}`;
  const used = await db.$queryRaw<{ clientId: string; value: string | null }[]>`
    SELECT c."clientId", r."value" FROM ${inUse} LEFT JOIN "ClientUse" r ON r."clientId" = c."clientId"
      AND r."kind" = 'redirect_uri' AND r."lastUsedAt" >= ${since}
    WHERE c."updatedAt" < ${since}`;
  const secrets = await db.$queryRaw<{ clientId: string; value: string }[]>`
    SELECT s."clientId", s."id" AS "value" FROM ${inUse} JOIN "ClientSecret" s ON s."clientId" = c."clientId"
    WHERE s."createdAt" < ${since} AND NOT EXISTS (
      SELECT 1 FROM "ClientUse" o WHERE o."clientId" = s."clientId" AND o."kind" = 'secret' AND o."value" = s."id"
        AND o."lastUsedAt" >= ${since})`;
  const usedUris = collect(used);
  const unused = clients.flatMap(({ clientId, redirectUris }) => {
    const known = usedUris.get(clientId);
    return known ? redirectUris.filter((uri) => !known.has(uri)).map((value) => ({ clientId, value })) : [];
  });
  return collect([...unused, ...secrets]);
}

function collect<Value>(rows: readonly { readonly clientId: string; readonly value: Value }[]) {
  const found = new Map<string, Set<Value>>();
  for (const { clientId, value } of rows) found.set(clientId, (found.get(clientId) ?? new Set()).add(value));
  return found;
}
