import type { Context } from '#lib/context';
import type { HandleHash } from '#lib/crypto/random';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { type AddressLimit, refundAddress, reserveAddress } from '#lib/ratelimit/reserve-address';

/** RFC 8628 §5.1: a code has 30 or 34 bits. These limits make guessing hopeless (design: sign-in attempts). */
const windowSeconds = 300;
const attemptsPerBrowser = 5;
const perAddress: AddressLimit = { name: 'user-code-address', perAddress: 20, windowSeconds };

/** The counters of an attempt to enter a code. */
type CodeAttempt = { readonly browserHash: HandleHash; readonly clientAddress: string };

/** @returns null if the attempt is allowed, otherwise the seconds until the next one is */
export async function reserveAttempt(attempt: CodeAttempt, { db, now }: Context): Promise<number | null> {
  const browser = await reserve(db, { key: browserKey(attempt), limit: attemptsPerBrowser, windowSeconds }, now);
  const reserved = browser.allowed ? await reserveAddress(db, attempt.clientAddress, perAddress, now) : browser;
  return reserved.allowed ? null : reserved.retryAfterSeconds;
}

/** Gives back the attempt of a right code. Only wrong codes count. */
export async function refundAttempt(attempt: CodeAttempt, { db }: Context): Promise<void> {
  await refund(db, browserKey(attempt));
  await refundAddress(db, attempt.clientAddress, perAddress);
}

function browserKey({ browserHash }: CodeAttempt): string {
  return `user-code-browser:${browserHash}`;
}
