import type { Database, Transaction } from '#lib/db/database';
import { type SigningAlg, signingAlgs } from './algorithms';

/** A row of SigningKey. `privateSealed` opens with the sealing key at `SigningKey:privateSealed:<kid>`. */
export type StoredKey = {
  readonly kid: string;
  readonly alg: SigningAlg;
  readonly publicJwk: string;
  readonly privateSealed: string;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

const secretCheckKey = 'secret_check';

/** The keys that are not expired, in the order of their activation. */
export async function findLiveKeys(db: Database | Transaction, now: Date): Promise<StoredKey[]> {
  const rows = await db.signingKey.findMany({
    where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: [{ activatesAt: 'asc' }, { kid: 'asc' }],
    select: storedKeyColumns,
  });
  return rows.map((row) => ({ ...row, alg: readAlg(row.alg) }));
}

/** Every key there is, expired ones that were not swept yet included, in the order of their activation. */
export async function findAllKeys(db: Database | Transaction): Promise<StoredKey[]> {
  const rows = await db.signingKey.findMany({
    orderBy: [{ activatesAt: 'asc' }, { kid: 'asc' }],
    select: storedKeyColumns,
  });
  return rows.map((row) => ({ ...row, alg: readAlg(row.alg) }));
}

export async function insertKey(tx: Transaction, key: StoredKey): Promise<void> {
  await tx.signingKey.create({ data: { ...key }, select: { kid: true } });
}

export async function setRetirement(tx: Transaction, kid: string, retiresAt: Date, expiresAt: Date): Promise<void> {
  await tx.signingKey.update({ where: { kid }, data: { retiresAt, expiresAt }, select: { kid: true } });
}

/** Ends a key at once: it signs and verifies nothing from now on. @returns false when it had ended already */
export async function expireKey(tx: Transaction, kid: string, now: Date): Promise<boolean> {
  const { count } = await tx.signingKey.updateMany({
    where: { kid, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    data: { retiresAt: now, expiresAt: now },
  });
  return count === 1;
}

export async function setActivation(tx: Transaction, kid: string, activatesAt: Date): Promise<void> {
  await tx.signingKey.update({ where: { kid }, data: { activatesAt }, select: { kid: true } });
}

/** The check value of SIGNET_SECRET; null on a database that has none yet. */
export async function findSecretCheck(db: Database | Transaction): Promise<string | null> {
  const row = await db.installation.findUnique({ where: { key: secretCheckKey }, select: { value: true } });
  return row?.value ?? null;
}

/** Stores the check value unless another process already did; who asks reads it afterwards. */
export async function insertSecretCheck(db: Database | Transaction, value: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Installation" ("key", "value") VALUES (${secretCheckKey}, ${value}) ON CONFLICT ("key") DO NOTHING`;
}

const storedKeyColumns = {
  kid: true,
  alg: true,
  publicJwk: true,
  privateSealed: true,
  createdAt: true,
  activatesAt: true,
  retiresAt: true,
  expiresAt: true,
} as const;

function readAlg(alg: string): SigningAlg {
  const known = signingAlgs.find((candidate) => candidate === alg);
  if (known === undefined) throw new Error(`the database holds a signing key for the unknown algorithm ${alg}`);
  return known;
}
