import type { Database, Transaction } from '#lib/db/database';

/** The factors of an account, without any key. */
export async function findFactors(db: Database, sub: string, now: Date) {
  return db.user.findUnique({
    where: { sub },
    select: {
      mustSetPassword: true,
      authenticator: { select: { createdAt: true, lastUsedAt: true } },
      passkeys: {
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, name: true, aaguid: true, createdAt: true, lastUsedAt: true },
      },
      recoveryCodes: { select: { createdAt: true, usedAt: true } },
      trustedDevices: { where: { expiresAt: { gt: now } }, select: { id: true } },
      accountLinks: {
        where: { usedAt: null, expiresAt: { gt: now } },
        orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }],
        select: { kind: true, expiresAt: true },
      },
    },
  });
}

/** Sets whether the person must set a new password at the next sign-in. @returns false if nothing changed */
export async function setMustSetPassword(tx: Transaction, sub: string, mustSetPassword: boolean): Promise<boolean> {
  const where = { sub, mustSetPassword: !mustSetPassword };
  return (await tx.user.updateMany({ where, data: { mustSetPassword } })).count === 1;
}
