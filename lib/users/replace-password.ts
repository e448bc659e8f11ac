import type { Transaction } from '#lib/db/database';
import { voidAccountLinks } from './account-link-store';
import { findFounding, type IdentityKey, removeIdentities } from './identity-store';
import { type StoredPassword, setPassword, voidPasswordLinks } from './user-store';

/**
 * Sets the password of a person who recovered the account. An earlier owner keeps no access: other links become void,
 * and upstream identities are unlinked if they were linked with the previous password, or created the account with an
 * unconfirmed address (security #116). The caller ends the person's sessions in the same transaction.
 * @returns the unlinked identities
 */
export async function replacePassword(
  tx: Transaction,
  { sub, now, ...password }: StoredPassword & { readonly sub: string; readonly now: Date },
): Promise<IdentityKey[]> {
  await setPassword(tx, sub, password, now);
  await voidPasswordLinks(tx, sub, now);
  await voidAccountLinks(tx, sub, now, ['recover']);
  const { createdAt, claims } = await findFounding(tx, sub);
  const isProved = claims.email === undefined || claims.email_verified === true;
  return removeIdentities(tx, sub, isProved ? createdAt : null);
}
