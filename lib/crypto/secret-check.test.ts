import { expect, it } from 'vitest';
import { sealingKey } from './seal';
import { secretCheckValue, verifySecretCheck } from './secret-check';

const secret = 'a secret of at least thirty-two bytes';

it('accepts the secret its check value was made with', () => {
  expect(() => verifySecretCheck(secret, secretCheckValue(secret))).not.toThrow();
});

it.each([`${secret}.`, secret.toUpperCase(), ''])('refuses another secret with one line what to do: %j', (other) => {
  expect(() => verifySecretCheck(other, secretCheckValue(secret))).toThrow(
    expect.objectContaining({ code: 'wrong_secret', message: expect.stringMatching(/^SIGNET_SECRET [^\n]+$/) }),
  );
});

it('stores neither the secret nor the sealing key', () => {
  expect(secretCheckValue(secret)).not.toContain(secret);
  expect(secretCheckValue(secret)).not.toBe(sealingKey(secret).toString('base64url'));
});
