import { beforeAll, describe, expect, it } from 'vitest';
import { jwks } from '#lib/protocol/jwks';
import { activeKey, isClockBehindKeys } from './active-key';
import { generateKey } from './generate-key';
import type { KeyRing, SigningKey } from './key-ring';

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute));

let old: SigningKey;
let next: SigningKey;
let other: SigningKey;
let ring: KeyRing;

beforeAll(async () => {
  old = { ...(await generateKey('ES256', at(0))), retiresAt: at(25), expiresAt: at(90) };
  next = await generateKey('ES256', at(10), at(25));
  other = await generateKey('EdDSA', at(0));
  ring = new Map([old, next, other].map((key) => [key.kid, key]));
});

describe('activeKey', () => {
  it('selects the key of the current time, so that a rotation has no gap and no overlap (security #140)', () => {
    expect(activeKey(ring, 'ES256', at(0)).kid).toBe(old.kid);
    expect(activeKey(ring, 'ES256', new Date(at(25).getTime() - 1)).kid).toBe(old.kid);
    expect(activeKey(ring, 'ES256', at(25)).kid).toBe(next.kid);
    expect(activeKey(ring, 'EdDSA', at(25)).kid).toBe(other.kid);
  });

  it('selects the newest when two are active', () => {
    const both = new Map([next, { ...old, retiresAt: null }].map((key) => [key.kid, key]));
    expect(activeKey(both, 'ES256', at(30)).kid).toBe(next.kid);
  });

  it('is the oldest when none has begun, because the clock is behind', () => {
    const later = { ...next, kid: 'later', activatesAt: at(50) };
    const waiting = new Map([later, next].map((key) => [key.kid, key]));
    expect(activeKey(waiting, 'ES256', at(0)).kid).toBe(next.kid);
    expect(isClockBehindKeys(waiting, at(0))).toBe(true);
    expect(isClockBehindKeys(ring, at(10))).toBe(false);
    const revoked = { ...next, retiresAt: at(40), expiresAt: at(40) };
    expect(() => activeKey(new Map([[revoked.kid, revoked]]), 'ES256', at(0))).toThrow('ES256');
  });

  it('throws when an algorithm has no key for this time', () => {
    expect(() => activeKey(ring, 'RS256', at(0))).toThrow('RS256');
    expect(() => activeKey(new Map([[old.kid, old]]), 'ES256', at(25))).toThrow('ES256');
  });
});

describe('jwks', () => {
  const kids = (now: Date) => jwks(ring, now).keys.map((key) => key.kid);

  it('holds announced, active and retired keys, the active ones first (OIDC Core §10.1.1)', () => {
    expect(kids(at(10))).toEqual([old.kid, other.kid, next.kid]);
    expect(kids(at(30))).toEqual([next.kid, other.kid, old.kid]);
  });

  it('leaves out an expired key', () => {
    expect(kids(at(90))).toEqual([next.kid, other.kid]);
  });

  it('contains no private member (security #139)', () => {
    for (const key of jwks(ring, at(10)).keys) {
      for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']) expect(key).not.toHaveProperty(member);
      expect(key).toMatchObject({ use: 'sig', kid: expect.any(String), alg: expect.any(String) });
    }
  });
});
