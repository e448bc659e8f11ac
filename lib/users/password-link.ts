import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import {
  consumePasswordLink,
  findPasswordLinkUser,
  insertPasswordLink,
  voidPasswordLinks,
} from './password-link-store';
import { replacePassword } from './replace-password';
import type { AdminRole, Removal, User } from './user';

/** Longer than for a mail, because an operator passes the link on by hand. */
export const passwordLinkSeconds = 60 * 60;

/**
 * Creates a one-time link for a person to set a password. Earlier links of the person become void.
 * @param link `carries`: the most powerful role that is in force with a password set through this link, see
 * carriedByLinkOf(); `lifetimeSeconds`: an hour if left out
 * @returns the handle for the link; only its hash is stored
 */
export async function createPasswordLink(
  tx: Transaction,
  {
    sub,
    carries,
    lifetimeSeconds = passwordLinkSeconds,
    now,
  }: {
    readonly sub: string;
    readonly carries: AdminRole | null;
    readonly lifetimeSeconds?: number;
    readonly now: Date;
  },
): Promise<{ handle: Handle; expiresAt: Date }> {
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  await voidPasswordLinks(tx, sub, now);
  await insertPasswordLink(tx, { hash: hashHandle(handle), sub, carries, createdAt: now, expiresAt });
  return { handle, expiresAt };
}

/**
 * The person of a link, without using it. It is read to show the page (mail scanners open links), and to refuse a void
 * link before a password is hashed for it.
 * @returns null if it is unknown, used, void or expired
 */
export async function findPasswordLink(db: Database, handle: string, now: Date): Promise<User | null> {
  return findPasswordLinkUser(db, hashHandle(handle), now);
}

/**
 * Uses a link and replaces the password of its person. The caller ends the person's sessions in the same transaction.
 * @param passwordHash the hash of the new password, created before the transaction
 * @returns the person and what was removed; null if the link is unknown, used, void or expired, or another
 * request was first
 */
export async function redeemPasswordLink(
  tx: Transaction,
  { handle, passwordHash, now }: { readonly handle: string; readonly passwordHash: string; readonly now: Date },
): Promise<{ sub: string; removed: Removal[] } | null> {
  const link = await consumePasswordLink(tx, hashHandle(handle), now);
  if (link === null) return null;
  const { sub, carries, proof } = link;
  return { sub, removed: await replacePassword(tx, proof, { passwordHash, passwordCarries: carries }, now) };
}
