import type { Database, Transaction } from '#lib/db/database';
import { countUse, findWindowEnd, uncountUse } from './window-store';

export type Reservation = {
  readonly allowed: boolean;
  /** 0 if allowed. Otherwise the whole seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
};

/** A limit of uses of a key in a window. */
export type WindowLimit = {
  /** The name of the counter; at most 200 characters, without anything secret. */
  readonly key: string;
  /** The number of uses in a window, at least 1. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** The number of uses to reserve together, all or none. By default 1. */
  readonly uses?: number;
};

/**
 * Reserves one use of a key before the limited action. Never call it in a transaction, because the use must count even
 * if the request fails. A window begins with its first use. Refusals do not extend it.
 */
export async function reserve(
  db: Database,
  { key, limit, windowSeconds, uses = 1 }: WindowLimit,
  now: Date,
): Promise<Reservation> {
  if (await countUse(db, { key, limit, uses }, now, windowSeconds)) return { allowed: true, retryAfterSeconds: 0 };
  return { allowed: false, retryAfterSeconds: await secondsToWindowEnd(db, key, now) };
}

/** The seconds until the window of a key ends, at least 1. */
export async function secondsToWindowEnd(db: Database, key: string, now: Date): Promise<number> {
  const windowEnd = await findWindowEnd(db, key);
  const remainingMs = windowEnd === null ? 0 : windowEnd.getTime() - now.getTime();
  return Math.max(1, Math.ceil(remainingMs / 1000));
}

/** Gives a use back, because it does not count after all (the password was right). */
export async function refund(db: Database | Transaction, key: string): Promise<void> {
  await uncountUse(db, key);
}
