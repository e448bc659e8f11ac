import type { Database } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import { flag } from '#lib/db/read-column';
import { defineStatement, type Values } from '#lib/db/statement';
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

const forgetPassword = `DELETE FROM "FactorFailure" WHERE "sub" = @sub AND "factor" = 'password'`;
const write = (text: string) => defineStatement(text, () => null);

/** Executed one after the other in one transaction. For SQLite. */
const steps = {
  countAccount: write(spendAllowance('sqlite', 'VALUES (@account, 1, @end)')),
  countWindow: write(countInWindow('sqlite', 'VALUES (@window, 1, @windowEnd)', '@windowLimit')),
  countSite: write(countInWindow('sqlite', 'VALUES (@site, 1, @windowEnd)', '@siteLimit')),
  returnAccount: write(unspendAllowance('sqlite', '@account')),
  returnWindow: write(uncountInWindow('@window')),
  returnSite: write(uncountInWindow('@site')),
  forgetPassword: write(forgetPassword),
};

const rowOf = (key: string, end: string) => `SELECT CAST(${key} AS TEXT), 1, CAST(${end} AS TIMESTAMP)`;

/**
 * The same in one statement for PostgreSQL, which locks the rows in the same order. The result says how far it came.
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

const returnAll = defineStatement(
  `WITH account AS (
    ${unspendAllowance('postgresql', '@account')} RETURNING 1
  ), counted AS (
    ${uncountInWindow('@window')} AND (SELECT count(*) FROM account) >= 0 RETURNING 1
  ), site AS (
    ${uncountInWindow('@site')} AND (SELECT count(*) FROM counted) >= 0 RETURNING 1
  ), forgotten AS (
    ${forgetPassword} AND (SELECT count(*) FROM site) >= 0 RETURNING 1
  )
  SELECT count(*) FROM forgotten`,
  () => null,
);

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
  if (db.prepared.dialect === 'postgresql') return countAtOnce(db, counters, values, now);
  const wanted = [
    ...(counters.account === null ? [] : (['account'] as const)),
    'window' as const,
    ...(counters.site === null ? [] : (['site'] as const)),
  ];
  const step = { account: steps.countAccount, window: steps.countWindow, site: steps.countSite };
  const idle = await db.prepared.steps(wanted.map((name): PreparedStep => [step[name], values]));
  return idle === null ? null : (wanted[idle] ?? null);
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
  await returnAttempt(db, { account, window: used.window ? window : { ...window, key: '' }, site: null }, null, now);
  return used.window ? 'site' : 'window';
}

/**
 * Gives the uses of an attempt back, because it was not a failure.
 * @param sub the person whose password was right; their failures are reset. Null if the password was not checked
 */
export async function returnAttempt(
  db: Database,
  counters: AttemptCounters,
  sub: string | null,
  now: Date,
): Promise<void> {
  if (db.prepared.dialect === 'sqlite') return void (await db.prepared.steps(returningAttempt(db, counters, sub, now)));
  await db.prepared.rows(returnAll, { ...toValues(counters, now), sub });
}

/** The same as steps of a prepared transaction. */
export function returningAttempt(
  { prepared: { dialect } }: Database,
  counters: AttemptCounters,
  sub: string | null,
  now: Date,
): PreparedStep[] {
  const { returnAccount, returnWindow, returnSite, forgetPassword: forget } = steps;
  const wanted = dialect === 'postgresql' ? [returnAll] : [returnAccount, returnWindow, returnSite, forget];
  const values = { ...toValues(counters, now), sub };
  return wanted.map((step): PreparedStep => [step, values, true]);
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
