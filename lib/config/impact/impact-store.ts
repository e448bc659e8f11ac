import type { Database } from '#lib/db/database';

type Counted = { readonly count: bigint | number };

const numberOf = ([row]: readonly Counted[]) => Number(row?.count ?? 0);

/** The number of clients that used a scope since a time. Here and below, counting stops just past `limit`. */
export async function countScopeClients(db: Database, scope: string, since: Date, limit: number): Promise<number> {
  const rows = await db.$queryRaw<Counted[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "ClientUse" u
      WHERE u."kind" = 'scope' AND u."value" = ${scope} AND u."lastUsedAt" >= ${since} LIMIT ${limit + 1}) a`;
  return numberOf(rows);
}

/** The number of people with an identity at a provider. */
export async function countProviderPeople(db: Database, provider: string, limit: number): Promise<number> {
  const rows = await db.$queryRaw<Counted[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "UserIdentity" i WHERE i."provider" = ${provider}
      LIMIT ${limit + 1}) a`;
  return numberOf(rows);
}

export async function countTenantClients(db: Database, tenant: string, limit: number): Promise<number> {
  const rows = await db.$queryRaw<Counted[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "Client" c WHERE c."tenant" = ${tenant} LIMIT ${limit + 1}) a`;
  return numberOf(rows);
}

/** The number of active grants that were made under a tenant. */
export async function countTenantGrants(db: Database, tenant: string, now: Date, limit: number): Promise<number> {
  const rows = await db.$queryRaw<Counted[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "Grant" g WHERE g."tenant" = ${tenant} AND g."revokedAt" IS NULL
      AND g."expiresAt" > ${now} LIMIT ${limit + 1}) a`;
  return numberOf(rows);
}

/** The number of active grants and open sessions of a person. */
export async function countOfPerson(db: Database, sub: string, now: Date) {
  return {
    grants: await db.grant.count({ where: { sub, revokedAt: null, expiresAt: { gt: now } } }),
    sessions: await db.session.count({ where: { sub, endedAt: null, expiresAt: { gt: now } } }),
  };
}

/** The IDs of the secrets of some clients, with their hashes. */
export async function listSecretIds(db: Database, clientIds: readonly string[]) {
  return db.clientSecret.findMany({
    where: { clientId: { in: [...clientIds] } },
    select: { id: true, clientId: true, hash: true },
  });
}

/** Whether somebody is in a group, or has a role of a client or an API, that left the configuration. */
export async function isHeld(
  db: Database,
  { section, key }: { readonly section: string; readonly key: string },
  id: string,
): Promise<boolean> {
  const select = { sub: true } as const;
  if (section === 'groups') return (await db.membership.findFirst({ where: { groupId: id }, select })) !== null;
  const owner = section === 'clients' ? { clientId: key } : { api: key };
  return (await db.assignment.findFirst({ where: { target: id, ...owner }, select })) !== null;
}
