import { describe, expect, it } from 'vitest';
import { areProofsFresh, signedInAt } from './fresh-sign-in';
import type { Proof } from './proof';

const now = new Date('2026-05-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const password = (minutes: number): Proof => ({ factor: 'password', at: ago(minutes) });
const app = (minutes: number): Proof => ({ factor: 'totp', at: ago(minutes) });
const provider = (minutes: number): Proof => ({
  ...{ factor: 'provider', at: ago(minutes), provider: 'corp', amr: [], level: 1 },
});

describe('the time of a sign-in (security #183, #190)', () => {
  it.each<[string, readonly Proof[], number]>([
    ['a password: when it was typed', [password(3)], 3],
    ['a provider that asked the person', [provider(3)], 3],
    ['a provider that had a session for an hour', [provider(60)], 60],
    ['a provider and an app that was shown now', [provider(60), app(3)], 3],
    ['a provider whose clock is ahead', [provider(-10)], 3],
    ['a trusted device, without proofs', [], 3],
  ])('%s', (_, proofs, minutes) => {
    expect(signedInAt({ authTime: ago(3), proofs })).toEqual(ago(minutes));
  });

  it.each<[string, readonly Proof[], boolean]>([
    ['a password of 5 minutes', [password(5)], true],
    ['an older one', [password(5.1)], false],
    ['an older one beside an app that was shown now', [password(6), app(0)], false],
    ['a provider that had a session for an hour', [provider(60)], false],
    ['such a provider and a password of now', [provider(60), password(0)], true],
    ['a password from a machine whose clock is a minute ahead', [password(-1)], true],
    ['a password from while the clock was ahead (security #201)', [password(-1.1)], false],
  ])('is recent or not while factors are missing: %s', (_, proofs, isFresh) => {
    expect(areProofsFresh(proofs, now)).toBe(isFresh);
  });
});
