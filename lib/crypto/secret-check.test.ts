import { describe, expect, it } from 'vitest';
import { masterSecret } from './master-secret';
import { sealingKey } from './seal';
import { secretCheckValue, verifySecretChecks } from './secret-check';

const one = 'a secret of at least thirty-two bytes';
const two = 'another secret of thirty-two bytes...';
const three = 'a third secret, of thirty-two bytes..';
const checks = (...secrets: string[]) => secrets.map(secretCheckValue);

describe('verifySecretChecks (security #141)', () => {
  it.each([
    ['the secret of the database', masterSecret(one), checks(one)],
    ['a new secret beside the former one', masterSecret(two, one), checks(one)],
    ['the next secret in the list', masterSecret(one, two), checks(one)],
    ['both of a rotation under way', masterSecret(two, one), checks(one, two)],
    ['a database that has none yet', masterSecret(one), []],
  ])('accepts %s', (_, secret, stored) => {
    expect(() => verifySecretChecks(secret, stored)).not.toThrow();
  });

  it.each([
    ['another secret', masterSecret(two), checks(one), /^SIGNET_SECRET does not belong [^\n]+$/],
    ['others in the list', masterSecret(two, three), checks(one), /^SIGNET_SECRET does not belong [^\n]+$/],
    ['the former one of a rotation under way', masterSecret(one), checks(one, two), /^SIGNET_SECRET_PREVIOUS lacks/],
    ['the new one without the former one', masterSecret(two), checks(one, two), /^SIGNET_SECRET_PREVIOUS lacks/],
  ])('refuses %s, in one line', (_, secret, stored, message) => {
    expect(() => verifySecretChecks(secret, stored)).toThrow(
      expect.objectContaining({ code: 'wrong_secret', message: expect.stringMatching(message) }),
    );
  });

  it('stores neither the secret nor a key', () => {
    expect(secretCheckValue(one)).not.toContain(one);
    expect(secretCheckValue(one)).not.toBe(sealingKey(masterSecret(one)).current.key.toString('base64url'));
  });
});
