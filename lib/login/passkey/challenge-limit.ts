import type { Context } from '#lib/context';
import { reserveAddress } from '#lib/ratelimit/reserve-address';

/** An open page asks every few minutes, and a whole company may share one address. */
const limit = { name: 'passkey-challenge', perAddress: 2000, windowSeconds: 300 } as const;

/** Counts a challenge before its row is written. @returns null if allowed, otherwise the seconds until the next */
export async function waitForChallenge(clientAddress: string, { db, now }: Context): Promise<number | null> {
  const { allowed, retryAfterSeconds } = await reserveAddress(db, clientAddress, limit, now);
  return allowed ? null : retryAfterSeconds;
}
