import type { Context } from '#lib/context';
import type { HandleHash } from '#lib/crypto/random';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { type AddressLimit, refundAddress, reserveAddress } from '#lib/ratelimit/reserve-address';

/** RFC 8628 §5.1: a code has 34 bits, so these make guessing one hopeless (design: sign-in attempts). */
const windowSeconds = 300;
const attemptsPerBrowser = 5;
const perAddress: AddressLimit = { name: 'user-code-address', perAddress: 20, windowSeconds };

/** The counters of an attempt to enter a code. */
type CodeAttempt = { readonly browserHash: HandleHash; readonly clientAddress: string };

/** @returns null when the attempt may be made, else after how many seconds the next one may */
export async function reserveAttempt(attempt: CodeAttempt, { db, now }: Context): Promise<number | null> {
  const browser = await reserve(db, browserKey(attempt), attemptsPerBrowser, windowSeconds, now);
  const reserved = browser.allowed ? await reserveAddress(db, attempt.clientAddress, perAddress, now) : browser;
  return reserved.allowed ? null : reserved.retryAfterSeconds;
}

/** The code was right: only wrong ones count. */
export async function refundAttempt(attempt: CodeAttempt, { db }: Context): Promise<void> {
  await refund(db, browserKey(attempt));
  await refundAddress(db, attempt.clientAddress, perAddress);
}

function browserKey({ browserHash }: CodeAttempt): string {
  return `user-code-browser:${browserHash}`;
}
