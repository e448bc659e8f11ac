import { expect, it } from 'vitest';
import { headerOf } from './access-token';

it.each([
  ['at+jwt', [], 'at+jwt'],
  ['JWT', [], 'JWT'],
  ['at+jwt', [null], 'at+jwt'],
  ['JWT', [null, null], 'JWT'],
  ['at+jwt', ['JWT'], 'JWT'],
  ['JWT', ['at+jwt'], 'at+jwt'],
  ['at+jwt', ['JWT', null], 'JWT'],
  ['JWT', ['at+jwt', null], 'at+jwt'],
  ['at+jwt', ['JWT', 'JWT'], 'JWT'],
  ['JWT', ['JWT', 'at+jwt'], 'at+jwt'],
] as const)('a client with %s and APIs that say %j make tokens of the type %s', (ofClient, said, expected) => {
  const client = { accessTokenTyp: ofClient, accessTokenSigningAlg: 'RS256', securityProfile: 'none' } as const;
  const none = { accessTokenTyp: null };
  const plain = said.map((accessTokenTyp) => ({ scope: { accessTokenTyp }, apis: [] }));
  expect(headerOf(client, plain).typ).toBe(expected);
  const apis = said.map((accessTokenTyp) => ({ accessTokenTyp, accessTokenSigningAlg: null }));
  expect(headerOf(client, [{ scope: none, apis }]).typ).toBe(expected);
});

it.each([
  [[null], 'RS256'],
  [['PS256'], 'PS256'],
  [['PS256', null], 'PS256'],
  [['PS256', 'PS256'], 'PS256'],
  [['PS256', 'ES256'], 'RS256'],
] as const)('APIs that say %j sign the tokens of a client with RS256 by %s', (said, alg) => {
  const client = { accessTokenTyp: 'at+jwt', accessTokenSigningAlg: 'RS256', securityProfile: 'none' } as const;
  const apis = said.map((accessTokenSigningAlg) => ({ accessTokenTyp: null, accessTokenSigningAlg }));
  expect(headerOf(client, [{ scope: { accessTokenTyp: null }, apis }]).alg).toBe(alg);
});

it.each([
  ['none', 'RS256', 'RS256'],
  ['fapi2', 'RS256', 'PS256'],
  ['fapi2', 'ES384', 'PS256'],
  ['fapi2', 'ES256', 'ES256'],
  ['fapi2_message_signing', 'ES512', 'PS256'],
  ['fapi2_message_signing', 'Ed25519', 'Ed25519'],
] as const)(
  'the tokens of a client with the profile %s for an API that says %s are signed by %s',
  (profile, said, alg) => {
    const client = { accessTokenTyp: 'at+jwt', accessTokenSigningAlg: 'PS256', securityProfile: profile } as const;
    const apis = [{ accessTokenTyp: null, accessTokenSigningAlg: said }];
    expect(headerOf(client, [{ scope: { accessTokenTyp: null }, apis }]).alg).toBe(alg);
  },
);
