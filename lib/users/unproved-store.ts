import type { Database, Transaction } from '#lib/db/database';

/** An account that a person created without verifying its address. */
type UnprovedAccount = { readonly sub: string; readonly username: string };

/** Accounts of this kind without a role and without a sign-in since a time, at most `limit`. */
export async function listUnprovedAccounts(db: Database, before: Date, limit: number): Promise<UnprovedAccount[]> {
  const where = unproved(before);
  return db.user.findMany({ where, take: limit, orderBy: { createdAt: 'asc' }, select: { sub: true, username: true } });
}

/**
 * Deletes such an account, if it still qualifies.
 * @returns false if the person signed in or verified an address in the meantime
 */
export async function deleteUnprovedAccount(tx: Transaction, sub: string, before: Date): Promise<boolean> {
  return (await tx.user.deleteMany({ where: { sub, ...unproved(before) } })).count === 1;
}

function unproved(before: Date) {
  return {
    origin: 'sign_up',
    emailVerified: false,
    admin: null,
    OR: [{ lastSignInAt: { lt: before } }, { lastSignInAt: null, createdAt: { lt: before } }],
  };
}
