import type { Database, Transaction } from '#lib/db/database';
import { readAdminRole } from '#lib/users/read-user';
import { roleInForce } from '#lib/users/role-in-force';

/** What a list says about a person. */
export type UserRow = {
  readonly sub: string;
  readonly username: string;
  readonly usernameKey: string;
  readonly claims: string;
  readonly enabled: boolean;
  readonly admin: string | null;
  /** JSON. */
  readonly tenants: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
};

export const lineColumns = {
  sub: true,
  username: true,
  usernameKey: true,
  claims: true,
  enabled: true,
  admin: true,
  tenants: true,
  createdAt: true,
  lastSignInAt: true,
} as const;

/** Which people; all given conditions have to match. */
export type UserFilter = {
  readonly enabled?: boolean;
  readonly admin?: string;
  /** The person never signed in. */
  readonly lastSignInAt?: null;
  /** They got a token since the beginning of an hour. */
  readonly active?: { readonly hour: { readonly gte: Date } };
  readonly sub?: { readonly in: string[] };
  /** There were failures at one of their factors since a time. */
  readonly factorFailures?: { readonly some: { readonly attackedAt: { readonly gte: Date } } };
  /** They can sign in with a provider. */
  readonly identities?: { readonly some: { readonly provider: string } };
  /** They have a word of the index. */
  readonly words?: { readonly some: { readonly word: string } };
};

/** When a person came, was changed and was here last. */
export async function findTimes(db: Database, sub: string) {
  return db.user.findUnique({ where: { sub }, select: { createdAt: true, updatedAt: true, lastSignInAt: true } });
}

/**
 * Holds a person against every other change until the transaction ends, and remembers that there was one.
 * @returns false for an unknown person
 */
export async function touchUser(tx: Transaction, sub: string, now: Date): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { sub }, data: { updatedAt: now } });
  return count === 1;
}

/**
 * Holds every owner: of two transactions that would each take one's power away the second one sees what the first did.
 * @returns the subs of those who can sign in and whose role counts
 */
export async function lockOwners(tx: Transaction): Promise<string[]> {
  const owners = await tx.user.updateManyAndReturn({
    where: { admin: 'owner' },
    data: { admin: 'owner' },
    select: { sub: true, enabled: true, passwordHash: true, passwordCarries: true },
  });
  const inForce = owners.filter(({ enabled, passwordHash, passwordCarries }) => {
    const password = { passwordHash, passwordCarries: readAdminRole(passwordCarries) };
    return enabled && roleInForce({ admin: 'owner', ...password }) === 'owner';
  });
  return inForce.map(({ sub }) => sub);
}

/** The maximum that a page shows of what belongs to a person, above any real number. */
const maximumRows = 200;

/** A person's sessions that were not ended, the latest authentication first. */
export async function findSessions(db: Database, sub: string, now: Date) {
  return db.session.findMany({
    where: { sub, endedAt: null, expiresAt: { gt: now } },
    orderBy: [{ authTime: 'desc' }, { sid: 'asc' }],
    take: maximumRows,
    select: {
      sid: true,
      authTime: true,
      idp: true,
      remember: true,
      userAgent: true,
      address: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
      clients: { select: { clientId: true }, orderBy: { clientId: 'asc' } },
    },
  });
}

/** The browser of a session; the session has to be this person's. */
export async function findSessionBrowser(tx: Transaction, key: { sid: string; sub: string }): Promise<string | null> {
  const row = await tx.session.findFirst({ where: { ...key, endedAt: null }, select: { browserId: true } });
  return row?.browserId ?? null;
}

export async function findGrants(db: Database, sub: string, now: Date) {
  return db.grant.findMany({
    where: { sub, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: maximumRows,
    select: { clientId: true, scope: true, createdAt: true, expiresAt: true },
  });
}

export async function findConsents(db: Database, sub: string) {
  return db.consent.findMany({
    where: { sub },
    orderBy: { clientId: 'asc' },
    take: maximumRows,
    select: { clientId: true, scope: true, createdAt: true, expiresAt: true },
  });
}

/** Ends what a person granted to a client and forgets the consent. @returns how much there was of it */
export async function withdrawClient(
  tx: Transaction,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<number> {
  const grants = await tx.grant.updateMany({
    where: { sub, clientId, revokedAt: null },
    data: { revokedAt: now, revokedReason: 'withdrawn' },
  });
  const consents = await tx.consent.deleteMany({ where: { sub, clientId } });
  return grants.count + consents.count;
}

export async function findIdentities(db: Database, sub: string) {
  return db.userIdentity.findMany({
    where: { sub },
    orderBy: [{ provider: 'asc' }, { subject: 'asc' }],
    take: maximumRows,
    select: { provider: true, issuer: true, subject: true, createdAt: true, lastUsedAt: true },
  });
}

/** Takes an upstream identity from a person. @returns false when it was not theirs */
export async function removeIdentity(
  tx: Transaction,
  key: { readonly sub: string; readonly provider: string; readonly issuer: string; readonly subject: string },
): Promise<boolean> {
  return (await tx.userIdentity.deleteMany({ where: key })).count === 1;
}

/** How many links to set a password wait for a person. */
export async function countOpenLinks(db: Database, sub: string, now: Date): Promise<number> {
  return db.passwordLink.count({ where: { sub, usedAt: null, expiresAt: { gt: now } } });
}

export async function countUsersOf(db: Database, filter: UserFilter): Promise<number> {
  return db.user.count({ where: filter });
}
