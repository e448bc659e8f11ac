import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoute } from '#lib/routes';
import { issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { answerPreflight, withCors } from './cors';

const code = {
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile offline_access orders',
  redirect_uris: [redirectUri],
  require_consent: false,
};
const confidential = { ...code, client_secrets: [{ value: secrets.web }] };
const configuration = {
  portal: { dynamic_registration: 'open' },
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    { ...confidential, client_id: 'web' },
    { ...confidential, client_id: 'strict', require_pkce: true },
    {
      ...confidential,
      client_id: 'hybrid',
      grant_types: [...code.grant_types, 'implicit'],
      response_types: ['code', 'code id_token'],
    },
    { ...code, client_id: 'spa', token_endpoint_auth_method: 'none', redirect_uris: ['https://spa.test/cb'] },
    {
      ...code,
      client_id: 'closed',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://closed.test/cb'],
      allowed_cors_origins: [],
    },
  ],
  users: [{ username: 'alice', password, claims: { name: 'Alice Smith', role: 'buyer' } }],
};
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };
const spa = { client_id: 'spa', redirect_uri: 'https://spa.test/cb' };

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

const ask = (overrides: FormFields) => createPerson(provider).get(authorizeRequest(overrides).path);

describe('require_pkce: auto (RFC 9700 §2.1.1)', () => {
  const bare = { ...withoutPkce, nonce: undefined };

  it.each<[string, FormFields]>([
    ['PKCE alone', { nonce: undefined }],
    ['PKCE without openid', { nonce: undefined, scope: 'orders' }],
    ['a nonce alone', withoutPkce],
    ['neither PKCE nor a nonce', bare],
    ['neither, without openid', { ...bare, scope: 'orders' }],
    ['neither, for a hybrid response', { ...withoutPkce, client_id: 'hybrid', response_type: 'code id_token' }],
  ])('a confidential client sends %s', async (_, overrides) => {
    expect(locationOf(await ask(overrides))).toMatch(/\/login\?interaction=/);
  });

  it.each<[string, FormFields]>([
    ['a public client sends neither', { ...spa, ...bare }],
    ['a public client sends a nonce instead', { ...spa, ...withoutPkce }],
    ['a confidential client that has to sends none', { ...withoutPkce, client_id: 'strict' }],
    ['a method comes without its challenge', { code_challenge: undefined }],
  ])('answers invalid_request to the client when %s', async (_, overrides) => {
    const response = await ask(overrides);
    expect(locationOf(response)).toMatch(/^https:\/\/(rp|spa)\.test\/cb\?/);
    expect(answerOf(response)).toMatchObject({ error: 'invalid_request', state: 's1' });
  });

  it.each([
    ['web', 201],
    ['strict', 400],
  ])('applies it to a pushed request of %s without PKCE (RFC 9126 §2.1)', async (clientId, status) => {
    const request = { response_type: 'code', redirect_uri: redirectUri, scope: 'openid' };
    const response = await provider.post('/connect/par', request, { authorization: basic(clientId, secrets.web) });
    expect(response.status).toBe(status);
  });

  it('applies it to a registered client with credentials', async () => {
    const response = await provider.send('/connect/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://registered.test/cb'] }),
    });
    const { client_id } = bodyOf(response);
    const registered = { client_id: String(client_id), redirect_uri: 'https://registered.test/cb' };
    expect(locationOf(await ask({ ...registered, ...bare }))).toMatch(/\/login\?interaction=/);
  });

  it('redeems a code without a verifier to an ID token with the nonce', async () => {
    const issued = await issueCode(provider, withoutPkce);
    const { id_token } = bodyOf(await redeem(provider, issued, { code_verifier: undefined }));
    expect(decodeJwt(String(id_token)).nonce).toBe('n1');
  });
});

describe('refresh_token_rotation: auto (RFC 9700 §2.2.2, §4.14.2)', () => {
  const offline = { scope: 'openid offline_access' };
  const tokensOfSpa = async () => {
    const fields = { client_id: 'spa', redirect_uri: 'https://spa.test/cb' };
    return bodyOf(await redeem(provider, await issueCode(provider, { ...spa, ...offline }), fields, null));
  };
  const refreshSpa = async (token: unknown) => bodyOf(await refresh(provider, token, { client_id: 'spa' }, null));

  it('keeps the token of a confidential client that refreshes twice at once', async () => {
    const { refresh_token } = bodyOf(await redeem(provider, await issueCode(provider, offline)));
    const answers = await Promise.all([1, 2, 3].map(() => refresh(provider, refresh_token)));
    expect(answers.map((answer) => bodyOf(answer).refresh_token)).toEqual(Array(3).fill(refresh_token));
    provider.advance(60);
    expect((await refresh(provider, refresh_token)).status).toBe(200);
  });

  it('rotates for a public client, which may repeat a lost answer for ten seconds', async () => {
    const { refresh_token } = await tokensOfSpa();
    const next = await refreshSpa(refresh_token);
    expect(next.refresh_token).not.toBe(refresh_token);
    provider.advance(9);
    expect((await refreshSpa(refresh_token)).refresh_token).toBe(next.refresh_token);
    provider.advance(1);
    expect((await refreshSpa(refresh_token)).error).toBe('invalid_grant');
    expect((await refreshSpa(next.refresh_token)).error).toBe('invalid_grant');
  });
});

describe('always_include_user_claims_in_id_token: auto', () => {
  it('gives an authenticated client the claims of the granted identity scopes at the token endpoint', async () => {
    const issued = bodyOf(await redeem(provider, await issueCode(provider, { scope: code.scope })));
    const refreshed = bodyOf(await refresh(provider, issued.refresh_token));
    for (const { id_token } of [issued, refreshed]) {
      const claims = decodeJwt(String(id_token));
      expect(claims).toMatchObject({ name: 'Alice Smith' });
      expect(claims, 'of a scope that was not granted').not.toHaveProperty('role');
    }
  });

  it('gives no claims of a scope that was not granted', async () => {
    const { id_token } = bodyOf(await redeem(provider, await issueCode(provider, { scope: 'openid' })));
    expect(decodeJwt(String(id_token))).not.toHaveProperty('name');
  });

  it('gives them to a public client at UserInfo only', async () => {
    const fields = { client_id: 'spa', redirect_uri: 'https://spa.test/cb' };
    const tokens = bodyOf(await redeem(provider, await issueCode(provider, spa), fields, null));
    expect(decodeJwt(String(tokens.id_token))).not.toHaveProperty('name');
    expect(bodyOf(await userinfo(provider, tokens.access_token))).toHaveProperty('name', 'Alice Smith');
  });

  it('leaves them out of an ID token that comes through the browser, not out of the one of its code', async () => {
    const person = createPerson(provider);
    const { path, verifier } = authorizeRequest({ client_id: 'hybrid', response_type: 'code id_token' });
    const answer = new URLSearchParams(new URL(locationOf(await person.signIn(await person.get(path)))).hash.slice(1));
    expect(decodeJwt(answer.get('id_token') ?? '')).not.toHaveProperty('name');
    const issued = { code: answer.get('code') ?? '', verifier };
    const { id_token } = bodyOf(await redeem(provider, issued, {}, basic('hybrid', secrets.web)));
    expect(decodeJwt(String(id_token))).toHaveProperty('name', 'Alice Smith');
  });
});

describe('allowed_cors_origins absent', () => {
  const mayRead = (path: string, origin: string) => {
    const route = findRoute(path);
    if (route === undefined) throw new Error(`no route ${path}`);
    const headers = { origin, 'access-control-request-method': 'POST' };
    const request = { method: 'OPTIONS', path, query: '', headers, body: '', clientAddress: '192.0.2.1' };
    const answer = answerPreflight(route, request, provider.context().snapshot);
    return answer.headers['access-control-allow-origin'] === origin;
  };

  it.each(['/connect/token', '/connect/userinfo', '/connect/revocation', '/connect/par'])(
    '%s may be read by the origin that receives the codes of a public client',
    (path) => {
      expect(mayRead(path, 'https://spa.test')).toBe(true);
    },
  );

  it.each([
    ['of a confidential client', 'https://rp.test'],
    ['of a public client whose list is empty', 'https://closed.test'],
    ['that nobody registered', 'https://evil.test'],
    ['with another port', 'https://spa.test:8443'],
    ['with another scheme', 'http://spa.test'],
  ])('but by no origin %s', (_, origin) => {
    expect(mayRead('/connect/token', origin)).toBe(false);
  });
});

describe('pages of other origins (Fetch §3.3)', () => {
  const exchange = (path: string, method: string, origin: string, allowedCorsOrigins: readonly string[]) => {
    const route = findRoute(path);
    const { snapshot } = provider.context();
    const client = snapshot.clients.get('spa');
    if (route === undefined || client === undefined) throw new Error('no route or client');
    const changed = { ...snapshot, clients: new Map([['spa', { ...client, allowedCorsOrigins }]]) };
    const request = { method, path, query: '', headers: { origin }, body: '', clientAddress: '192.0.2.1' };
    const answer = { status: 200, headers: {}, body: '' };
    const { headers } =
      method === 'OPTIONS' ? answerPreflight(route, request, changed) : withCors(route, request, changed, answer);
    return headers;
  };
  const app = 'https://app.test';

  it('read an endpoint when a client has their origin', () => {
    expect(exchange('/connect/token', 'OPTIONS', app, [app])).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('authorization'),
    });
    expect(exchange('/connect/token', 'POST', app, [app])).toMatchObject({
      'access-control-allow-origin': app,
      vary: 'Origin',
    });
  });

  it.each([
    ['that no client has', app, []],
    ['that every sandboxed frame has, even if it is registered', 'null', ['null']],
  ])('read nothing with an origin %s', (_, origin, registered) => {
    expect(exchange('/connect/token', 'OPTIONS', origin, registered)).toEqual({
      allow: 'POST, OPTIONS',
      vary: 'Origin',
    });
    expect(exchange('/connect/token', 'POST', origin, registered)).toEqual({ vary: 'Origin' });
  });

  it('read public documents from any origin, and never endpoints for APIs, devices and browsers', () => {
    const document = '/.well-known/openid-configuration';
    expect(exchange(document, 'GET', app, [])).toEqual({ 'access-control-allow-origin': '*' });
    const others = ['introspect', 'deviceauthorization', 'authorize', 'endsession'];
    for (const path of others.map((name) => `/connect/${name}`)) {
      expect(exchange(path, 'POST', app, [app]), path).toEqual({});
    }
  });
});
