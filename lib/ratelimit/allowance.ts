import type { Database, Transaction } from '#lib/db/database';
import { type Dialect, defineStatement } from '#lib/db/statement';
import { latestEndFromNow } from '#lib/vocabulary/time';
import { spendAllowance, unspendAllowance } from './counter-sql';
import type { Reservation } from './reserve';
import { findWindowEnd } from './window-store';

/** A number of uses that are possible at once. One is restored in each interval. */
export type Allowance = { readonly burst: number; readonly intervalSeconds: number };

const spending = (dialect: Dialect) => `${spendAllowance(dialect, 'VALUES (@key, 1, @end)')} RETURNING "key"`;
const spendOne = defineStatement({ sqlite: spending('sqlite'), postgresql: spending('postgresql') }, () => null);
const unspendOne = defineStatement(
  { sqlite: unspendAllowance('sqlite', '@key'), postgresql: unspendAllowance('postgresql', '@key') },
  () => null,
);

/** The values for spendAllowance(). If all uses would be restored later than the latest end, no use is left. */
export function spendingValues({ burst, intervalSeconds }: Allowance, now: Date) {
  const [start, intervalMs] = [now.getTime(), intervalSeconds * 1000];
  const [end, latestEnd] = [new Date(start + intervalMs), new Date(start + (burst - 1) * intervalMs)];
  return { now, intervalSeconds, end, latestEnd, latestFull: latestEndFromNow(now, burst * intervalMs) };
}

/**
 * Spends one use of an allowance before the limited action. Its row contains the time at which all uses are restored,
 * and is deleted then. Never call it in a transaction, because the use must count even if the request fails.
 * @param key the name of the counter; at most 200 characters, without anything secret
 */
export async function spend(db: Database, key: string, allowance: Allowance, now: Date): Promise<Reservation> {
  const spent = await db.prepared.rows(spendOne, { key, ...spendingValues(allowance, now) });
  if (spent.length === 1) return { allowed: true, retryAfterSeconds: 0 };
  return { allowed: false, retryAfterSeconds: await secondsToUse(db, key, allowance, now) };
}

/** The seconds until an exhausted allowance has a use again, at least 1. */
export async function secondsToUse(
  db: Database,
  key: string,
  { burst, intervalSeconds }: Allowance,
  now: Date,
): Promise<number> {
  const fullAt = await findFullAt(db, key, { burst, intervalSeconds }, now);
  const waitMs = (fullAt?.getTime() ?? 0) - now.getTime() - (burst - 1) * intervalSeconds * 1000;
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** Gives a use back, because it does not count after all (the password was right). */
export async function unspend(db: Database, key: string, { intervalSeconds }: Allowance): Promise<void> {
  await db.prepared.rows(unspendOne, { key, intervalSeconds });
}

/** When all uses are restored. Null if there is a use left. */
export async function findExhaustion(
  db: Database | Transaction,
  key: string,
  { burst, intervalSeconds }: Allowance,
  now: Date,
): Promise<Date | null> {
  const fullAt = await findFullAt(db, key, { burst, intervalSeconds }, now);
  const used = fullAt === null ? 0 : (fullAt.getTime() - now.getTime()) / (intervalSeconds * 1000);
  return used > burst - 1 ? fullAt : null;
}

/** When all uses are restored. Null if none is used, also if that time is later than it can be. */
async function findFullAt(
  db: Database | Transaction,
  key: string,
  { burst, intervalSeconds }: Allowance,
  now: Date,
): Promise<Date | null> {
  const fullAt = await findWindowEnd(db, key);
  return fullAt !== null && fullAt > latestEndFromNow(now, burst * intervalSeconds * 1000) ? null : fullAt;
}
