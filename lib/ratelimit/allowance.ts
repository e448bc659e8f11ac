import type { Database, Transaction } from '#lib/db/database';
import type { Reservation } from './reserve';
import { findWindowEnd, replaceWindowEnd } from './window-store';

/** A number of uses at once, of which one is restored in each interval. */
export type Allowance = { readonly burst: number; readonly intervalSeconds: number };

/** A request that loses this often against concurrent ones is told to retry a second later. */
const maximumTries = 100;

/**
 * Spends one use of an allowance before the limited action. Its row holds the time at which all uses are restored; it
 * is deleted then. Never call it in a transaction: the use has to count even if the request fails.
 * @param key the name of the counter; at most 200 characters, without anything secret
 */
export async function spend(
  db: Database,
  key: string,
  { burst, intervalSeconds }: Allowance,
  now: Date,
): Promise<Reservation> {
  for (let tries = 0; tries < maximumTries; tries += 1) {
    const stored = await findWindowEnd(db, key);
    const next = Math.max(stored?.getTime() ?? 0, now.getTime()) + intervalSeconds * 1000;
    const waitMs = next - now.getTime() - burst * intervalSeconds * 1000;
    if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
    // Conditional on the value that was read: one of several concurrent requests is counted, and the others read again.
    if (await replaceWindowEnd(db, key, { from: stored, to: new Date(next) })) {
      return { allowed: true, retryAfterSeconds: 0 };
    }
  }
  return { allowed: false, retryAfterSeconds: 1 };
}

/** The seconds until an allowance that is used up has a use again, at least 1. */
export async function secondsToUse(
  db: Database,
  key: string,
  { burst, intervalSeconds }: Allowance,
  now: Date,
): Promise<number> {
  const fullAt = await findWindowEnd(db, key);
  const waitMs = (fullAt?.getTime() ?? 0) - now.getTime() - (burst - 1) * intervalSeconds * 1000;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** Gives a use back, because it did not count after all (the password was right). */
export async function unspend(db: Database, key: string, { intervalSeconds }: Allowance): Promise<void> {
  for (let tries = 0; tries < maximumTries; tries += 1) {
    const stored = await findWindowEnd(db, key);
    if (stored === null) return;
    const to = new Date(stored.getTime() - intervalSeconds * 1000);
    if (await replaceWindowEnd(db, key, { from: stored, to })) return;
  }
}

/** The time at which all uses are restored; null while there is a use left. */
export async function findExhaustion(
  db: Database | Transaction,
  key: string,
  { burst, intervalSeconds }: Allowance,
  now: Date,
): Promise<Date | null> {
  const fullAt = await findWindowEnd(db, key);
  const used = fullAt === null ? 0 : (fullAt.getTime() - now.getTime()) / (intervalSeconds * 1000);
  return used > burst - 1 ? fullAt : null;
}
