import type { Transaction } from '#lib/db/database';
import { canonicalEmail } from '#lib/vocabulary/email';
import { voidAccountLinks } from './account-link-store';
import { voidPasswordLinks } from './password-link-store';
import type { User } from './user';

/**
 * Voids the waiting links of an account whose address was replaced, regardless of who replaced it (security #90). A
 * link may have been sent to the previous address, or would replace the new one. The links to undo a change stay.
 * @param before the account before the change
 * @param claims the claims after the change
 */
export async function voidLinksOfAddress(
  tx: Transaction,
  before: Pick<User, 'sub' | 'claims'>,
  claims: User['claims'],
  now: Date,
): Promise<void> {
  if (canonicalEmail(before.claims.email) === canonicalEmail(claims.email)) return;
  await voidAccountLinks(tx, before.sub, now, ['recover', 'verify_email', 'change_email']);
  await voidPasswordLinks(tx, before.sub, now);
}
