import type { Client } from '#lib/clients/client';

/** A date that means "no end" in both dialects. */
export const never = new Date('9999-12-31T00:00:00Z');

/** The absolute end of a family of refresh tokens that starts now. Null if the client has no limit. */
export function absoluteEnd(client: Client, now: Date): Date | null {
  const seconds = client.refreshTokenLifetimeSeconds;
  return seconds ? new Date(now.getTime() + seconds * 1000) : null;
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
