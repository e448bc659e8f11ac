/** How long a relying party may keep the JWKS: the max-age of its Cache-Control. */
export const jwksCacheSeconds = 600;

/** How far the clocks of the nodes may be apart, and how long a node may need to see a new key. */
export const keyMarginSeconds = 300;

/** How long a new key is published before it signs: by then every cache that honours max-age has it. */
export const defaultAnnounceSeconds = jwksCacheSeconds + keyMarginSeconds;

/** When a key has to begin to sign at once: dated back, so that a node whose clock is behind can sign with it too. */
export function signsAtOnce(now: Date): Date {
  return new Date(now.getTime() - keyMarginSeconds * 1000);
}
