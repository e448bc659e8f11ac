import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#lib/crypto/hash';
import { fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';

const spa = { client_id: 'spa', redirect_uri: 'https://spa.test/cb' };
const [web, , , , silent] = fixtures.clients;
const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      { ...silent, client_id: 'optional', require_pkce: false },
      { ...web, client_id: 'reference', access_token_format: 'reference' },
      {
        client_id: 'pkjwt',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [{ ...publicKey, kid: 'k1', alg: 'ES256', use: 'sig' }] },
        client_secrets: [{ value: secrets.m2m }],
        grant_types: ['client_credentials'],
        scope: 'orders',
      },
    ],
  });
});
afterAll(() => provider.close());

const token = (fields: FormFields, headers: Record<string, string> = {}) =>
  provider.post('/connect/token', fields, headers);

describe('a code of another client (security #29)', () => {
  it("does not work with the attacker's own verifier", async () => {
    const [victim, attacker] = [await issueCode(provider), await issueCode(provider)];
    const injected = { code: victim.code, verifier: attacker.verifier };
    expect(bodyOf(await redeem(provider, injected)).error).toBe('invalid_grant');
  });

  it.each<[string, FormFields]>([
    ['without a verifier', { code_verifier: undefined }],
    ['with the challenge as the verifier (security #32)', { code_verifier: sha256('x'.repeat(43)) }],
    ['with a method of its own choice (security #32)', { code_verifier: undefined, code_challenge_method: 'plain' }],
  ])('does not work at a public client %s', async (_, overrides) => {
    const issued = await issueCode(provider, { ...spa, code_challenge: sha256('x'.repeat(43)) });
    expect(bodyOf(await redeem(provider, issued, { ...spa, ...overrides }, null)).error).toBe('invalid_grant');
    const good = await redeem(provider, issued, { ...spa, code_verifier: 'x'.repeat(43) }, null);
    expect(good.status).toBe(200);
  });
});

describe('PKCE cannot be downgraded (RFC 9700 §4.8.2)', () => {
  const without = { client_id: 'optional', code_challenge: undefined, code_challenge_method: undefined };
  const authorization = basic('optional', secrets.web);

  it('a code without a challenge is refused with a verifier, and works without one (security #30)', async () => {
    const issued = await issueCode(provider, without);
    expect(bodyOf(await redeem(provider, issued, {}, authorization)).error).toBe('invalid_grant');
    expect((await redeem(provider, issued, { code_verifier: undefined }, authorization)).status).toBe(200);
  });

  it('a code with a challenge needs its verifier, even if PKCE is optional for the client (security #31)', async () => {
    const issued = await issueCode(provider, { client_id: 'optional' });
    const plain = { code_verifier: undefined };
    expect(bodyOf(await redeem(provider, issued, plain, authorization)).error).toBe('invalid_grant');
    expect((await redeem(provider, issued, {}, authorization)).status).toBe(200);
  });

  it('discovery offers only S256 while no client may use plain (security #32)', async () => {
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    expect(document.code_challenge_methods_supported).toEqual(['S256']);
  });
});

describe('grants that a client does not have (security #48)', () => {
  it.each<[string, FormFields, string, string]>([
    ['password', { username: 'alice', password: 'x' }, 'web', 'unsupported_grant_type|unauthorized_client'],
    ['urn:ietf:params:oauth:grant-type:token-exchange', {}, 'web', 'unsupported_grant_type'],
    ['urn:ietf:params:oauth:grant-type:jwt-bearer', { assertion: 'x' }, 'web', 'unsupported_grant_type'],
    ['client_credentials', {}, 'web', 'unauthorized_client'],
    ['authorization_code', { code: 'x', redirect_uri: redirectUri }, 'm2m', 'unauthorized_client'],
    ['refresh_token', { refresh_token: 'x' }, 'm2m', 'unauthorized_client'],
    ['CLIENT_CREDENTIALS', {}, 'm2m', 'unsupported_grant_type'],
    ['__proto__', {}, 'm2m', 'unsupported_grant_type'],
    ['constructor', {}, 'm2m', 'unsupported_grant_type'],
  ])('%s', async (grantType, fields, clientId, error) => {
    const secret = clientId === 'web' ? secrets.web : secrets.m2m;
    const response = await token({ grant_type: grantType, ...fields }, { authorization: basic(clientId, secret) });
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toMatch(new RegExp(`^(${error})$`));
  });
});

describe('client authentication (security #62)', () => {
  const fields = { grant_type: 'client_credentials' };

  it.each<[string, FormFields, Record<string, string>]>([
    ['in Basic', {}, { authorization: basic('pkjwt', secrets.m2m) }],
    ['in the body', { client_id: 'pkjwt', client_secret: secrets.m2m }, {}],
    ['by its name alone', { client_id: 'pkjwt' }, {}],
  ])('a client with a registered key cannot authenticate with a secret %s', async (_, more, headers) => {
    const response = await token({ ...fields, ...more }, headers);
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });

  it.each<[string, FormFields, Record<string, string>]>([
    [
      'a bearer token beside a public client',
      { ...spa, grant_type: 'refresh_token', refresh_token: 'x' },
      { authorization: 'Bearer x' },
    ],
    ['two names with a colon in the first half', { ...fields }, { authorization: `Basic ${btoa('m2m%3Ax:y')}` }],
    ['the secret of another client', { ...fields }, { authorization: basic('m2m', secrets.web) }],
    ['a name of Object.prototype', { ...fields }, { authorization: basic('__proto__', 'x') }],
    ['a hash in place of the secret', { ...fields }, { authorization: basic('m2m', sha256(secrets.m2m)) }],
    [
      'the stored form in place of the secret',
      { ...fields },
      { authorization: basic('m2m', `sha256:${sha256(secrets.m2m)}`) },
    ],
    ['the secret in other letters', { ...fields }, { authorization: basic('m2m', secrets.m2m.toUpperCase()) }],
    ['the secret with a space', { ...fields }, { authorization: basic('m2m', `${secrets.m2m} `) }],
    ['the name in other letters', { ...fields }, { authorization: basic('M2M', secrets.m2m) }],
  ])('%s is invalid_client', async (_, more, headers) => {
    const response = await token(more, headers);
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });

  it('a confidential client cannot refresh with only its client_id (security #45)', async () => {
    const offline = { scope: 'openid offline_access' };
    const { refresh_token } = bodyOf(await redeem(provider, await issueCode(provider, offline)));
    const response = await refresh(provider, refresh_token, { client_id: 'web' }, null);
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });

  it("a public client's refresh token does not work for other clients (security #45)", async () => {
    const offline = { ...spa, scope: 'openid offline_access' };
    const { refresh_token } = bodyOf(await redeem(provider, await issueCode(provider, offline), spa, null));
    expect(bodyOf(await refresh(provider, refresh_token)).error).toBe('invalid_grant');
    expect((await refresh(provider, refresh_token, { client_id: 'spa' }, null)).status).toBe(200);
  });
});

describe('invalid and altered access tokens are refused (security #50, #52)', () => {
  it('a code, and a reference token in any other spelling', async () => {
    const { code } = await issueCode(provider);
    const issued = await issueCode(provider, { client_id: 'reference' });
    const { access_token } = bodyOf(await redeem(provider, issued, {}, basic('reference', secrets.web)));
    const handle = String(access_token);
    expect((await userinfo(provider, handle)).status).toBe(200);
    const flipped = handle.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const altered = [code, `${handle}=`, `${handle} `, flipped, `${handle}.`, `.${handle}`, sha256(handle)];
    for (const value of altered) expect((await userinfo(provider, value)).status, value).toBe(401);
    const post = (value: string) => provider.post('/connect/userinfo', { access_token: value });
    expect((await post(handle)).status).toBe(200);
    for (const value of [`${handle} `, ` ${handle}`, encodeURIComponent(`${handle}~`)]) {
      expect((await post(value)).status, value).toBe(401);
    }
  });

  it('a refresh token or an access token in place of a code, and the reverse', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access' });
    const tokens = bodyOf(await redeem(provider, issued));
    for (const code of [tokens.refresh_token, sha256(issued.code)]) {
      expect(bodyOf(await redeem(provider, { ...issued, code: String(code) })).error).toBe('invalid_grant');
    }
    for (const value of [issued.code, sha256(String(tokens.refresh_token))]) {
      expect(bodyOf(await refresh(provider, value)).error).toBe('invalid_grant');
    }
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
  });
});

it('a scope without consent is not in the token (security #51)', async () => {
  const person = createPerson(provider);
  const request = authorizeRequest({ scope: 'openid profile email orders' });
  const { code = '' } = answerOf(
    await person.allow(await person.signIn(await person.get(request.path)), { scope: ['openid'] }),
  );
  const tokens = bodyOf(await redeem(provider, { code, verifier: request.verifier }));
  expect(tokens.scope).toBe('openid');
  expect(decodeJwt(String(tokens.access_token)).aud, 'no API that was left out').toBe(issuer);
  expect(Object.keys(bodyOf(await userinfo(provider, tokens.access_token)))).toEqual(['sub']);
});
