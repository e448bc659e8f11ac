import type { Database, Transaction } from '#lib/db/database';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { passwordKind } from './password-hash';
import type { AdminRole } from './user';

/** A stored password, and the most powerful role that is in force with it. */
export type StoredPassword = { readonly passwordHash: string; readonly passwordCarries: AdminRole | null };

/** Sets another password. This also fulfills an administrator's request for one. */
export async function setPassword(
  db: Database | Transaction,
  { sub }: AccountProof<'person' | 'link' | 'operator'>,
  { passwordHash, passwordCarries }: StoredPassword,
  now: Date,
): Promise<void> {
  const password = { passwordHash, passwordCarries, passwordKind: passwordKind(passwordHash) };
  const data = { ...password, mustSetPassword: false, updatedAt: now };
  await db.user.update({ where: { sub }, data, select: { sub: true } });
}

/**
 * Replaces a hash of the same password if it is still the stored one, so that a changed password is not overwritten.
 * @returns false if another one is stored
 */
export async function replacePasswordHash(
  db: Database | Transaction,
  { sub }: AccountProof<'password'>,
  hashes: { readonly old: string; readonly new: string },
  now: Date,
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { sub, passwordHash: hashes.old },
    data: { passwordHash: hashes.new, passwordKind: passwordKind(hashes.new), updatedAt: now },
  });
  if (count === 0) return false;
  // Undoing a change of address removes a password with another hash than before.
  const undo = { sub, kind: 'undo_email', passwordHash: hashes.old };
  await db.accountLink.updateMany({ where: undo, data: { passwordHash: hashes.new } });
  return true;
}

/** More kinds than any import has. */
const maximumKinds = 50;

/** The kinds of foreign hashes in the database (see passwordKind()), with one index step for each. */
export async function listPasswordKinds(db: Database): Promise<string[]> {
  const kinds: string[] = [];
  for (let last = ''; kinds.length < maximumKinds; ) {
    const row = await db.user.findFirst({
      where: { passwordKind: { gt: last } },
      orderBy: { passwordKind: 'asc' },
      select: { passwordKind: true },
    });
    if (row === null || row.passwordKind === null) break;
    last = row.passwordKind;
    kinds.push(last);
  }
  return kinds;
}
