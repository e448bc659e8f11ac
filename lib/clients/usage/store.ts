import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import type { ClientUse } from './note-use';

/** Writes down uses; those of clients that are gone meanwhile are left out, and an older one replaces no newer one. */
export async function saveUses(db: Database, uses: readonly ClientUse[]): Promise<void> {
  const ids = [...new Set(uses.map(({ clientId }) => clientId))];
  const clients = await db.client.findMany({ where: { clientId: { in: ids } }, select: { clientId: true } });
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

/** When clients, and what they have, were used last. */
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

const sinceKey = 'uses_recorded_since';

/** Remembers since when uses are written down, the first time it is called. */
export async function beginRecording(db: Database, now: Date): Promise<void> {
  const data = { key: sinceKey, value: now.toISOString() };
  await db.installation.upsert({ where: { key: sinceKey }, create: data, update: {}, select: { key: true } });
}

/** Since when uses are written down; null when no server has run yet. */
export async function findRecordingStart(db: Database | Transaction): Promise<Date | null> {
  const row = await db.installation.findUnique({ where: { key: sinceKey }, select: { value: true } });
  return row === null ? null : new Date(row.value);
}

/**
 * Clients that were made before a time and not used since.
 * @returns null when uses have not been written down for so long: then it is not known
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
 * Redirect URIs and secrets of clients that are in use, which were there before a time and not used since. Nobody knows
 * when an address was added, so a client that was changed since is left out. Uses have to be written down since then.
 * @returns the addresses and the ids of secrets by client
 */
export async function listUnusedParts(db: Database, since: Date): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.$queryRaw<{ clientId: string; value: string }[]>`
    WITH "inUse" AS (
      SELECT c."clientId", c."updatedAt" FROM "ClientUse" u JOIN "Client" c ON c."clientId" = u."clientId"
      WHERE u."kind" = 'client' AND u."value" = '' AND u."lastUsedAt" >= ${since}
    )
    SELECT r."clientId", r."uri" AS "value" FROM "inUse" i JOIN "ClientUri" r ON r."clientId" = i."clientId"
    WHERE r."kind" = 'redirect' AND i."updatedAt" < ${since} AND NOT EXISTS (
      SELECT 1 FROM "ClientUse" u WHERE u."clientId" = r."clientId" AND u."kind" = 'redirect_uri' AND u."value" = r."uri"
        AND u."lastUsedAt" >= ${since})
    UNION ALL
    SELECT s."clientId", s."id" AS "value" FROM "inUse" i JOIN "ClientSecret" s ON s."clientId" = i."clientId"
    WHERE s."createdAt" < ${since} AND NOT EXISTS (
      SELECT 1 FROM "ClientUse" u WHERE u."clientId" = s."clientId" AND u."kind" = 'secret' AND u."value" = s."id"
        AND u."lastUsedAt" >= ${since})`;
  const found = new Map<string, Set<string>>();
  for (const { clientId, value } of rows) found.set(clientId, (found.get(clientId) ?? new Set()).add(value));
  return found;
}
