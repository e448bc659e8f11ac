import { describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { absoluteEnd, refreshExpiry } from './refresh-lifetime';

const now = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const never = new Date('9999-12-31T00:00:00Z');

describe('a refresh token', () => {
  it('has an absolute end if the client has one', () => {
    expect(absoluteEnd(testClient({ refreshTokenLifetimeSeconds: 600 }), now)).toEqual(later(600));
    expect(absoluteEnd(testClient({ refreshTokenLifetimeSeconds: null }), now)).toBeNull();
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
