import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { findAddressHolders, lockAddress } from '#lib/users/address-store';
import { canonicalEmail } from '#lib/vocabulary/email';

type Claimed = { readonly email: string; readonly sub: string };

/**
 * Whether another enabled account verified this address first. This counts if people sign in with addresses at the
 * portal or at any tenant, because an account may belong to several (security #116). Locks the address until the
 * transaction ends.
 */
export async function isAddressTaken(tx: Transaction, { email, sub }: Claimed, context: Context): Promise<boolean> {
  const { portal, tenants } = context.snapshot;
  const identifiers = [portal, ...tenants.values()].flatMap((realm) => realm.identifiers ?? []);
  if (!identifiers.includes('email')) return false;
  const canonical = canonicalEmail(email);
  if (canonical === null) return true;
  await lockAddress(tx, canonical, context.now);
  return (await findAddressHolders(tx, canonical)).some((holder) => holder !== sub);
}
