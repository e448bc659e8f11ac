import type { Database, Transaction } from '#lib/db/database';
import { revokeGrants } from '#lib/db/revoke-grants';
import { stillTrusted } from '#lib/factors/trusted-device-store';
import { liveSessions, type SessionLimits } from '#lib/sessions/session-life';
import { readAdminRole } from '#lib/users/read-user';
import { roleInForce } from '#lib/users/role-in-force';

/** The times when a user was created, changed and last signed in. */
export async function findTimes(db: Database, sub: string) {
  return db.user.findUnique({ where: { sub }, select: { createdAt: true, updatedAt: true, lastSignInAt: true } });
}

/**
 * Locks every owner. Of two transactions that each take the role from an owner, the second one sees the change of the
 * first.
 * @returns the subs of the owners who can sign in and whose role is in force
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

/** The maximum number of rows of one user that a page shows. No real user has as many. */
const maximumRows = 200;

type SessionsOf = {
  readonly sub: string;
  readonly sid?: string;
  readonly skip?: number;
  readonly take?: number;
};

/** The live sessions of a user, the latest authentication first. With `sid` only this one. */
export async function findSessions(
  db: Database,
  { sub, sid, skip = 0, take = maximumRows }: SessionsOf,
  limits: SessionLimits,
  now: Date,
) {
  return db.session.findMany({
    where: { sub, ...(sid !== undefined && { sid }), ...liveSessions(limits, now) },
    orderBy: [{ authTime: 'desc' }, { sid: 'asc' }],
    skip,
    take,
    select: {
      sid: true,
      authTime: true,
      idp: true,
      proofs: true,
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

/** The number of live sessions of a user. */
export async function countSessions(db: Database, sub: string, limits: SessionLimits, now: Date): Promise<number> {
  return db.session.count({ where: { sub, ...liveSessions(limits, now) } });
}

/** The browser of a session, if the session belongs to the user. */
export async function findSessionBrowser(tx: Transaction, key: { sid: string; sub: string }): Promise<string | null> {
  const row = await tx.session.findFirst({ where: { ...key, endedAt: null }, select: { browserId: true } });
  return row?.browserId ?? null;
}

/** Ends the grants of a user for a client, and forgets the consent. @returns how many there were */
export async function withdrawClient(
  tx: Transaction,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<number> {
  // Before the grants: an authorization that rests on the consent either fails, or has written its grant.
  const consents = await tx.consent.deleteMany({ where: { sub, clientId } });
  return consents.count + (await revokeGrants(tx, { sub, clientId }, { reason: 'withdrawn', now }));
}

export async function findIdentities(db: Database, sub: string) {
  return db.userIdentity.findMany({
    where: { sub },
    orderBy: [{ provider: 'asc' }, { subject: 'asc' }],
    take: maximumRows,
    select: { provider: true, issuer: true, subject: true, createdAt: true, lastUsedAt: true },
  });
}

/** The number of open links that let a user set a password. */
export async function countOpenLinks(db: Database, sub: string, now: Date): Promise<number> {
  return db.passwordLink.count({ where: { sub, usedAt: null, expiresAt: { gt: now } } });
}

/**
 * The factors of an account, without any key.
 * @param days how long a device is trusted, by the portal's setting
 */
export async function findFactors(db: Database, sub: string, { days, now }: { days: number; now: Date }) {
  return db.user.findUnique({
    where: { sub },
    select: {
      mustSetPassword: true,
      twoStep: true,
      admin: true,
      authenticator: { select: { createdAt: true, lastUsedAt: true } },
      passkeys: {
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, name: true, aaguid: true, createdAt: true, lastUsedAt: true },
      },
      recoveryCodes: { select: { createdAt: true, usedAt: true } },
      trustedDevices: { where: stillTrusted({ days, now }), select: { id: true } },
      accountLinks: {
        where: { usedAt: null, expiresAt: { gt: now } },
        orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }],
        select: { kind: true, expiresAt: true },
      },
      passwordLinks: {
        where: { email: { not: null }, usedAt: null, expiresAt: { gt: now } },
        select: { expiresAt: true },
      },
    },
  });
}

/** Sets whether the person must set a new password at the next sign-in. @returns false if nothing changed */
export async function setMustSetPassword(tx: Transaction, sub: string, mustSetPassword: boolean): Promise<boolean> {
  const where = { sub, mustSetPassword: !mustSetPassword };
  return (await tx.user.updateMany({ where, data: { mustSetPassword } })).count === 1;
}
