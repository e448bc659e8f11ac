import type { Client } from '#lib/clients/client';

/** Far enough to mean "without an end" in both dialects. */
const never = new Date('9999-12-31T00:00:00Z');

/** The absolute end of a family that starts now; null when the client has none. */
export function absoluteEnd(client: Client, now: Date): Date | null {
  const seconds = client.refreshTokenLifetimeSeconds;
  return seconds ? new Date(now.getTime() + seconds * 1000) : null;
}

/**
 * When a refresh token that is issued or used now expires: the sliding end, never past the absolute one, which
 * rotation does not move (RFC 9700 §4.14).
 */
export function refreshExpiry(client: Client, absoluteExpiresAt: Date | null, now: Date): Date {
  const idle = client.refreshTokenIdleSeconds;
  const sliding = idle ? new Date(now.getTime() + idle * 1000) : never;
  return absoluteExpiresAt !== null && absoluteExpiresAt < sliding ? absoluteExpiresAt : sliding;
}
