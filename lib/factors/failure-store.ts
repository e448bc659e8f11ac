import type { Database, Transaction } from '#lib/db/database';
import { isForeignKeyViolation } from '#lib/db/database-errors';
import { integerOrNull } from '#lib/db/read-column';
import { defineStatement, defineWrite } from '#lib/db/statement';
import { type Step, write } from '#lib/db/step';
import type { Factor } from './proof';

/**
 * After this many consecutive failures of a factor in browsers that the account does not know, the factor is stopped
 * for such browsers (NIST SP 800-63B-4 §3.2.2).
 */
export const maximumFailures = 100;

/** From this number on, it counts as guessing. */
const attackFailures = 10;

/**
 * Counts an attempt as a failure before it is checked. The statement is the same whether or not the account exists.
 * @param sub null without an account
 * @returns the failures including this one; null if the factor is stopped, and without an account
 */
export async function reserveFailure(
  db: Database,
  sub: string | null,
  factor: Factor,
  now: Date,
): Promise<number | null> {
  try {
    const [failures] = await db.prepared.rows(countFailure, { sub: sub ?? '', factor, now });
    return failures ?? null;
  } catch (error) {
    // On PostgreSQL, the account was deleted while the statement ran.
    if (isForeignKeyViolation(error)) return null;
    throw error;
  }
}

const counting = `INSERT INTO "FactorFailure" ("sub", "factor", "failures")
  SELECT u."sub", CAST(@factor AS TEXT), 1 FROM "User" u WHERE u."sub" = @sub
  ON CONFLICT ("sub", "factor") DO UPDATE SET
    "failures" = "FactorFailure"."failures" + 1,
    "attackedAt" = CASE WHEN "FactorFailure"."failures" >= ${attackFailures - 1} THEN @now
      ELSE "FactorFailure"."attackedAt" END
  WHERE "FactorFailure"."failures" < ${maximumFailures} AND "FactorFailure"."stoppedAt" IS NULL
  RETURNING "failures"`;

const countFailure = defineStatement(
  { sqlite: counting, postgresql: counting.replace('@now', 'CAST(@now AS TIMESTAMP)') },
  (row) => integerOrNull(row, 'failures'),
);

/** Takes back an attempt that was not a failure. */
export async function releaseFailure(db: Database, sub: string, factor: Factor): Promise<void> {
  await db.factorFailure.updateMany({
    where: { sub, factor, stoppedAt: null, failures: { gt: 0 } },
    data: { failures: { decrement: 1 } },
  });
}

/**
 * Stops a factor that has failed too often.
 * @returns false if it is already stopped, or was shown in the meantime
 */
export async function stopFactor(tx: Transaction, sub: string, factor: Factor, now: Date): Promise<boolean> {
  const { count } = await tx.factorFailure.updateMany({
    where: { sub, factor, stoppedAt: null, failures: { gte: maximumFailures } },
    data: { stoppedAt: now },
  });
  return count === 1;
}

/** The factors of an account that are stopped for browsers that it does not know. */
export async function listStoppedFactors(db: Database, sub: string): Promise<string[]> {
  const rows = await db.factorFailure.findMany({
    where: { sub, failures: { gte: maximumFailures } },
    select: { factor: true },
  });
  return rows.map(({ factor }) => factor);
}

/** Resets the failures of a factor, because the person has shown it. */
export async function forgetFailuresOf(db: Database | Transaction, sub: string, factor: Factor): Promise<void> {
  await db.factorFailure.deleteMany({ where: { sub, factor } });
}

const forgetAll = defineWrite(`DELETE FROM "FactorFailure" WHERE "sub" = @sub`);

/**
 * Resets the failures of all factors, because the person showed everything that was required, or an administrator lets
 * them try again.
 */
export function forgetFactorFailures(sub: string): Step {
  return write(forgetAll, { sub });
}
