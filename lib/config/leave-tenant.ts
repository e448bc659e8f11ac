import type { Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import { revokeSomeOfTenant } from '#lib/tokens/grant-store';
import { removeMemberships, removeMembershipsOf } from '#lib/users/membership-store';

/**
 * Revokes grants under a deleted tenant, and removes it from the accounts that list it. A new tenant with the same name
 * may belong to another organization.
 * @returns how many; fewer than the limit if nothing is left
 */
export async function leaveTenant(
  tx: Transaction,
  name: string,
  { dialect, limit, now }: { readonly dialect: Dialect; readonly limit: number; readonly now: Date },
): Promise<number> {
  const revoked = await revokeSomeOfTenant(tx, name, { dialect, limit, now });
  if (revoked >= limit) return revoked;
  const count = revoked + (await removeMembershipsOf(tx, name, { limit: limit - revoked, now }));
  // Accounts whose words are not written yet.
  if (count < limit) await removeMemberships(tx, [name], now);
  return count;
}
