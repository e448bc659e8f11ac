import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { readClaimsParameter } from './claims-parameter';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const silent = (claims: unknown, overrides = {}) => ({
  client_id: 'silent',
  scope: 'openid',
  claims: typeof claims === 'string' ? claims : JSON.stringify(claims),
  ...overrides,
});

async function tokensFor(claims: unknown, overrides = {}) {
  const issued = await issueCode(provider, silent(claims, overrides));
  return bodyOf(await redeem(provider, issued, {}, basic('silent', secrets.web)));
}

describe('the claims parameter (OpenID Connect Core §5.5)', () => {
  it('adds claims to the ID token and to UserInfo, each where it was requested', async () => {
    const tokens = await tokensFor({
      id_token: { email: { essential: true } },
      userinfo: { name: null, given_name: {} },
    });
    expect(decodeJwt(String(tokens.id_token))).toMatchObject({ email: 'alice@example.com' });
    expect(decodeJwt(String(tokens.id_token))).not.toHaveProperty('name');
    const answer = bodyOf(await userinfo(provider, tokens.access_token));
    expect(answer).toEqual({ sub: expect.any(String), name: 'Alice Smith', given_name: 'Alice' });
  });

  it('keeps them after a refresh', async () => {
    const tokens = await tokensFor({ id_token: { email: null } }, { scope: 'openid offline_access' });
    const next = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic('silent', secrets.web)));
    expect(decodeJwt(String(next.id_token))).toHaveProperty('email');
  });

  it('gives only claims that a scope of the client covers, and no protocol claim', async () => {
    const tokens = await tokensFor({
      id_token: { role: { essential: true }, phone_number: null, iss: { value: 'https://evil.test' }, aud: null },
      userinfo: { role: null },
    });
    const claims = decodeJwt(String(tokens.id_token));
    expect(claims).not.toHaveProperty('role');
    expect(claims.iss).toBe('https://op.test');
    expect(Object.keys(bodyOf(await userinfo(provider, tokens.access_token)))).toEqual(['sub']);
  });

  it.each([
    'x',
    '[]',
    '"text"',
    '{"id_token":[]}',
    '{"id_token":{"name":"x"}}',
    '{"userinfo":{"name":{"essential":"yes"}}}',
    `{"userinfo":{"${'x'.repeat(5000)}":null}}`,
    '['.repeat(4000),
  ])('refuses %s', async (claims) => {
    const response = await provider.send(authorizeRequest(silent(claims)).path);
    expect(answerOf(response).error).toBe('invalid_request');
  });

  it('cannot be used to reach the prototype', async () => {
    const response = await provider.send(
      authorizeRequest(silent('{"id_token":{"__proto__":{"essential":true}}}')).path,
    );
    expect(locationOf(response)).toMatch(/\/login\?/);
  });

  it.each([
    [{ essential: true, values: ['mfa'] }, true],
    [{ essential: true, value: 'mfa' }, true],
    [{ essential: true }, false],
    [{ values: ['mfa'] }, false],
    [{ value: 'mfa' }, false],
  ])('refuses an essential acr above the level of a password (§5.5.1.1): %o', async (acr, isRefused) => {
    const response = await provider.send(authorizeRequest(silent({ id_token: { acr } })).path);
    if (isRefused) expect(answerOf(response).error).toBe('unmet_authentication_requirements');
    else expect(locationOf(response)).toMatch(/\/login\?/);
  });

  it('answers login_required when the person who signs in does not have the requested sub (§5.5.1)', async () => {
    const tokens = await tokensFor({});
    const { sub } = decodeJwt(String(tokens.id_token));
    for (const asked of [{ value: sub }, { values: [sub] }]) {
      const person = createPerson(provider);
      const login = await person.get(authorizeRequest(silent({ id_token: { sub: asked } })).path);
      expect(answerOf(await person.signIn(login, 'bob')).error).toBe('login_required');
    }
  });

  it('answers nobody when id_token_hint and the requested sub name different people (§3.1.2.2)', async () => {
    const { person, ...issued } = await issueCode(provider, silent({}));
    const { id_token: hint } = bodyOf(await redeem(provider, issued, {}, basic('silent', secrets.web)));
    const { sub } = decodeJwt(String(hint));
    const ask = async (value: unknown) => {
      const request = silent({ id_token: { sub: { value } } }, { id_token_hint: String(hint), prompt: 'none' });
      return answerOf(await person.get(authorizeRequest(request).path));
    };
    expect(await ask(sub)).toHaveProperty('code');
    expect(await ask('somebody-else')).toMatchObject({ error: 'invalid_request' });
  });
});

describe('parsing the claims parameter (OpenID Connect Core §5.5)', () => {
  function read(claims: unknown) {
    const { snapshot } = provider.context();
    const portal = { ...snapshot.portal, acrAliases: { gold: 3 } as const };
    return readClaimsParameter(JSON.stringify(claims), testClient({ scope: ['openid', 'email', 'orders'] }), {
      ...snapshot,
      portal,
    });
  }
  const acr = (asked: object | null) => read({ id_token: { acr: asked } }).requested.acr;

  it.each<[string, unknown, readonly string[], readonly string[]]>([
    ['nothing of an empty one', {}, [], []],
    ['each name where it is asked for', { id_token: { email: null }, userinfo: { sub: {} } }, ['email'], ['sub']],
    [
      'no claim of an API, and none that no scope gives',
      { userinfo: { role: null, name: null, email: null } },
      [],
      ['email'],
    ],
  ])('%s', (_, claims, idToken, userinfo) => {
    expect(read(claims).requested).toEqual({ idToken, userinfo, acr: null });
  });

  it.each([
    [{ value: 'ada' }, 'ada'],
    [{ values: ['ada'] }, 'ada'],
    [{ value: 'ada', values: ['ada', 'ada'] }, 'ada'],
    [{ values: [] }, null],
    [{ essential: true }, null],
    [null, null],
  ])('the subject of %j is %j (§5.5.1)', (sub, expected) => {
    expect(read({ id_token: { sub } }).sub).toBe(expected);
    expect(read({ userinfo: { sub } }).sub).toBeNull();
  });

  it.each([{ value: 5 }, { values: ['ada', 'bob'] }, { value: 'ada', values: ['bob'] }, { values: [['ada']] }])(
    'refuses %j, because nobody else than a requested subject may get an answer (§3.1.2.2)',
    (sub) => {
      expect(() => read({ id_token: { sub } })).toThrow(expect.objectContaining({ rule: 'claims_malformed' }));
    },
  );

  it.each<[string, object | null, object | null]>([
    ['none', null, null],
    ['none without values', { essential: true }, null],
    ['none of an empty list', { essential: true, values: [] }, null],
    ['none that nobody knows', { values: ['mfa', 'gold '] }, null],
    ['one', { value: 'phr' }, { essential: false, values: ['phr'] }],
    ['one that has to be reached', { essential: true, value: 'gold' }, { essential: true, values: ['gold'] }],
    [
      'the known ones of a list',
      { essential: true, values: ['mfa', 'phr', 'gold'] },
      { essential: true, values: ['phr', 'gold'] },
    ],
    [
      'none of the values that are no text',
      { values: [['gold'], 'phr', 5, null] },
      { essential: false, values: ['phr'] },
    ],
  ])('the level: %s (§5.5.1.1)', (_, asked, expected) => {
    expect(acr(asked)).toEqual(expected);
  });

  it.each([[['mfa']], [[['gold']]]])('refuses an essential level without a known value: %j', (values) => {
    expect(() => acr({ essential: true, values })).toThrow(expect.objectContaining({ rule: 'acr_unknown' }));
  });

  it('refuses more than 4,096 characters', () => {
    const bare = JSON.stringify({ id_token: { x: { value: '' } } }).length;
    const read4096 = (more: number) => read({ id_token: { x: { value: 'x'.repeat(4096 - bare + more) } } });
    expect(read4096(0).sub).toBeNull();
    expect(() => read4096(1)).toThrow(expect.objectContaining({ rule: 'parameter_too_long' }));
  });

  it.each<[string, string]>([
    ['{', 'it is not well-formed'],
    ['{"id_token":5}', 'not a valid object'],
  ])('refuses %s and tells the developer why', (text, reason) => {
    const { snapshot } = provider.context();
    expect(() => readClaimsParameter(text, testClient(), snapshot)).toThrow(
      expect.objectContaining({ rule: 'claims_malformed', facts: { reason } }),
    );
  });
});
