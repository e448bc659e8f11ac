import { equalDigests, hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { createUser } from '../store';
import type { User } from '../user';
import { findOwnerSetup, hasOwner, saveOwnerSetup, takeOwnerSetup } from './store';

/** Whoever starts the server is at hand; the next start makes another link. */
export const ownerSetupSeconds = 60 * 60;

/**
 * Makes the one-time link that creates the first owner, while nobody is one. A link made before is void.
 * @returns the handle for the link, of which only the hash is stored; null when there is an owner
 */
export async function createOwnerSetup(db: Database, now: Date): Promise<Handle | null> {
  if (await hasOwner(db)) return null;
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + ownerSetupSeconds * 1000);
  await transaction(db, (tx) => saveOwnerSetup(tx, `${hashHandle(handle)} ${expiresAt.toISOString()}`));
  return handle;
}

/** Whether a link works, without using it. */
export async function isOwnerSetup(db: Database | Transaction, handle: string, now: Date): Promise<boolean> {
  return (await findUsable(db, handle, now)) !== null;
}

/** The first owner as they are made; `canonicalUsername` is canonicalUsername(username). */
export type FirstOwner = {
  readonly username: string;
  readonly canonicalUsername: string;
  readonly passwordHash: string;
};

/**
 * Uses the link and creates the first owner.
 * @returns null when the link is unknown, used, void or expired, or there is an owner by now
 * @throws a unique violation (see isUniqueViolation) when the name is taken; the link then goes on working
 */
export async function redeemOwnerSetup(
  tx: Transaction,
  { handle, owner, now }: { readonly handle: string; readonly owner: FirstOwner; readonly now: Date },
): Promise<User | null> {
  const stored = await findUsable(tx, handle, now);
  if (stored === null || !(await takeOwnerSetup(tx, stored))) return null;
  return createUser(tx, { ...owner, enabled: true, admin: 'owner', tenants: [], claims: {} }, now);
}

async function findUsable(db: Database | Transaction, handle: string, now: Date): Promise<string | null> {
  const stored = await findOwnerSetup(db);
  const [hash = '', expiresAt = ''] = stored?.split(' ') ?? [];
  if (stored === null || !equalDigests(hash, hashHandle(handle)) || now >= new Date(expiresAt)) return null;
  return (await hasOwner(db)) ? null : stored;
}
