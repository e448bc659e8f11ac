import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, redirectUri } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
let keys: CryptoKeyPair;
let jwks: object;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
  keys = await generateKeyPair('RS256', { extractable: true });
  jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'rp', alg: 'RS256', use: 'sig' }] };
});
afterAll(() => provider.close());

/** Registers as the certification suite does, with its own keys. */
function register(metadata: object = {}) {
  const whole = {
    client_name: 'Certification suite',
    contacts: ['suite@rp.test'],
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks,
    ...metadata,
  };
  const headers = { 'content-type': 'application/json' };
  return provider.send('/connect/register', { method: 'POST', body: JSON.stringify(whole), headers });
}

async function registered(metadata?: object): Promise<string> {
  const response = await register(metadata);
  expect(response.status).toBe(201);
  return String(bodyOf(response).client_id);
}

async function tokensOf(clientId: string, fields: FormFields, aud: string = `${issuer}/connect/token`) {
  const seconds = provider.context().now.getTime() / 1000;
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'RS256', kid: 'rp' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(aud)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(keys.privateKey);
  return provider.post('/connect/token', {
    client_assertion: assertion,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    ...fields,
  });
}

/**
 * Signs somebody in. The suite sends a nonce and no PKCE.
 * @returns the fields that redeem the code
 */
async function signIn(clientId: string, overrides: FormFields = {}): Promise<FormFields> {
  const person = createPerson(provider);
  const plain = { code_challenge: undefined, code_challenge_method: undefined };
  const { path } = authorizeRequest({ client_id: clientId, scope: 'openid', ...plain, ...overrides });
  const { code } = answerOf(await person.allow(await person.signIn(await person.get(path))));
  return { grant_type: 'authorization_code', code, redirect_uri: String(overrides.redirect_uri ?? redirectUri) };
}

describe('the certification profile Dynamic (OpenID Connect Dynamic Client Registration §2, §3)', () => {
  it('oidcc-server: a self-registered client signs people in, and authenticates with its key', async () => {
    const clientId = await registered();
    const tokens = bodyOf(await tokensOf(clientId, await signIn(clientId)));
    expect(decodeJwt(String(tokens.id_token))).toMatchObject({ iss: issuer, aud: clientId, nonce: 'n1' });
  });

  it.each([{ require_auth_time: true }, { default_max_age: 3600 }])(
    'a client that registers %j gets auth_time in its ID tokens (OpenID Connect Core §2)',
    async (metadata) => {
      const clientId = await registered(metadata);
      const fields = await signIn(clientId);
      const at = Math.floor(provider.context().now.getTime() / 1000);
      const { id_token } = bodyOf(await tokensOf(clientId, fields));
      expect(decodeJwt(String(id_token)).auth_time).toBe(at);
    },
  );

  it('oidcc-ensure-client-assertion-with-iss-aud-succeeds: the issuer is an audience too', async () => {
    const clientId = await registered();
    expect((await tokensOf(clientId, await signIn(clientId), issuer)).status).toBe(200);
  });

  it('oidcc-idtoken-rs256: the ID token is signed with RS256 when the client asks for it', async () => {
    const clientId = await registered({ id_token_signed_response_alg: 'RS256' });
    const tokens = bodyOf(await tokensOf(clientId, await signIn(clientId)));
    expect(decodeProtectedHeader(String(tokens.id_token)).alg).toBe('RS256');
  });

  it('oidcc-redirect-uri-query-OK: a redirect URI may have a query', async () => {
    const uri = `${redirectUri}?foo=bar`;
    const clientId = await registered({ redirect_uris: [uri] });
    const fields = await signIn(clientId, { redirect_uri: uri });
    expect((await tokensOf(clientId, fields)).status).toBe(200);
  });

  it.each([
    ['oidcc-redirect-uri-query-mismatch', [`${redirectUri}?foo=bar`], `${redirectUri}?foo=baz`],
    ['oidcc-redirect-uri-query-added', [redirectUri], `${redirectUri}?foo=bar`],
    ['oidcc-ensure-redirect-uri-in-authorization-request', [redirectUri, 'https://rp.test/cb2'], undefined],
  ])('%s: our page says so, and nobody is redirected', async (_name, uris, asked) => {
    const clientId = await registered({ redirect_uris: uris });
    const response = await provider.send(authorizeRequest({ client_id: clientId, redirect_uri: asked }).path);
    expect(response.status).toBe(400);
    expect(response.headers.location).toBeUndefined();
    expect(response.body).toContain('data-page="error"');
  });

  it('oidcc-redirect-uri-regfrag: a redirect URI with a fragment is refused', async () => {
    const response = await register({ redirect_uris: [`${redirectUri}#foo`] });
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe('invalid_redirect_uri');
  });

  it('oidcc-refresh-token: the refresh token works for its client and for no other', async () => {
    const clientId = await registered();
    const fields = await signIn(clientId, { scope: 'openid offline_access', prompt: 'consent' });
    const { refresh_token } = bodyOf(await tokensOf(clientId, fields));
    const use = { grant_type: 'refresh_token', refresh_token: String(refresh_token) };
    const stolen = await tokensOf(await registered(), use);
    expect([stolen.status, bodyOf(stolen).error]).toEqual([400, 'invalid_grant']);
    expect((await tokensOf(clientId, use)).status).toBe(200);
  });
});

describe('the certification profile Third-Party Initiated Login (OpenID Connect Core §4)', () => {
  it('oidcc-3rd_party-init-login: initiate_login_uri is kept, and read again at the client configuration endpoint', async () => {
    const initiate_login_uri = 'https://rp.test/start';
    const body = bodyOf(await register({ initiate_login_uri }));
    expect(body).toMatchObject({ initiate_login_uri });
    const authorization = `Bearer ${body.registration_access_token}`;
    const read = await provider.send(String(body.registration_client_uri), { headers: { authorization } });
    expect(read.status).toBe(200);
    expect(bodyOf(read)).toMatchObject({ initiate_login_uri });
  });

  it('oidcc-3rd_party-init-login-nohttps: an address that is not https is refused', async () => {
    const response = await register({ initiate_login_uri: 'http://rp.test/start' });
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_client_metadata']);
  });
});
