import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { parseParameters } from '#lib/http/form';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import { testClient, withClient } from '#lib/testing/client';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { getResponseType } from '../response-types';
import { resolveRedirect } from './trusted-redirect';
import { checkResponseType, checkScopeKinds, validateRequest } from './validate-request';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, portal: { registration: 'on' } });
});
afterAll(() => provider.close());

/** Validates a request of a client with many permissions. */
function validate(fields: FormFields = {}, change: Partial<Client> = {}) {
  const client = testClient({
    scope: ['openid', 'profile', 'offline_access', 'orders'],
    grantTypes: new Set(['authorization_code', 'implicit']),
    responseTypes: new Set(['code', 'id_token', 'token', 'code id_token']),
    ...change,
  });
  const context = withClient(provider.context(), client);
  const parameters = parseParameters(authorizeRequest(fields).path.split('?')[1] ?? '');
  const to = parameters === null ? null : resolveRedirect(parameters, context);
  if (parameters === null || to === null || 'problem' in to) throw new Error('nowhere to answer');
  return validateRequest(parameters, to, context);
}

const bare = { code_challenge: undefined, code_challenge_method: undefined };
const longState = 'x'.repeat(4097);
const recommended = { requirePkce: 'recommended' } as const;

describe('a refused request (semantics §1.2)', () => {
  it.each<[string, FormFields, Partial<Client>, string]>([
    ['a parameter twice', { nonce: ['a', 'a'] }, {}, 'parameter_repeated'],
    ['registration in the request', { registration: '{}' }, {}, 'registration_parameter'],
    ['a state of 4,097 characters', { state: longState }, {}, 'parameter_too_long'],
    ['no response_type', { response_type: undefined }, {}, 'response_type_missing'],
    ['an unknown response_type', { response_type: 'code code' }, {}, 'response_type_unknown'],
    ['a response_type of others', { response_type: 'code token' }, {}, 'response_type_not_allowed'],
    [
      'a mode that does not suit',
      { response_type: 'id_token', response_mode: 'query' },
      {},
      'response_mode_not_usable',
    ],
    [
      'a mode that the client lacks',
      { response_mode: 'query' },
      { responseModes: ['jwt'] },
      'response_mode_not_allowed',
    ],
    ['a code without its grant', {}, { grantTypes: new Set(['implicit']) }, 'flow_not_allowed'],
    [
      'a hybrid response with one of its two grants',
      { response_type: 'code id_token' },
      { grantTypes: new Set(['authorization_code']) },
      'flow_not_allowed',
    ],
    ['an ID token without a nonce', { response_type: 'id_token', nonce: undefined }, {}, 'nonce_missing'],
    ['no challenge', bare, { requirePkce: true }, 'challenge_missing'],
    ['a challenge with an empty method', { code_challenge_method: '' }, {}, 'challenge_method_unsupported'],
    ['prompt=none with another', { prompt: 'none login' }, {}, 'prompt_none_with_others'],
    ['prompt=create with another', { prompt: 'create login' }, {}, 'prompt_create_with_others'],
    ['a max_age of ten digits', { max_age: '1234567890' }, {}, 'max_age_malformed'],
    ['identity without openid', { scope: 'profile' }, {}, 'identity_without_openid'],
  ])('%s', (_, fields, change, rule) => {
    expect(() => validate(fields, change)).toThrow(expect.objectContaining({ rule }));
  });
});

describe('the first failing row decides (semantics §1.2)', () => {
  const faults: readonly [string, FormFields, object][] = [
    ['row 10: state', { state: longState }, { rule: 'parameter_too_long', facts: { name: 'state' } }],
    ['row 11: no response_type', { response_type: undefined }, { rule: 'response_type_missing' }],
    ['row 12: unknown response_type', { response_type: 'code code' }, { rule: 'response_type_unknown' }],
    ['row 13: PKCE', { code_challenge: 'short' }, { rule: 'challenge_malformed' }],
    ['row 14: unknown response_mode', { response_mode: 'web_message' }, { rule: 'response_mode_not_usable' }],
    ['row 16: response_type of others', { response_type: 'code token' }, { rule: 'response_type_not_allowed' }],
    ['row 18: no scope', { scope: undefined }, { rule: 'scope_missing' }],
    ['row 19: no openid', { response_type: 'code id_token', scope: 'nope' }, { rule: 'openid_missing' }],
    ['row 20: unknown scope', { scope: 'openid nope profile' }, { rule: 'scope_not_allowed' }],
    ['row 22: identity without openid', { scope: 'profile' }, { rule: 'identity_without_openid' }],
    ['row 24: nonce', { nonce: 'n'.repeat(301) }, { rule: 'parameter_too_long', facts: { name: 'nonce' } }],
    ['row 25: prompt', { prompt: 'none login' }, { rule: 'prompt_none_with_others' }],
    ['row 29: max_age', { max_age: '-1' }, { rule: 'max_age_malformed' }],
  ];
  const pairs = faults.flatMap(([name, fields, expected], index) =>
    faults
      .slice(index + 1)
      .filter(([, others]) => !Object.keys(others).some((key) => Object.hasOwn(fields, key)))
      .map(([other, others]) => [name, other, { ...others, ...fields }, expected] as const),
  );

  it.each(pairs)('%s, and not %s', (_, _other, fields, expected) => {
    expect(() => validate(fields)).toThrow(expect.objectContaining(expected));
  });
});

describe('what is read', () => {
  it.each<[string, FormFields, Partial<Client>, object]>([
    ['a state of 4,096 characters', { state: longState.slice(1) }, {}, { state: longState.slice(1) }],
    ['a code without a nonce', { nonce: undefined }, {}, { nonce: null }],
    [
      'neither challenge nor nonce, of a client that need not send them',
      { ...bare, nonce: undefined },
      recommended,
      { codeChallenge: null, nonce: null },
    ],
    ['no challenge where no code comes', { response_type: 'id_token', scope: 'openid' }, {}, { codeChallenge: null }],
    [
      'a malformed challenge where no code comes as none (semantics §1.8)',
      { response_type: 'id_token', scope: 'openid', code_challenge: 'short' },
      {},
      { codeChallenge: null },
    ],
    ['prompt=none', { prompt: 'none' }, {}, { prompt: new Set(['none']) }],
    ['prompt=create', { prompt: 'create' }, {}, { prompt: new Set(['create']) }],
    ['two prompts', { prompt: 'login consent' }, {}, { prompt: new Set(['login', 'consent']) }],
    ['the known one of two prompts', { prompt: 'later login' }, {}, { prompt: new Set(['login']) }],
    [
      'prompt=create as unknown, where nobody may create an account',
      { prompt: 'create login' },
      { localLogin: false },
      { prompt: new Set(['login']) },
    ],
    ['a max_age of nine digits', { max_age: '123456789' }, {}, { maxAge: 123_456_789 }],
    ['no max_age', {}, {}, { maxAge: null }],
    ['a display', { display: 'popup' }, {}, { display: 'popup' }],
    ['an unknown display as none', { display: 'hologram' }, {}, { display: null }],
    ['offline_access with a code', { scope: 'openid offline_access' }, {}, { scope: ['openid', 'offline_access'] }],
    [
      'no offline_access without a code (OpenID Connect Core §11)',
      { scope: 'openid offline_access', response_type: 'id_token' },
      {},
      { scope: ['openid'] },
    ],
    [
      'the subject that the claims ask for',
      { claims: JSON.stringify({ id_token: { sub: { value: 'ada' } } }) },
      {},
      { hintSub: 'ada' },
    ],
  ])('%s', (_, fields, change, expected) => {
    expect(validate(fields, change)).toMatchObject(expected);
  });
});

it('implicit and hybrid are refused where the portal switched them off, and the code flow is not (RFC 9700 §2.1.2)', () => {
  const { snapshot } = provider.context();
  const client = testClient({ responseTypes: new Set(['code', 'id_token']) });
  const off = { ...snapshot, portal: { ...snapshot.portal, legacyFlows: 'off' as const } };
  expect([checkResponseType(client, 'code', off), checkResponseType(client, 'id_token', snapshot)]).toEqual([
    'code',
    'id_token',
  ]);
  expect(() => checkResponseType(client, 'id_token', off)).toThrow(
    expect.objectContaining({ rule: 'legacy_response_type_off' }),
  );
});

describe('the kinds of scopes that a response type takes (semantics §1.2 rows 19, 22 and 23)', () => {
  it.each<[string, string, string | null]>([
    ['code', '', null],
    ['code', 'orders', null],
    ['code', 'openid profile orders', null],
    ['code', 'profile', 'identity_without_openid'],
    ['token', 'orders', null],
    ['token', 'openid orders', 'resource_scopes_only'],
    ['token', 'profile orders', 'resource_scopes_only'],
    ['token', 'offline_access', 'resource_scopes_only'],
    ['id_token', 'openid', null],
    ['id_token', 'openid profile', null],
    ['id_token', 'profile', 'openid_missing'],
    ['id_token', 'orders', 'openid_missing'],
    ['id_token', 'openid orders', 'identity_scopes_only'],
    ['id_token token', 'openid orders', null],
    ['id_token token', 'orders', 'openid_missing'],
    ['code id_token', 'profile', 'openid_missing'],
  ])('%s with the scope %j: %s', (type, scope, rule) => {
    const check = () =>
      checkScopeKinds(getResponseType(type), scope.split(' ').filter(Boolean), provider.context().snapshot);
    if (rule === null) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ rule }));
  });
});

describe('an id_token_hint (OpenID Connect Core §3.1.2.1, security #19)', () => {
  /** An ID token of ours, padded to this many characters if a length is given. */
  function hintOf(claims: object, length = 0): string {
    const { snapshot, now } = provider.context();
    const seconds = now.getTime() / 1000;
    const payload = { iss: issuer, aud: 'web', iat: seconds - 900, exp: seconds - 600, ...claims };
    const sign = (pad: string) => signJwt(activeKey(snapshot.keys, 'RS256', now), 'JWT', { ...payload, pad });
    const bare = sign('').length;
    for (let pad = Math.floor(((length - bare) * 3) / 4) - 2; pad < length - bare; pad += 1) {
      const token = sign('x'.repeat(pad));
      if (token.length === length) return token;
    }
    return sign('');
  }

  it('names the person, whom the claims may name too, but nobody else (OpenID Connect Core §3.1.2.2)', () => {
    const claimsFor = (value: string) => JSON.stringify({ id_token: { sub: { value } } });
    const ask = (value: string) => validate({ id_token_hint: hintOf({ sub: 'ada' }), claims: claimsFor(value) });
    expect(validate({ id_token_hint: hintOf({ sub: 'ada' }) })).toMatchObject({ hintSub: 'ada' });
    expect(validate({ claims: claimsFor('bob') })).toMatchObject({ hintSub: 'bob' });
    expect(ask('ada')).toMatchObject({ hintSub: 'ada' });
    expect(() => ask('bob')).toThrow(expect.objectContaining({ rule: 'subjects_differ' }));
  });

  it('has at most 16,384 characters (semantics §2.10)', () => {
    const longest = hintOf({ sub: 'ada' }, 16_384);
    expect(longest).toHaveLength(16_384);
    expect(validate({ id_token_hint: longest })).toMatchObject({ hintSub: 'ada' });
    const longer = [16_385, 16_386]
      .map((length) => hintOf({ sub: 'ada' }, length))
      .find((hint) => hint.length > 16_384);
    expect(() => validate({ id_token_hint: longer ?? '' })).toThrow(
      expect.objectContaining({ rule: 'id_token_hint_invalid' }),
    );
  });

  it.each([
    ['names nobody', { sub: undefined }],
    ['is of another client', { sub: 'ada', aud: 'web2' }],
  ])('is refused if it %s', (_, claims) => {
    expect(() => validate({ id_token_hint: hintOf(claims) })).toThrow(
      expect.objectContaining({ rule: 'id_token_hint_invalid' }),
    );
  });
});
