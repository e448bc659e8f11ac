import type { Database, Transaction } from '#lib/db/database';

const key = 'owner_setup';

/** Whether an enabled person has the role of an owner. */
export async function hasOwner(db: Database | Transaction): Promise<boolean> {
  return (
    (await db.user.findFirst({ where: { admin: 'owner', NOT: { enabled: false } }, select: { sub: true } })) !== null
  );
}

/** The stored link. Null if there is none. */
export async function findOwnerSetup(db: Database | Transaction): Promise<string | null> {
  const row = await db.installation.findUnique({ where: { key }, select: { value: true } });
  return row?.value ?? null;
}

/** Stores a link and replaces an earlier one. */
export async function saveOwnerSetup(tx: Transaction, value: string): Promise<void> {
  await tx.installation.upsert({ where: { key }, create: { key, value }, update: { value }, select: { key: true } });
}

/** Uses a link by one conditional delete, so that only one of several concurrent requests succeeds. */
export async function spendOwnerSetup(tx: Transaction, value: string): Promise<boolean> {
  return (await tx.installation.deleteMany({ where: { key, value } })).count === 1;
}
