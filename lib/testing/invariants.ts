import type pg from 'pg';

/** A state that the rows of a server must never have, even after a race, and the query that finds it. */
const queries: Readonly<Record<string, string>> = {
  'a grant with two redeemed codes': `
    SELECT "grantId" AS id FROM "AuthorizationCode" WHERE "redeemedAt" IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  'a family with two live refresh tokens': `
    SELECT t."grantId" AS id FROM "RefreshToken" t JOIN "Grant" g ON g."id" = t."grantId"
    WHERE t."consumedAt" IS NULL AND g."revokedAt" IS NULL GROUP BY 1 HAVING count(*) > 1`,
  'a refresh token that was answered more often than its window allows': `
    SELECT "hash" AS id FROM "RefreshToken" WHERE "graceUses" > 10`,
  'a live grant of a session that ended': `
    SELECT g."id" FROM "Grant" g JOIN "Session" s ON s."sid" = g."sid"
    WHERE g."revokedAt" IS NULL AND s."endedAt" IS NOT NULL AND NOT 'offline_access' = ANY (string_to_array(g."scope", ' '))`,
  'two keys that sign with the same algorithm': `
    SELECT "alg" AS id FROM "SigningKey" WHERE "retiresAt" IS NULL GROUP BY 1 HAVING count(*) > 1`,
};

/**
 * Checks a PostgreSQL database without concurrent writes, in which no key was rotated (security §2.3).
 * @returns one line for each row that violates an invariant
 */
export async function findBrokenInvariants(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [problem, query] of Object.entries(queries)) {
    const { rows } = await client.query<{ id: string }>(query);
    broken.push(...rows.map(({ id }) => `${problem}: ${id}`));
  }
  return broken;
}
