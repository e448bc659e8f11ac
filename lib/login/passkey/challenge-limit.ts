import type { Context } from '#lib/context';
import { json } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { reserveAddress } from '#lib/ratelimit/reserve-address';

/** An open page asks every few minutes, and a whole company may share one address. */
const limit = { name: 'passkey-challenge', perAddress: 2000, windowSeconds: 300 } as const;

/** Counts a challenge before its row is written. @returns null if it is allowed, otherwise the refusal */
export async function limitChallenges(clientAddress: string, { db, now }: Context): Promise<HttpResponse | null> {
  const { allowed, retryAfterSeconds } = await reserveAddress(db, clientAddress, limit, now);
  return allowed ? null : json(429, { problem: 'too_many_requests' }, { 'retry-after': String(retryAfterSeconds) });
}
