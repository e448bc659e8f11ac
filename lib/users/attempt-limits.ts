import { hashHandle, sha256 } from '#lib/crypto/hash';
import type { Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import { type Allowance, findExhaustion, spend, unspend } from '#lib/ratelimit/allowance';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { type AddressLimit, refundAddress, reserveAddress } from '#lib/ratelimit/reserve-address';
import { clearUses } from '#lib/ratelimit/window-store';
import type { CanonicalUsername } from './canonical-username';
import { findKnownBrowsers, listKnownBrowsers } from './known-browser-store';

const windowSeconds = 15 * 60;

/** Failures of one account in one browser that the account knows, in a window. */
const failuresPerBrowser = 10;

/** The shared limit of all browsers that the account does not know: ten failures, then one attempt a minute. */
const strangers: Allowance = { burst: 10, intervalSeconds: 60 };

const perAddress: AddressLimit = { name: 'sign-in-address', perAddress: 100, windowSeconds };

/** A sign-in attempt: the account, the network and the handles of the browser. */
export type Attempt = {
  readonly clientAddress: string;
  /**
   * The canonical username of the account, whichever of its identifiers was typed; where nobody has it, the typed one
   * (see Identifier). Null if no account can have it.
   */
  readonly account: string | null;
  /** Null if there is no account. */
  readonly sub: string | null;
  readonly browserHandles: readonly Handle[];
};

/** A reserved attempt. `giveBack` returns it if it was not a failure. */
export type ReservedAttempt = {
  readonly giveBack: () => Promise<void>;
  /** Whether the account knows the browser. */
  readonly isKnown: boolean;
};

/**
 * Reserves an attempt before the password is checked. A browser that the account knows has its own counter, which
 * strangers cannot affect, neither at the account nor in the same network. All other browsers share one, so strangers
 * slow each other down and lock nobody out. The statements are the same whether or not the account exists (security
 * #85, #86).
 * @returns the seconds until the next attempt, if this one is not allowed
 */
export async function reserveAttempt(
  db: Database,
  attempt: Attempt,
  now: Date,
): Promise<ReservedAttempt | { readonly retryAfterSeconds: number }> {
  const browser = await findOwnBrowser(db, attempt, now);
  if (browser !== null) {
    const key = browserKey(browser);
    const { allowed, retryAfterSeconds } = await reserve(db, key, failuresPerBrowser, windowSeconds, now);
    return allowed ? { giveBack: () => refund(db, key), isKnown: true } : { retryAfterSeconds };
  }
  return reserveForStranger(db, attempt, now);
}

/**
 * The account first: then a flood of attempts at one account costs one read each and does not use up the network's
 * limit.
 */
async function reserveForStranger(
  db: Database,
  { clientAddress, account: name }: Attempt,
  now: Date,
): Promise<ReservedAttempt | { readonly retryAfterSeconds: number }> {
  const key = name === null ? null : strangersKey(name);
  const account = key === null ? null : await spend(db, key, strangers, now);
  if (account?.allowed === false) return account;
  const giveBackAccount = async () => {
    if (key !== null) await unspend(db, key, strangers);
  };
  const address = await reserveAddress(db, clientAddress, perAddress, now);
  if (!address.allowed) {
    await giveBackAccount();
    return address;
  }
  return {
    isKnown: false,
    giveBack: async () => {
      await refundAddress(db, clientAddress, perAddress);
      await giveBackAccount();
    },
  };
}

/** The time until which browsers unknown to the account share one attempt a minute; null if they have more. */
export async function findSlowdown(
  db: Database | Transaction,
  canonicalUsername: CanonicalUsername,
  now: Date,
): Promise<Date | null> {
  return findExhaustion(db, strangersKey(canonicalUsername), strangers, now);
}

/** Resets the failures of an account in all browsers, and of all its factors. */
export async function forgetFailures(
  tx: Transaction,
  { sub, canonicalUsername }: { readonly sub: string; readonly canonicalUsername: CanonicalUsername },
): Promise<void> {
  const browsers = await listKnownBrowsers(tx, sub);
  await clearUses(tx, [strangersKey(canonicalUsername), ...browsers.map(browserKey)]);
  await forgetFactorFailures(tx, sub);
}

/** The hash of the handle by which the account knows this browser; null if it does not know it. */
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

/** A hash, because people type passwords into the name field. */
function strangersKey(account: string): string {
  return `sign-in-account:${sha256(account)}`;
}
