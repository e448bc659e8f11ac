import type { Database, Transaction } from '#lib/db/database';
import { countUse, findWindowEnd, uncountUse } from './store';

export type Reservation = {
  readonly allowed: boolean;
  /** 0 when allowed, else the whole seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
};

/**
 * Reserves one use of a key, before the thing that is limited is done. Never in a transaction: the use has to count
 * whatever becomes of the request. A window begins with its first use and is not prolonged by refusals.
 * @param key what is counted; at most 200 characters, without anything secret
 * @param limit how many uses a window has, at least 1
 */
export async function reserve(
  db: Database,
  key: string,
  limit: number,
  windowSeconds: number,
  now: Date,
): Promise<Reservation> {
  const expiresAt = new Date(now.getTime() + windowSeconds * 1000);
  if (await countUse(db, key, limit, now, expiresAt)) return { allowed: true, retryAfterSeconds: 0 };
  const windowEnd = await findWindowEnd(db, key);
  const remainingMs = windowEnd === null ? 0 : windowEnd.getTime() - now.getTime();
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
}

/** Gives a use back: what was reserved did not count after all (the password was right). */
export async function refund(db: Database | Transaction, key: string): Promise<void> {
  await uncountUse(db, key);
}
