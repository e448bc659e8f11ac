import { describe, expect, it } from 'vitest';
import { withBuiltIn } from '#lib/scopes/built-in';
import { testClient } from '#lib/testing/client';
import { allow, allowAll, askedClaims } from './asked-claims';

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

describe('the claims that a person allows a client', () => {
  const claims = { idToken: ['email', 'sub'], userinfo: ['email', 'name', 'phone_number'], acr: null };
  const request = { scope: ['openid', 'profile'], responseType: 'code', claims };
  const under = { email: 'email', name: 'profile' };

  it.each<[string, { scope: string[]; claims: string[] | 'all' }, object]>([
    [
      'everything',
      { scope: ['openid', 'profile'], claims: 'all' },
      { idToken: ['email'], userinfo: ['email', 'name'], under },
    ],
    [
      'the claims that have a box of their own',
      { scope: ['openid', 'profile'], claims: ['email'] },
      { idToken: ['email'], userinfo: ['email', 'name'], under },
    ],
    [
      'no claim whose own box is cleared',
      { scope: ['openid', 'profile'], claims: ['name'] },
      { idToken: [], userinfo: ['name'], under: { name: 'profile' } },
    ],
    [
      'no claim of a scope whose box is cleared',
      { scope: ['openid'], claims: 'all' },
      { idToken: ['email'], userinfo: ['email'], under: { email: 'email' } },
    ],
    ['no claim', { scope: ['openid'], claims: [] }, { idToken: [], userinfo: [], under: {} }],
  ])('%s', (_, answer, expected) => {
    expect(allow(request, answer, { client, snapshot })).toEqual({ scope: answer.scope, claims: expected });
  });

  it('without a question are those that the client may have today', () => {
    const asked = { ...request, scope: ['openid', 'profile', 'address'] };
    expect(allowAll(asked, client, snapshot)).toEqual({
      scope: ['openid', 'profile'],
      claims: { idToken: ['email'], userinfo: ['email', 'name'], under },
    });
  });
});
