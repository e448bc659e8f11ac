import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { latestEndFromNow } from '#lib/vocabulary/time';

/** In seconds: the time that a person has for a ceremony. */
export const challengeSeconds = 5 * 60;

/** What a challenge may be used for. */
export type ChallengeUse = {
  readonly purpose: 'sign_in' | 'second_factor' | 'confirmation' | 'registration';
  /** The hash of the interaction, or the sid. */
  readonly boundTo: string;
  /** Null if the passkey identifies the person. */
  readonly sub: string | null;
};

/** Creates a challenge of 256 bits. Only its hash is stored. */
export async function createChallenge(
  db: Database,
  { purpose, boundTo, sub }: ChallengeUse,
  now: Date,
): Promise<Handle> {
  const challenge = createHandle();
  const expiresAt = new Date(now.getTime() + challengeSeconds * 1000);
  const data = { hash: hashHandle(challenge), purpose, boundTo, sub, expiresAt };
  await db.passkeyChallenge.create({ data, select: { hash: true } });
  return challenge;
}

/**
 * Uses a challenge up before its answer is verified, so a wrong answer uses it up too.
 * @returns true for exactly one of any number of callers, and only for its own purpose
 */
export async function redeemChallenge(
  db: Database,
  challenge: string,
  { purpose, boundTo, sub }: ChallengeUse,
  now: Date,
): Promise<boolean> {
  const expiresAt = { gt: now, lte: latestEndFromNow(now, challengeSeconds * 1000) };
  const { count } = await db.passkeyChallenge.updateMany({
    where: { hash: hashHandle(challenge), purpose, boundTo, sub, usedAt: null, expiresAt },
    data: { usedAt: now },
  });
  return count === 1;
}
