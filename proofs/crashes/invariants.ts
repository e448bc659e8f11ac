import { verifyChain } from '#lib/audit/seals/verify-chain';
import { masterSecret } from '#lib/crypto/master-secret';
import type { OpenDatabase } from '#lib/db/open-database';
import { testSecret } from '#lib/testing/running-server';

/** States that the rows must never have (security §2.3), each with the query that finds them in both dialects. */
const queries: Readonly<Record<string, string>> = {
  // 1: codes
  'a grant with two redeemed codes': `
    SELECT "grantId" AS id FROM "AuthorizationCode" WHERE "redeemedAt" IS NOT NULL GROUP BY "grantId" HAVING count(*) > 1`,
  'a redeemed code with offline access whose grant has no token and was not revoked': `
    SELECT g."id" FROM "Grant" g JOIN "AuthorizationCode" c ON c."grantId" = g."id"
    WHERE c."redeemedAt" IS NOT NULL AND g."revokedAt" IS NULL
      AND ' ' || g."scope" || ' ' LIKE '% offline!_access %' ESCAPE '!'
      AND NOT EXISTS (SELECT 1 FROM "RefreshToken" t WHERE t."grantId" = g."id")`,
  'a token of a code that nobody redeemed': `
    SELECT t."hash" AS id FROM "RefreshToken" t JOIN "AuthorizationCode" c ON c."grantId" = t."grantId"
    WHERE c."redeemedAt" IS NULL`,
  // 2: families
  'a family with two live refresh tokens': `
    SELECT t."grantId" AS id FROM "RefreshToken" t JOIN "Grant" g ON g."id" = t."grantId"
    WHERE t."consumedAt" IS NULL AND g."revokedAt" IS NULL GROUP BY t."grantId" HAVING count(*) > 1`,
  'a live family without a refresh token that can be used': `
    SELECT t."grantId" AS id FROM "RefreshToken" t JOIN "Grant" g ON g."id" = t."grantId"
    WHERE g."revokedAt" IS NULL GROUP BY t."grantId"
    HAVING sum(CASE WHEN t."consumedAt" IS NULL THEN 1 ELSE 0 END) = 0`,
  'a refresh token that was answered more often than its window allows': `
    SELECT "hash" AS id FROM "RefreshToken" WHERE "graceUses" > 10`,
  // 3: rows whose person, client or session is gone
  'a live grant of a session that ended': `
    SELECT g."id" FROM "Grant" g JOIN "Session" s ON s."sid" = g."sid"
    WHERE g."revokedAt" IS NULL AND s."endedAt" IS NOT NULL AND ' ' || g."scope" || ' ' NOT LIKE '% offline!_access %' ESCAPE '!'`,
  'a code that waits for the end of a session that ended': `
    SELECT c."hash" AS id FROM "AuthorizationCode" c JOIN "Grant" g ON g."id" = c."grantId"
    JOIN "Session" s ON s."sid" = g."sid"
    WHERE c."redeemedAt" IS NULL AND g."revokedAt" IS NULL AND s."endedAt" IS NOT NULL`,
  // 4: unique values
  'two people with one verified address': `
    SELECT "canonicalEmail" AS id FROM "User" WHERE "emailVerified" AND "canonicalEmail" IS NOT NULL
    GROUP BY "canonicalEmail" HAVING count(*) > 1`,
  'two reference tokens with one jti': `
    SELECT "jti" AS id FROM "AccessToken" GROUP BY "jti" HAVING count(*) > 1`,
  // 5: keys
  'two keys that sign with the same algorithm': `
    SELECT "alg" AS id FROM "SigningKey" WHERE "retiresAt" IS NULL GROUP BY "alg" HAVING count(*) > 1`,
  // 7: counters
  'a counter below zero': `SELECT "key" AS id FROM "RateLimit" WHERE "count" < 0`,
};

export const queryCount = Object.keys(queries).length;

/** Tables whose expired rows the sweeper deletes. No row may be expired for longer than `sweptAfterMs`. */
const swept = ['Interaction', 'AccessToken', 'Grant', 'RateLimit', 'Session', 'Browser', 'PushedRequest', 'UsedJwt'];
const sweptAfterMs = 2 * 86_400_000;

/**
 * Checks a database while nothing writes to it (security §2.3, 1 to 5, 7 and 9).
 * @returns one line for each row that violates an invariant
 */
export async function findBroken(open: OpenDatabase): Promise<string[]> {
  const broken: string[] = [];
  await open.session(async ({ rows }) => {
    for (const [problem, query] of Object.entries(queries)) {
      for (const { id } of await rows(query)) broken.push(`${problem}: ${String(id)}`);
    }
    const before = new Date(Date.now() - sweptAfterMs).toISOString().slice(0, 10);
    for (const table of swept) {
      const [row] = await rows(`SELECT count(*) AS number FROM "${table}" WHERE "expiresAt" < '${before}'`);
      if (Number(row?.number) > 0) broken.push(`${row?.number} rows of ${table} should be gone`);
    }
  });
  return broken;
}

/** Invariant 6: the audit log is one chain. @returns the problems */
export async function findBrokenChain({ db }: OpenDatabase): Promise<string[]> {
  const report = await verifyChain(db, masterSecret(testSecret), new Date());
  return report.intact ? [] : [`the audit log is ${report.problem} at ${report.sequence}`];
}

/** Invariant 8: none of these secrets is in the tables or in the log. @returns where one was found */
export async function findClear(open: OpenDatabase, secrets: readonly string[], logged: string): Promise<string[]> {
  const found = secrets.filter((text) => logged.includes(text)).map(() => 'a secret is in the log');
  const list = {
    sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    postgresql: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  };
  await open.session(async ({ rows }) => {
    for (const { name } of await rows(list[open.dialect])) {
      const stored = await rows(`SELECT * FROM "${String(name)}"`);
      const text = JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      if (secrets.some((secret) => text.includes(secret))) found.push(`a secret is in the table ${String(name)}`);
    }
  });
  return found;
}
