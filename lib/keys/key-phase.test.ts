import { expect, it } from 'vitest';
import { isRevoked, type KeyPhase, keyPhase } from './key-phase';

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute));

const rotating = { activatesAt: at(10), retiresAt: at(20), expiresAt: at(30) };
const current = { activatesAt: at(10), retiresAt: null, expiresAt: null };
const retiring = { activatesAt: at(10), retiresAt: at(20), expiresAt: null };

const table: [string, Parameters<typeof keyPhase>[0], Date, KeyPhase][] = [
  ['before its activation', rotating, at(9), 'announced'],
  ['a millisecond before its activation', rotating, new Date(at(10).getTime() - 1), 'announced'],
  ['at its activation', rotating, at(10), 'active'],
  ['while it signs', rotating, at(19), 'active'],
  ['a millisecond before it retires', rotating, new Date(at(20).getTime() - 1), 'active'],
  ['when it retires', rotating, at(20), 'retired'],
  ['while it only verifies', rotating, at(29), 'retired'],
  ['a millisecond before it expires', rotating, new Date(at(30).getTime() - 1), 'retired'],
  ['when it expires', rotating, at(30), 'expired'],
  ['long after', rotating, at(50000), 'expired'],
  ['without an end, before its activation', current, at(0), 'announced'],
  ['without an end, long after its activation', current, at(50000), 'active'],
  ['retired without an expiry', retiring, at(50000), 'retired'],
  ['after 2038', current, new Date(Date.UTC(2040, 0, 1)), 'active'],
];

it.each(table)('is decided by the dates alone: %s', (_name, key, now, phase) => {
  expect(keyPhase(key, now)).toBe(phase);
});

it.each([
  ['a current key', current, false],
  ['a rotated key', rotating, false],
  ['a key that only retired', retiring, false],
  ['a revoked key, whose dates are the same', { ...rotating, retiresAt: at(15), expiresAt: at(15) }, true],
])('tells whether %s was revoked', (_name, key, revoked) => {
  expect(isRevoked(key)).toBe(revoked);
});
