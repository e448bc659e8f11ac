import { describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { absoluteEnd, currentEnd, refreshExpiry } from './refresh-lifetime';

const now = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const never = new Date('9999-12-31T00:00:00Z');

describe('a refresh token', () => {
  it('has an absolute end if the client has one', () => {
    expect(absoluteEnd(testClient({ refreshTokenLifetimeSeconds: 600 }), now)).toEqual(later(600));
    expect(absoluteEnd(testClient({ refreshTokenLifetimeSeconds: null }), now)).toBeNull();
  });

  // Its code lives 60 seconds and its device codes 600, so a family begins up to ten minutes after it was allowed.
  it.each<[string, number | null, Date | null, Date | null]>([
    ['the stored one, with an unchanged limit', 3600, later(3600), later(3600)],
    ['the stored one, with an unchanged limit and a device code redeemed last', 3600, later(4200), later(4200)],
    ['the lower limit, from when the person allowed it', 3600, later(4201), later(3600)],
    ['a limit that it did not have', 3600, null, later(3600)],
    ['the stored one, with a higher limit', 7200, later(3600), later(3600)],
    ['the stored one, without a limit any more', null, later(3600), later(3600)],
    ['none, without a limit', null, null, null],
  ])('has this absolute end when it is used: %s (security #46)', (_, seconds, absoluteExpiresAt, expected) => {
    const lifetimes = { authorizationCodeLifetimeSeconds: 60, deviceCodeLifetimeSeconds: 600 };
    const client = testClient({ ...lifetimes, refreshTokenLifetimeSeconds: seconds });
    expect(currentEnd(client, { absoluteExpiresAt, grantedAt: now })).toEqual(expected);
  });

  it.each([
    ['its sliding end', 60, null, later(60)],
    ['its sliding end before the absolute one', 60, later(61), later(60)],
    ['the absolute end before the sliding one (RFC 9700 §4.14)', 60, later(59), later(59)],
    ['the absolute end alone', null, later(600), later(600)],
    ['no end', null, null, never],
  ])('expires at %s', (_, refreshTokenIdleSeconds, absoluteExpiresAt, expected) => {
    expect(refreshExpiry(testClient({ refreshTokenIdleSeconds }), absoluteExpiresAt, now)).toEqual(expected);
  });
});
