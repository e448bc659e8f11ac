import type { HandleHash } from '#lib/crypto/random';
import type { Context } from '#lib/protocol/context';
import { addressKey } from '#lib/ratelimit/address-key';
import { refund, reserve } from '#lib/ratelimit/reserve';

/** RFC 8628 §5.1: a code has 34 bits, so these make guessing one hopeless (design: sign-in attempts). */
const windowSeconds = 300;
const attemptsPerBrowser = 5;
const attemptsPerAddress = 20;

type LimitedKey = { readonly key: string; readonly limit: number };

/** What an attempt to enter a code counts for. */
export function attemptKeys(browserHash: HandleHash, clientAddress: string): readonly LimitedKey[] {
  return [
    { key: `user-code-browser:${browserHash}`, limit: attemptsPerBrowser },
    { key: `user-code-address:${addressKey(clientAddress)}`, limit: attemptsPerAddress },
  ];
}

/** @returns null when the attempt may be made, else after how many seconds the next one may */
export async function reserveAttempt(keys: readonly LimitedKey[], { db, now }: Context): Promise<number | null> {
  for (const { key, limit } of keys) {
    const { allowed, retryAfterSeconds } = await reserve(db, key, limit, windowSeconds, now);
    if (!allowed) return retryAfterSeconds;
  }
  return null;
}

/** The code was right: only wrong ones count. */
export async function refundAttempt(keys: readonly LimitedKey[], { db }: Context): Promise<void> {
  for (const { key } of keys) await refund(db, key);
}
