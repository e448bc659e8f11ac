import type { Database } from '#lib/db/database';
import { join, raw, sql } from '#lib/db/sql';
import { sliceSize, userSlices } from '#lib/users/user-list-store';

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

/** IS TRUE keeps SQLite from the index on `enabled`, which leads to nearly every account. */
const isEnabled = (alias: string) => sql`${raw(alias)}."enabled" IS TRUE`;

export async function listNamedPeople(db: Database): Promise<NamedPeople> {
  return { bareOwners: await listBareOwners(db), foreignNames: await listForeignNames(db) };
}

const hasNoPasskey = sql`NOT EXISTS (SELECT 1 FROM "Passkey" p WHERE p."sub" = u."sub")`;

/** Owners are few. */
function listBareOwners(db: Database): Promise<CheckedPerson[]> {
  return db.$queryRaw<CheckedPerson[]>`
    SELECT o."sub", o."username" FROM "User" o
    WHERE o."admin" = 'owner' AND ${isEnabled('o')}
      AND NOT EXISTS (SELECT 1 FROM "Authenticator" f WHERE f."sub" = o."sub")
      AND NOT EXISTS (SELECT 1 FROM "Passkey" p WHERE p."sub" = o."sub")
    ORDER BY o."usernameKey" LIMIT ${maximumNamed}`;
}

/** Reads every account. */
async function listForeignNames(db: Database): Promise<CheckedPerson[]> {
  let found: (CheckedPerson & { readonly usernameKey: string })[] = [];
  for await (const slice of slices(db)) {
    const rows = await db.$queryRaw<typeof found>`
      SELECT u."sub", u."username", u."usernameKey" FROM ${slice}
      WHERE u."hasUnprovedName" IS TRUE AND EXISTS (
        SELECT 1 FROM "User" b
        WHERE b."canonicalEmail" = u."canonicalUsername" AND b."emailVerified" IS TRUE AND ${isEnabled('b')})`;
    if (rows.length === 0) continue;
    found = [...found, ...rows].sort((a, b) => (a.usernameKey < b.usernameKey ? -1 : 1)).slice(0, maximumNamed);
  }
  return found.map(({ sub, username }) => ({ sub, username }));
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
    isEnabled('u'),
    sql`u."emailVerified" = false`,
    sql`NOT EXISTS (SELECT 1 FROM "UserIdentity" i WHERE i."sub" = u."sub")`,
    ...(arePasskeysOn ? [hasNoPasskey] : []),
    ...ofTenant(tenant),
  ]);
}

/**
 * The number of people who can sign in but have neither an authenticator nor a passkey. Reads every account.
 * @param tenant counts only people who may enter it; null for everybody
 * @param policy `isMailEnough`: whether a verified address is a second factor; `arePasskeysOn`: whether a passkey is one
 */
export async function countWithoutFactor(
  db: Database,
  tenant: string | null,
  { isMailEnough, arePasskeysOn }: { readonly isMailEnough: boolean; readonly arePasskeysOn: boolean },
): Promise<number> {
  return countPeople(db, [
    isEnabled('u'),
    sql`NOT EXISTS (SELECT 1 FROM "Authenticator" f WHERE f."sub" = u."sub")`,
    ...(arePasskeysOn ? [hasNoPasskey] : []),
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
  let total = 0;
  for await (const slice of slices(db)) {
    const [row] = await db.$queryRaw<{ count: bigint | number }[]>`
      SELECT count(*) AS "count" FROM ${slice} WHERE ${join(conditions, ' AND ')}`;
    total += Number(row?.count ?? 0);
  }
  return total;
}

/** All accounts in slices, as tables named `u`. */
async function* slices(db: Database): AsyncGenerator<ReturnType<typeof sql>> {
  for await (const { gt } of userSlices(db)) {
    yield sql`(SELECT "sub", "username", "canonicalUsername", "usernameKey", "enabled", "emailVerified", "tenants",
        "hasUnprovedName" FROM "User" WHERE "sub" > ${gt} ORDER BY "sub" LIMIT ${sliceSize}) u`;
  }
}
