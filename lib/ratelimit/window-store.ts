import type { Database, Transaction } from '#lib/db/database';
import { type Dialect, defineStatement, defineWrite } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import { latestEndFromNow } from '#lib/vocabulary/time';
import { countInWindow } from './counter-sql';

const counting = (dialect: Dialect) => countInWindow(dialect, 'VALUES (@key, @uses, @expiresAt)', '@limit');
const returning = (dialect: Dialect) => `${counting(dialect)} RETURNING "count"`;
const count = defineStatement({ sqlite: returning('sqlite'), postgresql: returning('postgresql') }, () => null);
const counted = defineWrite({ sqlite: counting('sqlite'), postgresql: counting('postgresql') });

/** The values for countInWindow(): the end of a window that begins now, and the latest that one can have. */
export function windowEnds(windowSeconds: number, now: Date) {
  const expiresAt = new Date(now.getTime() + windowSeconds * 1000);
  return { expiresAt, latestWindowEnd: latestEndFromNow(now, windowSeconds * 1000) };
}

/**
 * Counts uses of a window: see countInWindow().
 * @returns false if there is no room for them
 */
export async function countUse(
  db: Database,
  asked: { readonly key: string; readonly limit: number; readonly uses: number },
  now: Date,
  windowSeconds: number,
): Promise<boolean> {
  const counted = await db.prepared.rows(count, { ...asked, now, ...windowEnds(windowSeconds, now) });
  return counted.length === 1;
}

/** The same as a step, which is refused if there is no room. */
export function countStep<Refusal extends string>(
  asked: { readonly key: string; readonly limit: number; readonly uses: number },
  now: Date,
  windowSeconds: number,
  refusal: Refusal,
): Step<Refusal> {
  return writeOnce(counted, { ...asked, now, ...windowEnds(windowSeconds, now) }, refusal);
}

/** The end of a key's window. Null if there is none. */
export async function findWindowEnd(db: Database | Transaction, key: string): Promise<Date | null> {
  const row = await db.rateLimit.findUnique({ where: { key }, select: { expiresAt: true } });
  return row?.expiresAt ?? null;
}

/** Takes one use back. A key without uses stays unchanged. */
export async function uncountUse(db: Database | Transaction, key: string): Promise<void> {
  await db.rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

/** Resets the uses of keys. */
export async function clearUses(db: Database | Transaction, keys: readonly string[]): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key: { in: [...keys] } } });
}
