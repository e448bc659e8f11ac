import type { Dialect } from '#lib/db/statement';

/** How each dialect writes a value of a type, and a time that is moved by seconds. */
const words = {
  sqlite: {
    time: (value: string) => value,
    integer: (value: string) => value,
    move: (time: string, sign: '+' | '-', seconds: string) =>
      `strftime('%Y-%m-%dT%H:%M:%f+00:00', ${time}, '${sign}' || ${seconds} || ' seconds')`,
  },
  postgresql: {
    time: (value: string) => `CAST(${value} AS TIMESTAMP)`,
    integer: (value: string) => `CAST(${value} AS INTEGER)`,
    move: (time: string, sign: '+' | '-', seconds: string) =>
      `${time} ${sign} CAST(${seconds} AS INTEGER) * INTERVAL '1 second'`,
  },
};

/**
 * SQL that uses one counter of a window. It starts a new window at the first use or after the previous window, which is
 * also over if it ends later than a window can. Otherwise it adds uses while there is room. The row lock of the conflict
 * serializes concurrent uses in both dialects. If the window is full, no row changes. Reads `@now` and
 * `@latestWindowEnd`, the latest end that a window can have.
 * @param row the inserted values: key, uses, end of a new window
 * @param limit the parameter with the number of uses in a window
 */
export function countInWindow(dialect: Dialect, row: string, limit: string): string {
  const { time, integer } = words[dialect];
  const end = '"RateLimit"."expiresAt"';
  const isOver = `(${end} <= ${time('@now')} OR ${end} > ${time('@latestWindowEnd')})`;
  return `INSERT INTO "RateLimit" ("key", "count", "expiresAt") ${row}
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN ${isOver} THEN excluded."count" ELSE "RateLimit"."count" + excluded."count" END,
      "expiresAt" = CASE WHEN ${isOver} THEN excluded."expiresAt" ELSE "RateLimit"."expiresAt" END
    WHERE ${isOver} OR "RateLimit"."count" <= ${integer(limit)} - excluded."count"`;
}

/** SQL that takes one use of a window back. A key without uses stays unchanged. */
export function uncountInWindow(key: string): string {
  return `UPDATE "RateLimit" SET "count" = "count" - 1 WHERE "key" = ${key} AND "count" > 0`;
}

/**
 * SQL that spends one use of an allowance, whose row contains the time at which all uses are restored. If none is left,
 * no row changes. Reads `@now`, `@intervalSeconds`, `@latestEnd`, the latest value that this time may have before, and
 * `@latestFull`, the latest that it can have at all: later than that, the allowance is whole.
 * @param row the inserted values: key, 1, an interval from now
 */
export function spendAllowance(dialect: Dialect, row: string): string {
  const { time, move } = words[dialect];
  const end = '"RateLimit"."expiresAt"';
  const isWhole = `(${end} <= ${time('@now')} OR ${end} > ${time('@latestFull')})`;
  return `INSERT INTO "RateLimit" ("key", "count", "expiresAt") ${row}
    ON CONFLICT ("key") DO UPDATE SET
      "expiresAt" = CASE WHEN ${isWhole} THEN excluded."expiresAt" ELSE ${move(end, '+', '@intervalSeconds')} END
    WHERE ${isWhole} OR ${end} <= ${time('@latestEnd')}`;
}

/** SQL that gives one use of an allowance back. Reads `@intervalSeconds`. */
export function unspendAllowance(dialect: Dialect, key: string): string {
  const { move } = words[dialect];
  return `UPDATE "RateLimit" SET "expiresAt" = ${move('"expiresAt"', '-', '@intervalSeconds')} WHERE "key" = ${key}`;
}
