import { equalDigests, hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { User } from '../user';
import { createUser } from '../user-store';
import type { Username } from '../username';
import { findOwnerSetup, hasOwner, saveOwnerSetup, spendOwnerSetup } from './owner-setup-store';

/** A short time, because the person who starts the server is present. The next start creates another link. */
export const ownerSetupSeconds = 60 * 60;

/**
 * Creates the one-time link that creates the first owner, if there is no owner. An earlier link becomes void.
 * @returns the handle for the link, of which only the hash is stored; null if there is an owner
 */
export async function createOwnerSetup(db: Database, now: Date): Promise<Handle | null> {
  if (await hasOwner(db)) return null;
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + ownerSetupSeconds * 1000);
  await transaction(db, (tx) => saveOwnerSetup(tx, `${hashHandle(handle)} ${expiresAt.toISOString()}`));
  return handle;
}

/** Checks a link without using it. */
export async function isOwnerSetup(db: Database | Transaction, handle: string, now: Date): Promise<boolean> {
  return (await findUsable(db, handle, now)) !== null;
}

/** The first owner to be created. */
/** `email`: not verified, and empty without one. */
export type FirstOwner = Username & { readonly passwordHash: string; readonly email: string };

/**
 * Uses the link and creates the first owner.
 * @returns null if the link is unknown, used, void or expired, or if there is an owner now
 * @throws a unique violation (see isUniqueViolation) if the name is taken. The link then still works
 */
export async function redeemOwnerSetup(
  tx: Transaction,
  {
    handle,
    owner: { email, ...owner },
    now,
  }: { readonly handle: string; readonly owner: FirstOwner; readonly now: Date },
): Promise<User | null> {
  const stored = await findUsable(tx, handle, now);
  if (stored === null || !(await spendOwnerSetup(tx, stored))) return null;
  const claims = email === '' ? {} : { email, email_verified: false };
  const account = { passwordCarries: 'owner', enabled: true, admin: 'owner', tenants: 'all', claims } as const;
  return createUser(tx, { ...owner, ...account }, now);
}

async function findUsable(db: Database | Transaction, handle: string, now: Date): Promise<string | null> {
  const stored = await findOwnerSetup(db);
  const [hash = '', expiresAt = ''] = stored?.split(' ') ?? [];
  if (stored === null || !equalDigests(hash, hashHandle(handle)) || now >= new Date(expiresAt)) return null;
  return (await hasOwner(db)) ? null : stored;
}
