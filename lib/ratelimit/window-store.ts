import type { Database, Transaction } from '#lib/db/database';

/**
 * Counts one use in one statement: a new window at the first use or after the previous window, otherwise one more use
 * while there is room. The row lock of the conflict serializes concurrent uses in both dialects.
 * @returns false if the window is full
 */
export async function countUse(
  db: Database,
  { key, limit, uses }: { readonly key: string; readonly limit: number; readonly uses: number },
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" ("key", "count", "expiresAt") VALUES (${key}, ${uses}, ${expiresAt})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN "RateLimit"."expiresAt" <= ${now} THEN ${uses} ELSE "RateLimit"."count" + ${uses} END,
      "expiresAt" = CASE WHEN "RateLimit"."expiresAt" <= ${now} THEN excluded."expiresAt" ELSE "RateLimit"."expiresAt" END
    WHERE "RateLimit"."expiresAt" <= ${now} OR "RateLimit"."count" <= ${limit - uses}
    RETURNING "count"`;
  return rows.length === 1;
}

/** The end of a key's window; null if there is none. */
export async function findWindowEnd(db: Database | Transaction, key: string): Promise<Date | null> {
  const row = await db.rateLimit.findUnique({ where: { key }, select: { expiresAt: true } });
  return row?.expiresAt ?? null;
}

/** Takes one use back; a key without uses stays unchanged. */
export async function uncountUse(db: Database | Transaction, key: string): Promise<void> {
  await db.rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

/**
 * Moves the end of a key's window in one statement, if it is still the value that was read.
 * @param from null if there was no window
 * @returns false if another request moved it in the meantime
 */
export async function replaceWindowEnd(
  db: Database,
  key: string,
  { from, to }: { readonly from: Date | null; readonly to: Date },
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" ("key", "count", "expiresAt") VALUES (${key}, 1, ${to})
    ON CONFLICT ("key") DO UPDATE SET "expiresAt" = excluded."expiresAt"
    WHERE "RateLimit"."expiresAt" = ${from ?? new Date(0)}
    RETURNING "count"`;
  return rows.length === 1;
}

/** Resets the uses of keys. */
export async function clearUses(db: Database | Transaction, keys: readonly string[]): Promise<void> {
  await db.rateLimit.deleteMany({ where: { key: { in: [...keys] } } });
}
