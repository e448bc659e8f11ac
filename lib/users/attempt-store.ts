import type { Database } from '#lib/db/database';
import { flag } from '#lib/db/read-column';
import { run } from '#lib/db/run';
import { defineStatement, defineWrite, type Values } from '#lib/db/statement';
import { type Step, write, writeOnce } from '#lib/db/step';
import { type Allowance, spendingValues } from '#lib/ratelimit/allowance';
import { countInWindow, spendAllowance, uncountInWindow, unspendAllowance } from '#lib/ratelimit/counter-sql';
import { windowEnds } from '#lib/ratelimit/window-store';

/** The shared limit of all browsers that an account does not know: ten failures, then one attempt a minute. */
export const strangers: Allowance = { burst: 10, intervalSeconds: 60 };

export const windowSeconds = 15 * 60;

/** A counter of uses in a window, as in reserve(). */
type Window = { readonly key: string; readonly limit: number };

/** The counters of an attempt. */
export type AttemptCounters = {
  /** The key of an allowance of strangers, as in spend(). Null if none applies. */
  readonly account: string | null;
  /** The window of the network, or of a known browser. */
  readonly window: Window;
  /** The window of an IPv6 /48. */
  readonly site: Window | null;
};

/** For SQLite. */
const counts = {
  account: defineWrite(spendAllowance('sqlite', 'VALUES (@account, 1, @end)')),
  window: defineWrite(countInWindow('sqlite', 'VALUES (@window, 1, @windowEnd)', '@windowLimit')),
  site: defineWrite(countInWindow('sqlite', 'VALUES (@site, 1, @windowEnd)', '@siteLimit')),
};

const rowOf = (key: string, end: string) => `SELECT CAST(${key} AS TEXT), 1, CAST(${end} AS TIMESTAMP)`;

/**
 * For PostgreSQL. The rows are locked in the same order, and the result says how far it came. A step that is refused is
 * an error in the server's log, and whoever guesses passwords could fill it.
 */
const countAll = defineStatement(
  `WITH account AS (
    ${spendAllowance('postgresql', `${rowOf('@account', '@end')} WHERE CAST(@account AS TEXT) IS NOT NULL`)}
    RETURNING 1
  ), counted AS (
    ${countInWindow(
      'postgresql',
      `${rowOf('@window', '@windowEnd')} WHERE CAST(@account AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM account)`,
      '@windowLimit',
    )}
    RETURNING 1
  ), site AS (
    ${countInWindow(
      'postgresql',
      `${rowOf('@site', '@windowEnd')} WHERE CAST(@site AS TEXT) IS NOT NULL AND EXISTS (SELECT 1 FROM counted)`,
      '@siteLimit',
    )}
    RETURNING 1
  )
  SELECT EXISTS (SELECT 1 FROM account) AS "account", EXISTS (SELECT 1 FROM counted) AS "window",
    EXISTS (SELECT 1 FROM site) AS "site"`,
  (row) => ({ account: flag(row, 'account'), window: flag(row, 'window'), site: flag(row, 'site') }),
);

const returns = {
  account: defineWrite({
    sqlite: unspendAllowance('sqlite', '@account'),
    postgresql: unspendAllowance('postgresql', '@account'),
  }),
  window: defineWrite(uncountInWindow('@window')),
  site: defineWrite(uncountInWindow('@site')),
  failures: defineWrite(`DELETE FROM "FactorFailure" WHERE "sub" = @sub AND "factor" = 'password'`),
};

/**
 * Uses all counters of an attempt together, or none.
 * @returns the counter that has no use left; null if all had one
 */
export async function countAttempt(
  db: Database,
  counters: AttemptCounters,
  now: Date,
): Promise<keyof AttemptCounters | null> {
  const values = toValues(counters, now);
  if (db.dialect === 'postgresql') return countAtOnce(db, counters, values, now);
  return run<keyof AttemptCounters>(db, [
    counters.account === null ? [] : writeOnce(counts.account, values, 'account'),
    writeOnce(counts.window, values, 'window'),
    counters.site === null ? [] : writeOnce(counts.site, values, 'site'),
  ]);
}

async function countAtOnce(
  db: Database,
  counters: AttemptCounters,
  values: Values,
  now: Date,
): Promise<keyof AttemptCounters | null> {
  const [used] = await db.prepared.rows(countAll, values);
  if (used === undefined) throw new Error('an attempt was neither counted nor refused');
  if (counters.account !== null && !used.account) return 'account';
  if (used.window && (counters.site === null || used.site)) return null;
  // Gives back what was used before the counter that had no use left.
  const { account, window } = counters;
  const returned = { account, window: used.window ? window : { ...window, key: '' }, site: null };
  await run(db, [returnAttempt(returned, null, now)]);
  return used.window ? 'site' : 'window';
}

/**
 * Gives the uses of an attempt back, because it was not a failure.
 * @param sub the person whose password was right; their failures are reset. Null if the password was not checked
 */
export function returnAttempt(counters: AttemptCounters, sub: string | null, now: Date): Step {
  const values = { ...toValues(counters, now), sub };
  return [
    ...(counters.account === null ? [] : write(returns.account, values)),
    ...write(returns.window, values),
    ...(counters.site === null ? [] : write(returns.site, values)),
    ...(sub === null ? [] : write(returns.failures, values)),
  ];
}

function toValues({ account, window, site }: AttemptCounters, now: Date): Values {
  const { expiresAt, latestWindowEnd } = windowEnds(windowSeconds, now);
  return {
    ...spendingValues(strangers, now),
    account,
    window: window.key,
    windowLimit: window.limit,
    windowEnd: expiresAt,
    latestWindowEnd,
    site: site?.key ?? null,
    siteLimit: site?.limit ?? 0,
  };
}
