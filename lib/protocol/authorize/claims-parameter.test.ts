import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

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
  it('adds claims to the ID token and to UserInfo, each where it was asked for', async () => {
    const tokens = await tokensFor({
      id_token: { email: { essential: true } },
      userinfo: { name: null, given_name: {} },
    });
    expect(decodeJwt(String(tokens.id_token))).toMatchObject({ email: 'alice@example.com' });
    expect(decodeJwt(String(tokens.id_token))).not.toHaveProperty('name');
    const answer = bodyOf(await userinfo(provider, tokens.access_token));
    expect(answer).toEqual({ sub: expect.any(String), name: 'Alice Smith', given_name: 'Alice' });
  });

  it('keeps them through a refresh', async () => {
    const tokens = await tokensFor({ id_token: { email: null } }, { scope: 'openid offline_access' });
    const next = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic('silent', secrets.web)));
    expect(decodeJwt(String(next.id_token))).toHaveProperty('email');
  });

  it('gives nothing that no scope of the client could give, nor a claim of the protocol', async () => {
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
  ])('refuses an essential acr that a password does not reach (§5.5.1.1): %o', async (acr, isRefused) => {
    const response = await provider.send(authorizeRequest(silent({ id_token: { acr } })).path);
    if (isRefused) expect(answerOf(response).error).toBe('unmet_authentication_requirements');
    else expect(locationOf(response)).toMatch(/\/login\?/);
  });

  it('answers login_required when another person signs in than the sub it asks for (§5.5.1)', async () => {
    const tokens = await tokensFor({});
    const { sub } = decodeJwt(String(tokens.id_token));
    const claims = { id_token: { sub: { value: sub } } };
    const person = createPerson(provider);
    const login = await person.get(authorizeRequest(silent(claims)).path);
    expect(answerOf(await person.signIn(login, 'bob')).error).toBe('login_required');
  });
});
