import type { Database, Transaction } from '#lib/db/database';
import { stillTrusted } from '#lib/factors/trusted-device-store';

/**
 * The factors of an account, without any key.
 * @param days how long a device is trusted, by the portal's setting
 */
export async function findFactors(db: Database, sub: string, { days, now }: { days: number; now: Date }) {
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
      trustedDevices: { where: stillTrusted({ days, now }), select: { id: true } },
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
