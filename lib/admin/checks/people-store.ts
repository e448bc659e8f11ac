import type { Database } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';

/** A person in a finding. */
export type CheckedPerson = { readonly sub: string; readonly username: string };

/** The page of a rule shows no more than this. */
const maximumNamed = 100;

/** The people in findings, at most 100 for each rule. */
export type NamedPeople = {
  /** Owners who can sign in but have neither an authenticator nor a passkey. */
  readonly bareOwners: readonly CheckedPerson[];
  /**
   * Accounts whose username is the verified address of another enabled account. Only the other person can sign in with
   * it.
   */
  readonly foreignNames: readonly CheckedPerson[];
};

/** One statement, because the overview also counts the findings. */
export async function listNamedPeople(db: Database): Promise<NamedPeople> {
  const rows = await db.$queryRaw<(CheckedPerson & { rule: string })[]>`
    SELECT * FROM (
      SELECT 'bare' AS "rule", o."sub", o."username" FROM "User" o
      WHERE o."admin" = 'owner' AND o."enabled" = true
        AND NOT EXISTS (SELECT 1 FROM "Authenticator" f WHERE f."sub" = o."sub")
        AND NOT EXISTS (SELECT 1 FROM "Passkey" p WHERE p."sub" = o."sub")
      ORDER BY o."usernameKey" LIMIT ${maximumNamed}) AS bare
    UNION ALL SELECT * FROM (
      SELECT 'foreign' AS "rule", a."sub", a."username" FROM "User" a
      WHERE a."hasUnprovedName" = true AND EXISTS (
        SELECT 1 FROM "User" b
        WHERE b."canonicalEmail" = a."canonicalUsername" AND b."emailVerified" = true AND b."enabled" = true)
      ORDER BY a."usernameKey" LIMIT ${maximumNamed}) AS named`;
  const of = (rule: string) => rows.flatMap(({ rule: own, ...person }) => (own === rule ? [person] : []));
  return { bareOwners: of('bare'), foreignNames: of('foreign') };
}

/**
 * The number of enabled accounts that have no email address to sign in with and no other way to sign in: they have no
 * verified address and no identity at a provider. Reads every account.
 * @param tenant counts only people who may enter it; null for everybody
 * @param arePasskeysOn whether people can sign in with a passkey
 */
export async function countWithoutAddress(
  db: Database,
  { tenant, arePasskeysOn }: { readonly tenant: string | null; readonly arePasskeysOn: boolean },
): Promise<number> {
  return countPeople(db, [
    sql`u."enabled" = true`,
    sql`u."emailVerified" = false`,
    sql`NOT EXISTS (SELECT 1 FROM "UserIdentity" i WHERE i."sub" = u."sub")`,
    ...(arePasskeysOn ? [sql`NOT EXISTS (SELECT 1 FROM "Passkey" p WHERE p."sub" = u."sub")`] : []),
    ...ofTenant(tenant),
  ]);
}

/**
 * The number of people who can sign in but have neither an authenticator nor a passkey. Reads every account.
 * @param tenant counts only people who may enter it; null for everybody
 * @param isMailEnough whether a verified address is a second factor
 */
export async function countWithoutFactor(
  db: Database,
  { tenant, isMailEnough }: { readonly tenant: string | null; readonly isMailEnough: boolean },
): Promise<number> {
  return countPeople(db, [
    sql`u."enabled" = true`,
    sql`NOT EXISTS (SELECT 1 FROM "Authenticator" f WHERE f."sub" = u."sub")`,
    sql`NOT EXISTS (SELECT 1 FROM "Passkey" p WHERE p."sub" = u."sub")`,
    ...(isMailEnough ? [sql`u."emailVerified" = false`] : []),
    ...ofTenant(tenant),
  ]);
}

/** The column is JSON: "all", "none" or a list of names. Names contain no quotes, and no wildcards except _. */
function ofTenant(tenant: string | null) {
  if (tenant === null) return [];
  return [sql`(u."tenants" = '"all"' OR u."tenants" LIKE ${`%"${tenant.replaceAll('_', '\\_')}"%`} ESCAPE '\\')`];
}

async function countPeople(db: Database, conditions: Parameters<typeof join>[0]): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT count(*) AS "count" FROM "User" u WHERE ${join(conditions, ' AND ')}`;
  return Number(row?.count ?? 0);
}
