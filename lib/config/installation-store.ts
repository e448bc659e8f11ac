import type { Database, Transaction } from '#lib/db/database';

/** True when there is neither a client nor a user: nobody has configured anything yet. */
export async function isUnconfigured(db: Database | Transaction): Promise<boolean> {
  const client = await db.client.findFirst({ select: { clientId: true } });
  const user = await db.user.findFirst({ select: { sub: true } });
  return client === null && user === null;
}

export async function hasClient(db: Database | Transaction, clientId: string): Promise<boolean> {
  return (await db.client.findUnique({ where: { clientId }, select: { clientId: true } })) !== null;
}

const digestKey = 'applied_digest';

/** The digest of the file that a start applied last; null when none was. */
export async function findAppliedDigest(db: Database | Transaction): Promise<string | null> {
  return findFact(db, digestKey);
}

export async function saveAppliedDigest(tx: Transaction, digest: string): Promise<void> {
  await saveFact(tx, digestKey, digest);
}

async function findFact(db: Database | Transaction, key: string): Promise<string | null> {
  const row = await db.installation.findUnique({ where: { key }, select: { value: true } });
  return row?.value ?? null;
}

async function saveFact(tx: Transaction, key: string, value: string): Promise<void> {
  await tx.installation.upsert({ where: { key }, create: { key, value }, update: { value }, select: { key: true } });
}
