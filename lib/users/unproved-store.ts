import type { Database, Transaction } from '#lib/db/database';
import type { UserSlice } from './user-slice-store';

/** An account that a person created without verifying its address. */
type UnprovedAccount = { readonly sub: string; readonly username: string };

const origin = 'sign_up';

/** Accounts of this kind without a role and without a sign-in since a time, among those of a slice. */
export async function listUnprovedAccounts(db: Database, before: Date, slice: UserSlice): Promise<UnprovedAccount[]> {
  const where = { sub: slice, AND: [unproved(before)] };
  return db.user.findMany({ where, select: { sub: true, username: true } });
}

/**
 * Locks such an account until the transaction ends, if it still qualifies.
 * @returns false if the person signed in or verified an address in the meantime
 */
export async function lockUnprovedAccount(tx: Transaction, sub: string, before: Date): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { sub, ...unproved(before) }, data: { origin } });
  return count === 1;
}

function unproved(before: Date) {
  return {
    origin,
    emailVerified: false,
    // Written like this, SQLite does not use the index on roles, which most accounts do not have.
    NOT: { admin: { not: null } },
    OR: [{ lastSignInAt: { lt: before } }, { lastSignInAt: null, createdAt: { lt: before } }],
  };
}
