import { sealData } from 'iron-session';
import { expect, it } from 'vitest';
import { deriveKey } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import { sealCookie, unsealCookie } from './sealed-cookie';

const one = 'a secret of at least thirty-two bytes';
const two = 'another secret of thirty-two bytes...';
const content = { handle: 'x' };

it.each([
  ['the secret it was sealed under', masterSecret(one), content],
  ['that one in the list', masterSecret(two, one), content],
  ['another secret', masterSecret(two), null],
  ['another one with a list', masterSecret(two, 'a third secret of thirty-two bytes..'), null],
])('opens a cookie with %s: %#', async (_, secret, expected) => {
  const value = await sealCookie(content, masterSecret(one), 'cookie');
  expect(await unsealCookie(value, secret, 'cookie')).toEqual(expected);
  expect(await unsealCookie(value, secret, 'demo-cookie')).toBeNull();
});

it('opens a cookie without the name of its secret, while that one is in the list', async () => {
  const password = { '1': deriveKey(one, 'cookie').toString('base64url') };
  const value = await sealData(content, { password, ttl: 0 });
  expect(await unsealCookie(value, masterSecret(one), 'cookie')).toEqual(content);
  expect(await unsealCookie(value, masterSecret(two, one), 'cookie')).toEqual(content);
  expect(await unsealCookie(value, masterSecret(two), 'cookie')).toBeNull();
});
