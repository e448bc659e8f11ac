import { describe, expect, it } from 'vitest';
import { withBuiltIn } from '#lib/scopes/built-in';
import { testClient } from '#lib/testing/client';
import { askedClaims } from './asked-claims';

const snapshot = { scopes: withBuiltIn([]) };
const client = testClient({ scope: ['openid', 'profile', 'email'] });

describe('askedClaims() (OpenID Connect Core §5.5)', () => {
  it.each([
    ['beside its scope', ['openid', 'email'], ['email'], [{ claim: 'email', scope: 'email', isAlone: false }]],
    ['alone', ['openid'], ['email'], [{ claim: 'email', scope: 'email', isAlone: true }]],
    ['without openid, where it could appear nowhere', ['email'], ['email'], []],
    ['that every token has anyway', ['openid'], ['sub', 'iss'], []],
    ['that no scope of the client gives', ['openid'], ['phone_number'], []],
  ])('a claim %s', (_, scope, names, expected) => {
    const asked = { scope, responseType: 'code', claims: { idToken: names, userinfo: names, acr: null } };
    expect(askedClaims(asked, client, snapshot)).toEqual(expected);
  });
});
