import type { Database, Transaction } from '#lib/db/database';

/**
 * Counts one use in one statement: a new window at the first use or after the former window's end, else one more
 * while there is room. The row lock of the conflict puts parallel uses in order, in both dialects.
 * @returns false when the window is full
 */
export async function countUse(db: Database, key: string, limit: number, now: Date, expiresAt: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" ("key", "count", "expiresAt") VALUES (${key}, 1, ${expiresAt})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN "RateLimit"."expiresAt" <= ${now} THEN 1 ELSE "RateLimit"."count" + 1 END,
      "expiresAt" = CASE WHEN "RateLimit"."expiresAt" <= ${now} THEN excluded."expiresAt" ELSE "RateLimit"."expiresAt" END
    WHERE "RateLimit"."expiresAt" <= ${now} OR "RateLimit"."count" < ${limit}
    RETURNING "count"`;
  return rows.length === 1;
}

/** When the window of a key ends; null when it has none. */
export async function findWindowEnd(db: Database, key: string): Promise<Date | null> {
  const row = await db.rateLimit.findUnique({ where: { key }, select: { expiresAt: true } });
  return row?.expiresAt ?? null;
}

/** Takes one use back; a key without uses stays as it is. */
export async function uncountUse(db: Database | Transaction, key: string): Promise<void> {
  await db.rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

/** The uses of a key in its present window; 0 when it has none. */
export async function findUses(
  db: Database | Transaction,
  key: string,
  now: Date,
): Promise<{ readonly count: number; readonly until: Date | null }> {
  const row = await db.rateLimit.findUnique({ where: { key }, select: { count: true, expiresAt: true } });
  return row === null || row.expiresAt <= now ? { count: 0, until: null } : { count: row.count, until: row.expiresAt };
}

/** Forgets the uses of a key. */
export async function clearUses(db: Database | Transaction, key: string): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key } });
}
