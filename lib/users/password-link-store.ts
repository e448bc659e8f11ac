import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { type AccountProof, proven } from '#lib/vocabulary/account-proof';
import { isUnderWay } from '#lib/vocabulary/time';
import { readAdminRole, readUser } from './read-user';
import type { AdminRole, User } from './user';
import { userColumns } from './user-store';

/** The link of a person to set a password. */
type PasswordLink = {
  readonly sub: string;
  /** The most powerful role that is in force with a password set through it. */
  readonly carries: AdminRole | null;
  /** The address that it was mailed to. Null for one that somebody passes on. */
  readonly email: string | null;
};

export async function insertPasswordLink(
  db: Database | Transaction,
  link: PasswordLink & { readonly hash: HandleHash; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.passwordLink.create({ data: link, select: { hash: true } });
}

/** The person of an unused link. Null if it is unknown, used or expired. */
export async function findPasswordLinkUser(
  db: Database | Transaction,
  hash: HandleHash,
  now: Date,
): Promise<User | null> {
  const row = await db.passwordLink.findFirst({
    where: { hash, usedAt: null, ...isUnderWay(now) },
    select: { user: { select: userColumns } },
  });
  return row && readUser(row.user);
}

/**
 * Uses a link by one conditional update, so that only one of several concurrent requests succeeds.
 * @returns the person, and the proof that they may change the account; null for all others
 */
export async function consumePasswordLink(
  tx: Transaction,
  hash: HandleHash,
  now: Date,
): Promise<(PasswordLink & { readonly proof: AccountProof<'link'> }) | null> {
  const [row] = await tx.passwordLink.updateManyAndReturn({
    where: { hash, usedAt: null, ...isUnderWay(now) },
    data: { usedAt: now },
    select: { sub: true, carries: true, email: true },
  });
  return row === undefined ? null : { ...row, carries: readAdminRole(row.carries), proof: proven('link', row.sub) };
}

/** Makes every unused link of a person void. */
export async function voidPasswordLinks(db: Database | Transaction, sub: string, now: Date): Promise<void> {
  await db.passwordLink.updateMany({ where: { sub, usedAt: null }, data: { usedAt: now } });
}
