import type { Client } from '#lib/clients/client';

/** A date that means "no end" in both dialects. */
export const never = new Date('9999-12-31T00:00:00Z');

/** The absolute end of a family of refresh tokens that starts now. Null if the client has no limit. */
export function absoluteEnd(client: Client, now: Date): Date | null {
  const seconds = client.refreshTokenLifetimeSeconds;
  return seconds ? new Date(now.getTime() + seconds * 1000) : null;
}

/**
 * The absolute end of a family under the current limit of its client. A lower limit also counts for families that exist,
 * from when the person allowed them. A higher one does not revive what would have ended. The family itself began a
 * little later, when its code was redeemed, so a limit that did not change leaves the stored end.
 */
export function currentEnd(
  client: Client,
  { absoluteExpiresAt: stored, grantedAt }: { readonly absoluteExpiresAt: Date | null; readonly grantedAt: Date },
): Date | null {
  const seconds = client.refreshTokenLifetimeSeconds;
  if (!seconds) return stored;
  const longestWait = Math.max(client.authorizationCodeLifetimeSeconds, client.deviceCodeLifetimeSeconds);
  const after = (wait: number) => new Date(grantedAt.getTime() + (seconds + wait) * 1000);
  return stored !== null && stored <= after(longestWait) ? stored : after(0);
}

/**
 * When a refresh token expires that is issued or used now. It is the sliding end, but never later than the absolute
 * end, which rotation does not change (RFC 9700 §4.14).
 */
export function refreshExpiry(client: Client, absoluteExpiresAt: Date | null, now: Date): Date {
  const idle = client.refreshTokenIdleSeconds;
  const sliding = idle ? new Date(now.getTime() + idle * 1000) : never;
  return absoluteExpiresAt !== null && absoluteExpiresAt < sliding ? absoluteExpiresAt : sliding;
}
