import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { canonicalEmail } from '#lib/vocabulary/email';
import { voidLinksOfAddress } from './account-link-store';
import { type AddressRules, isAddressTaken } from './address-store';
import {
  consumePasswordLink,
  findPasswordLinkUser,
  insertPasswordLink,
  voidPasswordLinks,
} from './password-link-store';
import { removeFactors, replacePassword } from './replace-password';
import type { AdminRole, Removal, User } from './user';
import { findUserBySub, setAddress } from './user-store';

/** Longer than for a mail, because an operator passes the link on by hand. */
export const passwordLinkSeconds = 60 * 60;

/**
 * Creates a one-time link for a person to set a password. Earlier links of the person become void.
 * @param link `carries`: the most powerful role that is in force with a password set through this link, see
 * carriedByLinkOf(); `email`: the address that it is mailed to, if it is; `lifetimeSeconds`: an hour if left out
 * @returns the handle for the link; only its hash is stored
 */
export async function createPasswordLink(
  tx: Transaction,
  {
    sub,
    carries,
    email = null,
    lifetimeSeconds = passwordLinkSeconds,
    now,
  }: {
    readonly sub: string;
    readonly carries: AdminRole | null;
    readonly email?: string | null;
    readonly lifetimeSeconds?: number;
    readonly now: Date;
  },
): Promise<{ handle: Handle; expiresAt: Date }> {
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  await voidPasswordLinks(tx, sub, now);
  await insertPasswordLink(tx, { hash: hashHandle(handle), sub, carries, email, createdAt: now, expiresAt });
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

/** @property hasVerified whether the address of the account is verified from now on */
type Redeemed = { readonly sub: string; readonly removed: readonly Removal[]; readonly hasVerified: boolean };

/**
 * Uses a link and replaces the password of its person. The link of an invitation verifies the address that it was mailed
 * to, and removes the factors of an earlier holder, who never proved it. The caller ends the person's sessions in the same
 * transaction.
 * @param passwordHash the hash of the new password, created before the transaction
 * @returns null if the link is unknown, used, void or expired, or another request was first
 */
export async function redeemPasswordLink(
  tx: Transaction,
  { handle, passwordHash }: { readonly handle: string; readonly passwordHash: string },
  rules: AddressRules,
): Promise<Redeemed | null> {
  const { now } = rules;
  const link = await consumePasswordLink(tx, hashHandle(handle), now);
  if (link === null) return null;
  const { sub, carries, email, proof } = link;
  const removed = await replacePassword(tx, proof, { passwordHash, passwordCarries: carries }, now);
  const hasVerified = email !== null && (await verifyOwnAddress(tx, proof, email, rules));
  // An earlier holder never proved the address, and a passkey alone signs in.
  const factors = hasVerified ? await removeFactors(tx, proof) : [];
  return { sub, removed: [...removed, ...factors], hasVerified };
}

/**
 * Verifies an address that is the account's, unless it is verified already or another account's (security #116).
 * @returns whether it did
 */
async function verifyOwnAddress(
  tx: Transaction,
  proof: AccountProof<'link'>,
  email: string,
  rules: AddressRules,
): Promise<boolean> {
  const { sub } = proof;
  const before = await findUserBySub(tx, sub);
  if (before === null || before.claims.email_verified === true) return false;
  if (canonicalEmail(before.claims.email) !== canonicalEmail(email)) return false;
  if (await isAddressTaken(tx, { sub, email }, rules)) return false;
  const claims = { ...before.claims, email_verified: true };
  await setAddress(tx, proof, { before, claims }, rules.now);
  await voidLinksOfAddress(tx, before, claims, rules.now);
  return true;
}
