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
