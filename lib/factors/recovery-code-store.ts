import type { Database, Transaction } from '#lib/db/database';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import type { FactorRemoval } from './authenticator-store';
import type { NewRecoveryCodes } from './recovery-codes';

/** The salt of a person's codes. Null if no unused one is left. */
export async function findRecoverySalt(db: Database | Transaction, sub: string): Promise<string | null> {
  const row = await db.recoveryCode.findFirst({ where: { sub, usedAt: null }, select: { salt: true } });
  return row?.salt ?? null;
}

/**
 * Uses a code by one conditional update.
 * @returns true for exactly one of any number of callers
 */
export async function spendRecoveryCode(tx: Transaction, sub: string, hash: string, now: Date): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({ where: { sub, hash, usedAt: null }, data: { usedAt: now } });
  return count === 1;
}

/** Whether an unused code has this hash, without using it. */
export async function isRecoveryCode(db: Database, sub: string, hash: string): Promise<boolean> {
  return (await db.recoveryCode.count({ where: { sub, hash, usedAt: null } })) === 1;
}

export async function countRecoveryCodes(db: Database | Transaction, sub: string): Promise<number> {
  return db.recoveryCode.count({ where: { sub, usedAt: null } });
}

/** When a person's codes were created, and how many are left. */
export type RecoveryCodeState = { readonly createdAt: Date; readonly left: number };

export async function findRecoveryCodes(db: Database, sub: string): Promise<RecoveryCodeState | null> {
  const rows = await db.recoveryCode.findMany({ where: { sub }, select: { createdAt: true, usedAt: true } });
  const [first] = rows;
  return first === undefined
    ? null
    : { createdAt: first.createdAt, left: rows.filter(({ usedAt }) => usedAt === null).length };
}

/** Replaces all codes of a person. The previous ones become void. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { sub }: AccountProof<'person'>,
  { salt, hashes }: NewRecoveryCodes,
  now: Date,
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { sub } });
  await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ sub, hash, salt, createdAt: now })) });
}

export async function deleteRecoveryCodes(tx: Transaction, { sub }: FactorRemoval): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { sub } });
}
