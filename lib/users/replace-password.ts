import type { Transaction } from '#lib/db/database';
import { findFounding, type IdentityKey, removeIdentities } from './identities/store';
import { setPasswordHash, voidPasswordLinks } from './store';

/**
 * Sets the password of a person who got the account back. Whoever had it before keeps nothing: other links are void, and
 * upstream identities are taken away that the former password connected, or that made the account under an address nobody
 * confirmed (security #116). The caller ends the person's sessions in the same transaction.
 * @returns the identities that were taken away
 */
export async function replacePassword(
  tx: Transaction,
  { sub, passwordHash, now }: { readonly sub: string; readonly passwordHash: string; readonly now: Date },
): Promise<IdentityKey[]> {
  await setPasswordHash(tx, sub, passwordHash, now);
  await voidPasswordLinks(tx, sub, now);
  const { createdAt, claims } = await findFounding(tx, sub);
  const isProved = claims.email === undefined || claims.email_verified === true;
  return removeIdentities(tx, sub, isProved ? createdAt : null);
}
