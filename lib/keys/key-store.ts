import type { Database, Transaction } from '#lib/db/database';
import { type KeyAlg, type KeyUse, keyAlgs, keyUse } from './algorithms';

/** A row of SigningKey. `privateSealed` opens with the sealing key at `SigningKey:privateSealed:<kid>`. */
export type StoredKey = {
  readonly kid: string;
  readonly alg: KeyAlg;
  readonly use: KeyUse;
  readonly publicJwk: string;
  readonly privateSealed: string;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

/** The row of the first secret. The rows of later ones append a colon and the key ID. */
export const secretCheckKey = 'secret_check';

/** The keys that have not expired, in the order of their activation. */
export async function findLiveKeys(db: Database | Transaction, now: Date): Promise<StoredKey[]> {
  const rows = await db.signingKey.findMany({
    where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: [{ activatesAt: 'asc' }, { kid: 'asc' }],
    select: storedKeyColumns,
  });
  return rows.map((row) => ({ ...row, ...readAlg(row) }));
}

/** Every key, including expired ones that are not deleted yet, in the order of their activation. */
export async function findAllKeys(db: Database | Transaction): Promise<StoredKey[]> {
  const rows = await db.signingKey.findMany({
    orderBy: [{ activatesAt: 'asc' }, { kid: 'asc' }],
    select: storedKeyColumns,
  });
  return rows.map((row) => ({ ...row, ...readAlg(row) }));
}

export async function insertKey(tx: Transaction, key: StoredKey): Promise<void> {
  await tx.signingKey.create({ data: { ...key }, select: { kid: true } });
}

export async function setRetirement(tx: Transaction, kid: string, retiresAt: Date, expiresAt: Date): Promise<void> {
  await tx.signingKey.update({ where: { kid }, data: { retiresAt, expiresAt }, select: { kid: true } });
}

/**
 * Revokes a key, so it signs and verifies nothing from now on, as isRevoked() tells.
 * @returns false if it was deleted in the meantime
 */
export async function revokeStoredKey(tx: Transaction, kid: string, now: Date): Promise<boolean> {
  const { count } = await tx.signingKey.updateMany({ where: { kid }, data: { retiresAt: now, expiresAt: now } });
  return count === 1;
}

export async function setActivation(tx: Transaction, kid: string, activatesAt: Date): Promise<void> {
  await tx.signingKey.update({ where: { kid }, data: { activatesAt }, select: { kid: true } });
}

/** The check values of the secrets that this database uses. None if it was never started. */
export async function findSecretChecks(db: Database | Transaction): Promise<string[]> {
  const rows = await db.installation.findMany({
    where: { OR: [{ key: secretCheckKey }, { key: { startsWith: `${secretCheckKey}:` } }] },
    orderBy: { key: 'asc' },
    select: { value: true },
  });
  return rows.map(({ value }) => value);
}

/** Stores a check value unless another process already did. The caller reads it afterwards. */
export async function insertSecretCheck(db: Database | Transaction, key: string, value: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Installation" ("key", "value") VALUES (${key}, ${value}) ON CONFLICT ("key") DO NOTHING`;
}

/** The row of the sealed salt of pairwise subjects. */
export const pairwiseSaltKey = 'pairwise_salt';

export async function findPairwiseSalt(db: Database | Transaction): Promise<string | null> {
  const row = await db.installation.findUnique({ where: { key: pairwiseSaltKey }, select: { value: true } });
  return row?.value ?? null;
}

/** Stores the salt unless another process already did. */
export async function insertPairwiseSalt(db: Database | Transaction, sealed: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Installation" ("key", "value") VALUES (${pairwiseSaltKey}, ${sealed}) ON CONFLICT ("key") DO NOTHING`;
}

/** Makes the secret with this check value the only one. */
export async function replaceSecretChecks(tx: Transaction, value: string): Promise<void> {
  await tx.installation.deleteMany({ where: { key: { startsWith: `${secretCheckKey}:` } } });
  await tx.installation.updateMany({ where: { key: secretCheckKey }, data: { value } });
}

const storedKeyColumns = {
  kid: true,
  alg: true,
  use: true,
  publicJwk: true,
  privateSealed: true,
  createdAt: true,
  activatesAt: true,
  retiresAt: true,
  expiresAt: true,
} as const;

/** Both must agree, so that a signing key is never used as a decryption key, whatever its row says. */
function readAlg({ alg, use }: { readonly alg: string; readonly use: string }): Pick<StoredKey, 'alg' | 'use'> {
  const known = keyAlgs.find((candidate) => candidate === alg);
  if (known === undefined) throw new Error(`the database holds a key for the unknown algorithm ${alg}`);
  if (keyUse(known) !== use) throw new Error(`the database holds a key for ${alg} with the use ${use}`);
  return { alg: known, use: keyUse(known) };
}
