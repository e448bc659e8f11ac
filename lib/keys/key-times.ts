/** How long a relying party may keep the JWKS: the max-age of its Cache-Control. */
export const jwksCacheSeconds = 600;

/** The tolerated difference between the clocks of nodes, and the time a node may need to notice a new key. */
export const keyMarginSeconds = 300;

/** How long a new key is published before it signs: by then every cache that respects max-age has it. */
export const defaultAnnounceSeconds = jwksCacheSeconds + keyMarginSeconds;

/**
 * The activation time of a key that has to sign immediately: dated back, so that a node whose clock is behind can use
 * it too.
 */
export function signsAtOnce(now: Date): Date {
  return new Date(now.getTime() - keyMarginSeconds * 1000);
}
