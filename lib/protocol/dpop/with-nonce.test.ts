import { describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { currentNonce, isCurrentNonce } from './with-nonce';

const secret = masterSecret('a secret of this test, of some length');
const minutes = (count: number) => new Date(new Date('2026-01-01T12:00:30Z').getTime() + count * 60_000);
const now = minutes(0);

describe('a nonce for proofs (RFC 9449 §8)', () => {
  it.each([
    [-5, false],
    [-4, true],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of minute %i from now is valid: %j', (minute, isGood) => {
    expect(isCurrentNonce(currentNonce(secret, minutes(minute)), secret, now)).toBe(isGood);
  });

  it('is the same in every process for a whole minute, and different in the next', () => {
    const same = currentNonce(masterSecret(secret.current), new Date(now.getTime() + 29_000));
    expect(same).toBe(currentNonce(secret, now));
    expect(currentNonce(secret, minutes(1))).not.toBe(same);
    expect(same).toMatch(/^[\w-]{22}$/);
  });

  it('of another secret is never valid, and one of the previous secret is during its rotation', () => {
    const other = masterSecret('another secret of this test, of some length');
    const nonce = currentNonce(other, now);
    expect(isCurrentNonce(nonce, secret, now)).toBe(false);
    expect(isCurrentNonce(nonce, masterSecret(secret.current, other.current), now)).toBe(true);
  });
});
