import { hashHandle, sha256 } from '#lib/crypto/hash';
import type { Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import type { Step } from '#lib/db/step';
import { findExhaustion, secondsToUse } from '#lib/ratelimit/allowance';
import { secondsToWindowEnd } from '#lib/ratelimit/reserve';
import { countersOf } from '#lib/ratelimit/reserve-address';
import { type AttemptCounters, countAttempt, returnAttempt, strangers } from './attempt-store';
import type { CanonicalUsername } from './canonical-username';
import { findKnownBrowsers } from './known-browser-store';

/** Failures of one account in one browser that the account knows, in a window. */
const failuresPerBrowser = 10;

/** Failures of one network in a window. */
const perAddress = { name: 'sign-in-address', perAddress: 100 } as const;

/** A sign-in attempt: the account, the network and the handles of the browser. */
export type Attempt = {
  readonly clientAddress: string;
  /**
   * The canonical username of the account, for any of its identifiers. Without an account, the typed one (see
   * Identifier). Null for an impossible name.
   */
  readonly account: string | null;
  /** Null if there is no account. */
  readonly sub: string | null;
  readonly browserHandles: readonly Handle[];
};

/** A reserved attempt. */
type ReservedAttempt = {
  /**
   * Gives the attempt back if it was not a failure.
   * @param sub the person whose password was right; their failures from unknown browsers are reset
   */
  readonly giveBack: (sub?: string) => Step;
  /** Whether the account knows the browser. */
  readonly isKnown: boolean;
};

/**
 * Reserves an attempt before the password is checked. A browser that the account knows has its own counter, which
 * strangers cannot affect, neither at the account nor in the same network. All other browsers share one counter, so
 * strangers slow each other down but lock nobody out. The statements are the same whether or not the account exists
 * (security #85, #86).
 * @returns the seconds until the next attempt, if this one is not allowed
 */
export async function reservePasswordAttempt(
  db: Database,
  attempt: Attempt,
  now: Date,
): Promise<ReservedAttempt | { readonly retryAfterSeconds: number }> {
  const browser = await findOwnBrowser(db, attempt, now);
  const counters = browser === null ? ofStranger(attempt) : ofBrowser(browser);
  const exhausted = await countAttempt(db, counters, now);
  if (exhausted !== null) return { retryAfterSeconds: await secondsUntilUse(db, counters, exhausted, now) };
  return {
    isKnown: browser !== null,
    giveBack: (sub) => returnAttempt(counters, sub ?? null, now),
  };
}

/** The account is counted first, so that a flood of attempts at one account does not use up the network's limit. */
function ofStranger({ clientAddress, account }: Attempt): AttemptCounters {
  const [window, site] = countersOf(clientAddress, perAddress);
  if (window === undefined) throw new Error('an address has no counter');
  return { account: account === null ? null : strangersKey(account), window, site: site ?? null };
}

function ofBrowser(hash: string): AttemptCounters {
  return { account: null, window: { key: browserKey(hash), limit: failuresPerBrowser }, site: null };
}

async function secondsUntilUse(
  db: Database,
  counters: AttemptCounters,
  exhausted: keyof AttemptCounters,
  now: Date,
): Promise<number> {
  if (exhausted === 'account') return secondsToUse(db, counters.account ?? '', strangers, now);
  return secondsToWindowEnd(db, counters[exhausted]?.key ?? '', now);
}

/** Until when browsers unknown to the account share one attempt a minute. Null if they have more. */
export async function findSlowdown(
  db: Database | Transaction,
  canonicalUsername: CanonicalUsername,
  now: Date,
): Promise<Date | null> {
  return findExhaustion(db, strangersKey(canonicalUsername), strangers, now);
}

/** The keys of these limits, for an account and the hashes of the browsers that it knows. */
export function attemptKeys(canonicalUsername: CanonicalUsername, browsers: readonly string[]): string[] {
  return [strangersKey(canonicalUsername), ...browsers.map(browserKey)];
}

/** The hash of the handle by which the account knows this browser. Null if it does not know it. */
export async function findOwnBrowser(
  db: Database,
  { sub, browserHandles }: Pick<Attempt, 'sub' | 'browserHandles'>,
  now: Date,
): Promise<string | null> {
  const known = await findKnownBrowsers(db, browserHandles.map(hashHandle), now);
  return known.find((browser) => browser.sub === sub)?.hash ?? null;
}

function browserKey(hash: string): string {
  return `sign-in-browser:${hash}`;
}

/** Hashed, because people sometimes type passwords into the name field. */
function strangersKey(account: string): string {
  return `sign-in-account:${sha256(account)}`;
}
