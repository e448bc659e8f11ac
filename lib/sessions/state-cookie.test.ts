import { describe, expect, it } from 'vitest';
import { refreshStateCookie, writeStateCookie } from './state-cookie';

const https = { secure: true };
const signedIn = (...sids: string[]) => ({ sessions: sids.map((sid) => ({ sid })) });

describe('the cookie of the check session iframe (semantics §6.3)', () => {
  it('is readable by scripts and in frames of other sites, and only on https', () => {
    expect(writeStateCookie(['b', 'a'], https)).toBe('__Host-signet-state=a.b; Path=/; SameSite=None; Secure');
    expect(writeStateCookie(['a'], { secure: false })).toBe('signet-state=a; Path=/; SameSite=Lax');
  });

  it('is deleted when nobody is signed in', () => {
    expect(writeStateCookie([], https)).toMatch(/^__Host-signet-state=;.*; Max-Age=0$/);
  });

  it.each([
    ['is right', '__Host-signet-state=a.b', ['b', 'a'], 0],
    ['is missing', undefined, ['a'], 1],
    ['names a session that ended elsewhere', '__Host-signet-state=a.b', ['a'], 1],
    ['is absent and nobody is signed in', undefined, [], 0],
    ['remains although nobody is signed in', '__Host-signet-state=a', [], 1],
  ])('is set again unless it is correct: it %s', (_, cookieHeader, sids, count) => {
    expect(refreshStateCookie(cookieHeader, signedIn(...sids), https)).toHaveLength(count);
  });
});
