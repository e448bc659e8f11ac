import type { Database } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/** Identifies a request with an idempotency key. */
type RequestKey = { readonly caller: string; readonly key: string };

/** The stored response. Without a status, there is no response yet. */
export type StoredRequest = {
  readonly digest: string;
  readonly status: number | null;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: string | null;
};

/**
 * Takes a key. Exactly one of several concurrent requests gets it, because of the primary key.
 * @returns null if the key was free, otherwise the request that has it
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
  // The other request has just released the key.
  return row ?? { digest, status: null, location: null, etag: null, body: null };
}

/** Stores the response to a request. */
export async function keepAnswer(
  db: Database,
  { caller, key }: RequestKey,
  answer: Omit<StoredRequest, 'digest'>,
): Promise<void> {
  await db.idempotentRequest.updateMany({ where: { caller, key }, data: answer });
}

/** Releases a key whose request changed nothing. */
export async function releaseKey(db: Database, { caller, key }: RequestKey): Promise<void> {
  await db.idempotentRequest.deleteMany({ where: { caller, key, status: null } });
}
