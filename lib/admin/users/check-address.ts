import type { Transaction } from '#lib/db/database';
import { lockAddress } from '#lib/users/address-store';
import type { User } from '#lib/users/user';
import { findUsersByEmail } from '#lib/users/user-store';
import { addressColumns } from '#lib/vocabulary/email';
import { requireStrictProof } from '../access/strict-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { mayChange } from './read';

/**
 * Refuses an address that belongs to an account which this administrator may not change. Otherwise an editor could give
 * it to an account of their own, in which an application takes them for an owner, and the owner would no longer be found
 * by it (security #161). Whoever shares the address of anybody else changes how that person is found, and takes the same
 * proof (security #192). Locks the address until the transaction ends.
 * @param before the account as it is stored; null for a new one, and without claims for one that is enabled
 * @throws AdminError `forbidden` at the address, `reauthenticate`
 */
export async function checkAddress(
  tx: Transaction,
  admin: Pick<AdminContext, 'principal' | 'proof' | 'now'>,
  { before, claims }: { readonly before: Pick<User, 'sub' | 'claims'> | null; readonly claims: User['claims'] },
): Promise<void> {
  const { canonicalEmail: email, emailVerified } = addressColumns(claims);
  if (email === null) return;
  const former = before && addressColumns(before.claims);
  if (former?.canonicalEmail === email && (former.emailVerified || !emailVerified)) return;
  await lockAddress(tx, email, admin.now);
  const holders = (await findUsersByEmail(tx, email)).filter(({ sub }) => sub !== before?.sub);
  if (holders.length === 0) return;
  requireStrictProof(admin);
  if (holders.every((holder) => mayChange(admin.principal, holder))) return;
  const message = 'Only an owner can give this address to another user';
  throw new AdminError('forbidden', message, [{ field: 'email', code: 'address_of_owner', message }]);
}
