import type { SigningKey } from './key-ring';

export type KeyPhase = 'announced' | 'active' | 'retired' | 'expired';

type KeyDates = Pick<SigningKey, 'activatesAt' | 'retiresAt' | 'expiresAt'>;

/**
 * The phase of a key at a time: announced, signing, only verifying, or expired. Each date belongs to the phase that it
 * starts.
 */
export function keyPhase(key: KeyDates, now: Date): KeyPhase {
  // Whatever the clock says: it may have been ahead when somebody revoked the key.
  if (isRevoked(key)) return 'expired';
  if (key.expiresAt !== null && now >= key.expiresAt) return 'expired';
  if (key.retiresAt !== null && now >= key.retiresAt) return 'retired';
  return now < key.activatesAt ? 'announced' : 'active';
}

/**
 * Whether a key was revoked. This does not depend on clocks: a revocation writes the same time into both columns, while
 * after a rotation a key verifies longer than it signs.
 */
export function isRevoked({ retiresAt, expiresAt }: KeyDates): boolean {
  return expiresAt !== null && retiresAt?.getTime() === expiresAt.getTime();
}

/** How long a relying party may cache the JWKS: the max-age of its Cache-Control. */
export const jwksCacheSeconds = 600;

/** The tolerated difference between the clocks of nodes, and the time that a node may need to notice a new key. */
export const keyMarginSeconds = 300;

/** How long a new key is published before it signs. By then, every cache that respects max-age contains it. */
export const defaultAnnounceSeconds = jwksCacheSeconds + keyMarginSeconds;

/**
 * The activation time of a key that must sign immediately. It is backdated, so that a node whose clock is behind can
 * use it too.
 */
export function signsAtOnce(now: Date): Date {
  return new Date(now.getTime() - keyMarginSeconds * 1000);
}
