import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { type AccountLink, findAccountLink } from '#lib/users/account-link-store';
import type { User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';

/** A waiting link to set a new password, with its person. */
export type OpenRecovery = { readonly link: AccountLink; readonly person: User };

/**
 * The person of a link, without using it. It is read to show the page, and to refuse a void link before a password is
 * hashed.
 */
export async function findRecovery(
  token: string | null,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<OpenRecovery | null> {
  if (!isLinkToken(token)) return null;
  const link = await findAccountLink(db, hashHandle(token), ['recover'], now);
  const person = link && (await findUserBySub(db, link.sub));
  return link !== null && person !== null && isHolder(link, person) ? { link, person } : null;
}

/** Whether the account still has the verified address that the link went to. */
export function isHolder({ email }: AccountLink, { enabled, claims }: User): boolean {
  return enabled && provedAddress(claims) === canonicalEmail(email);
}

/** Whether a text has the format of a mailed link's token. Other texts are not looked up. */
export function isLinkToken(token: string | null): token is string {
  return token !== null && /^[\w-]{43}$/.test(token);
}
