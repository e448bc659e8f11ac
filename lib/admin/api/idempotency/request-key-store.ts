import type { Database } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/** The identity of a request with an idempotency key. */
type RequestKey = { readonly caller: string; readonly key: string };

/** The stored answer; without a status there is none yet. */
export type StoredRequest = {
  readonly digest: string;
  readonly status: number | null;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: string | null;
};

/**
 * Takes a key. Of several concurrent requests exactly one gets it, by the primary key.
 * @returns null if it was free, else the request that has it
 */
export async function takeKey(
  db: Database,
  { caller, key }: RequestKey,
  { digest, now, expiresAt }: { readonly digest: string; readonly now: Date; readonly expiresAt: Date },
): Promise<StoredRequest | null> {
  await db.idempotentRequest.deleteMany({ where: { caller, key, expiresAt: { lte: now } } });
  try {
    await db.idempotentRequest.create({ data: { caller, key, digest, expiresAt }, select: { key: true } });
    return null;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const select = { digest: true, status: true, location: true, etag: true, body: true };
  const row = await db.idempotentRequest.findUnique({ where: { caller_key: { caller, key } }, select });
  // The request that had it has just released it.
  return row ?? { digest, status: null, location: null, etag: null, body: null };
}

/** Stores the answer of a request. */
export async function keepAnswer(
  db: Database,
  { caller, key }: RequestKey,
  answer: Omit<StoredRequest, 'digest'>,
): Promise<void> {
  await db.idempotentRequest.updateMany({ where: { caller, key }, data: answer });
}

/** Gives a key back: nothing was done. */
export async function releaseKey(db: Database, { caller, key }: RequestKey): Promise<void> {
  await db.idempotentRequest.deleteMany({ where: { caller, key, status: null } });
}
