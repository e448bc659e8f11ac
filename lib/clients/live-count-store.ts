import type { Database } from '#lib/db/database';
import { isForgottenInSlices } from '#lib/db/revoke-grants';
import { join, raw, sql } from '#lib/db/sql';

/** Counting stops here. Pages then say "more than". */
export const countLimit = 1000;

/** The live data of a client. Each number is at most countLimit + 1. */
export type ClientUsage = {
  /** People with a live grant. */
  readonly people: number;
  readonly grants: number;
  readonly consents: number;
  /** Valid refresh tokens and reference access tokens. JWTs are not stored. */
  readonly tokens: number;
};

export async function countUsage(db: Database, clientId: string, now: Date): Promise<ClientUsage> {
  const most = countLimit + 1;
  const forgotten = raw(isForgottenInSlices('c'));
  // Prisma's own count() sorts before it stops. These statements stop as soon as the index has returned enough.
  const [row] = await db.$queryRaw<Record<keyof ClientUsage | 'references', bigint | number>[]>`
    SELECT
      (SELECT count(*) FROM (SELECT DISTINCT g."sub" FROM "Grant" g WHERE g."clientId" = ${clientId}
        AND g."sub" IS NOT NULL AND g."revokedAt" IS NULL AND g."expiresAt" > ${now} LIMIT ${most}) a) AS "people",
      (SELECT count(*) FROM (SELECT 1 FROM "Grant" g WHERE g."clientId" = ${clientId}
        AND g."revokedAt" IS NULL AND g."expiresAt" > ${now} LIMIT ${most}) b) AS "grants",
      (SELECT count(*) FROM (SELECT 1 FROM "Consent" c WHERE c."clientId" = ${clientId}
        AND (c."expiresAt" IS NULL OR c."expiresAt" > ${now}) AND NOT ${forgotten} LIMIT ${most}) c) AS "consents",
      (SELECT count(*) FROM (SELECT 1 FROM "Grant" g JOIN "RefreshToken" t ON t."grantId" = g."id"
        WHERE g."clientId" = ${clientId} AND g."revokedAt" IS NULL AND g."expiresAt" > ${now}
        AND t."consumedAt" IS NULL AND t."expiresAt" > ${now} LIMIT ${most}) d) AS "tokens",
      (SELECT count(*) FROM (SELECT 1 FROM "AccessToken" t WHERE t."clientId" = ${clientId}
        AND t."revokedAt" IS NULL AND t."expiresAt" > ${now} LIMIT ${most}) e) AS "references"`;
  if (row === undefined) throw new Error('the database counted nothing');
  const { people, grants, consents, tokens, references } = row;
  return {
    people: Number(people),
    grants: Number(grants),
    consents: Number(consents),
    tokens: Math.min(most, Number(tokens) + Number(references)),
  };
}

/**
 * The number of people with a live grant of one of these clients, and the number of grants. Each is at most countLimit
 * + 1.
 */
export async function countUsageOf(
  db: Database,
  clientIds: readonly string[],
  now: Date,
): Promise<{ readonly people: number; readonly grants: number }> {
  if (clientIds.length === 0) return { people: 0, grants: 0 };
  const most = countLimit + 1;
  const ids = join([...clientIds]);
  const [row] = await db.$queryRaw<{ people: bigint | number; grants: bigint | number }[]>`
    SELECT
      (SELECT count(*) FROM (SELECT DISTINCT g."sub" FROM "Grant" g WHERE g."clientId" IN (${ids})
        AND g."sub" IS NOT NULL AND g."revokedAt" IS NULL AND g."expiresAt" > ${now} LIMIT ${most}) a) AS "people",
      (SELECT count(*) FROM (SELECT 1 FROM "Grant" g WHERE g."clientId" IN (${ids})
        AND g."revokedAt" IS NULL AND g."expiresAt" > ${now} LIMIT ${most}) b) AS "grants"`;
  return { people: Number(row?.people ?? 0), grants: Number(row?.grants ?? 0) };
}

/**
 * The number of people with a live grant of each of these clients, at most a hundred clients. Each number is at most
 * countLimit + 1.
 */
export async function countPeople(
  db: Database,
  clientIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (clientIds.length === 0) return new Map();
  const most = countLimit + 1;
  const counts = clientIds.map(
    (clientId) => sql`SELECT CAST(${clientId} AS TEXT) AS "clientId", (SELECT count(*) FROM (
      SELECT DISTINCT g."sub" FROM "Grant" g WHERE g."clientId" = ${clientId}
        AND g."sub" IS NOT NULL AND g."revokedAt" IS NULL AND g."expiresAt" > ${now} LIMIT ${most}) a) AS "people"`,
  );
  const rows = await db.$queryRaw<{ clientId: string; people: bigint | number }[]>`${join(counts, ' UNION ALL ')}`;
  return new Map(rows.map(({ clientId, people }) => [clientId, Number(people)]));
}
