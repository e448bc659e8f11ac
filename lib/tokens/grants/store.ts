import type { Database, Transaction } from '#lib/db/database';
import { type NewGrant, toGrantColumns } from '../grant';

/** Stores a new grant of a person. It is swept after `expiresAt` unless a token extends it. */
export async function createGrant(
  db: Database | Transaction,
  grant: NewGrant,
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  const { now: createdAt, expiresAt } = times;
  await db.grant.create({ data: { ...toGrantColumns(grant), createdAt, expiresAt }, select: { id: true } });
}

/** Ends a grant and with it every code and token that points to it. The first reason stays. */
export async function revokeGrant(db: Database | Transaction, id: string, reason: string, now: Date): Promise<void> {
  await db.grant.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now, revokedReason: reason } });
}

/**
 * Keeps a grant until its newest token has expired, and locks it against a concurrent revocation.
 * @returns false when the grant was revoked meanwhile
 */
export async function extendGrant(tx: Transaction, id: string, expiresAt: Date): Promise<boolean> {
  const { count } = await tx.grant.updateMany({ where: { id, revokedAt: null }, data: { expiresAt } });
  return count === 1;
}
