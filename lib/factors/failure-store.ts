import type { Database, Transaction } from '#lib/db/database';
import type { Factor } from './proof';

/**
 * Consecutive failures of a factor from browsers that the account does not know, after which the factor is stopped for
 * such browsers (NIST SP 800-63B-4 §3.2.2).
 */
export const maximumFailures = 100;

/** @returns false if the factor is stopped for browsers that the account does not know */
export async function isFactorOpen(db: Database, sub: string, factor: Factor): Promise<boolean> {
  const row = await db.factorFailure.findUnique({
    where: { sub_factor: { sub, factor } },
    select: { stoppedAt: true },
  });
  return row === null || row.stoppedAt === null;
}

/** Counts a failure. @returns true for the one that stops the factor */
export async function countFailure(db: Database, sub: string, factor: Factor, now: Date): Promise<boolean> {
  const row = await db.factorFailure.upsert({
    where: { sub_factor: { sub, factor } },
    create: { sub, factor, failures: 1 },
    update: { failures: { increment: 1 } },
    select: { failures: true },
  });
  if (row.failures < maximumFailures) return false;
  const { count } = await db.factorFailure.updateMany({
    where: { sub, factor, stoppedAt: null, failures: { gte: maximumFailures } },
    data: { stoppedAt: now },
  });
  return count === 1;
}

/** The person proved another factor, or came from a known browser: every factor counts from the beginning. */
export async function forgetFactorFailures(db: Database | Transaction, sub: string): Promise<void> {
  await db.factorFailure.deleteMany({ where: { sub } });
}
