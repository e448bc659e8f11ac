import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import type { IdentityKey } from './identities/store';
import { replacePassword } from './replace-password';
import { consumePasswordLink, findPasswordLinkUser, insertPasswordLink, voidPasswordLinks } from './store';
import type { User } from './user';

/** An operator passes the link on by hand, so it needs longer than a mail would; nobody needs longer than this. */
export const passwordLinkSeconds = 60 * 60;

/**
 * Makes the one-time link with which a person sets a password. Links made for the person before are void.
 * @returns the handle for the link; only its hash is stored
 */
export async function createPasswordLink(
  tx: Transaction,
  { sub, now }: { readonly sub: string; readonly now: Date },
): Promise<{ handle: Handle; expiresAt: Date }> {
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + passwordLinkSeconds * 1000);
  await voidPasswordLinks(tx, sub, now);
  await insertPasswordLink(tx, { hash: hashHandle(handle), sub, createdAt: now, expiresAt });
  return { handle, expiresAt };
}

/**
 * Whose link this is, without using it: to show the page (mail scanners open links) and to refuse a dead link before
 * a password is hashed for it.
 * @returns null when it is unknown, used, void or expired
 */
export async function findPasswordLink(db: Database, handle: string, now: Date): Promise<User | null> {
  return findPasswordLinkUser(db, hashHandle(handle), now);
}

/**
 * Uses a link and replaces the password of its person. The caller ends the person's sessions in the same transaction.
 * @param passwordHash of the new password, made before the transaction
 * @returns whose password it was, and the identities they lost; null when the link is unknown, used, void or expired, or another request was first
 */
export async function redeemPasswordLink(
  tx: Transaction,
  { handle, passwordHash, now }: { readonly handle: string; readonly passwordHash: string; readonly now: Date },
): Promise<{ sub: string; unlinked: IdentityKey[] } | null> {
  const sub = await consumePasswordLink(tx, hashHandle(handle), now);
  if (sub === null) return null;
  return { sub, unlinked: await replacePassword(tx, { sub, passwordHash, now }) };
}
