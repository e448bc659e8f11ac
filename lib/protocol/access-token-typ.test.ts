import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureClient, fixtures, issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

const apiSecret = 'orders-api-secret-0123456789';
const web = { ...fixtureClient('web'), require_consent: false, scope: 'openid profile orders spring strict' };
const configuration = {
  ...fixtures,
  scopes: [
    { name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] },
    { name: 'spring', type: 'resource', access_token_typ: 'JWT' },
    { name: 'strict', type: 'resource', access_token_typ: 'at+jwt' },
  ],
  clients: [
    { ...web, client_id: 'web' },
    { ...web, client_id: 'jwt', access_token_typ: 'JWT' },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

async function tokensOf(client_id: string, scope: string, at = provider) {
  const issued = await issueCode(at, { client_id, scope });
  return bodyOf(await redeem(at, issued, {}, basic(client_id, secrets.web)));
}

describe('the typ of access tokens (RFC 9068 §2.1)', () => {
  it.each([
    ['web', 'openid', 'at+jwt'],
    ['web', 'openid orders', 'at+jwt'],
    ['web', 'openid spring', 'JWT'],
    ['web', 'openid spring orders', 'JWT'],
    ['web', 'openid spring strict', 'at+jwt'],
    ['jwt', 'openid', 'JWT'],
    ['jwt', 'openid orders', 'JWT'],
    ['jwt', 'openid strict', 'at+jwt'],
  ])('client %s, scope %s: %s', async (clientId, scope, typ) => {
    const { access_token } = await tokensOf(clientId, scope);
    expect(decodeProtectedHeader(String(access_token)).typ).toBe(typ);
  });

  it('accepts a token of the type JWT at our own endpoints until it is revoked', async () => {
    const { access_token } = await tokensOf('jwt', 'openid orders');
    const token = String(access_token);
    const active = async () => {
      const headers = { authorization: basic('orders', apiSecret) };
      return bodyOf(await provider.post('/connect/introspect', { token }, headers)).active;
    };
    expect((await userinfo(provider, token)).status).toBe(200);
    expect(await active()).toBe(true);
    await provider.post('/connect/revocation', { token }, { authorization: basic('jwt', secrets.web) });
    expect((await userinfo(provider, token)).status).toBe(401);
    expect(await active()).toBe(false);
  });
});

describe('an ID token is never accepted as an access token, and the reverse (RFC 8725 §3.11)', () => {
  it.each(['web', 'jwt'])('the ID token of %s opens nothing', async (clientId) => {
    const { id_token } = await tokensOf(clientId, 'openid profile');
    expect(decodeJwt(String(id_token))).not.toHaveProperty('client_id');
    expect((await userinfo(provider, id_token)).status).toBe(401);
    const headers = { authorization: basic('orders', apiSecret) };
    const body = bodyOf(await provider.post('/connect/introspect', { token: String(id_token) }, headers));
    expect(body).toEqual({ active: false });
  });

  it('also for a person with a client_id among the claims, even when it is requested by name', async () => {
    const own = await createTestProvider(configuration);
    await own
      .context()
      .db.user.updateMany({ data: { claims: JSON.stringify({ name: 'A', client_id: 'jwt', scope: 'orders' }) } });
    const { id_token } = await tokensOf('jwt', 'openid profile', own);
    expect(decodeJwt(String(id_token))).not.toHaveProperty('client_id');
    expect((await userinfo(own, id_token)).status).toBe(401);
    await own.close();
  });

  it('does not accept an access token of the type JWT as id_token_hint', async () => {
    const { id_token, access_token } = await tokensOf('jwt', 'openid orders');
    const person = createPerson(provider);
    const ask = (hint: unknown) =>
      person.get(authorizeRequest({ client_id: 'jwt', prompt: 'none', id_token_hint: String(hint) }).path);
    expect(answerOf(await ask(id_token)).error).toBe('login_required');
    expect(answerOf(await ask(access_token)).error).toBe('invalid_request');
    const path = '/connect/endsession?post_logout_redirect_uri=https%3A%2F%2Frp.test%2Fcb&id_token_hint=';
    const proved = await provider.send(`${path}${access_token}`);
    expect(String(proved.headers.location ?? '')).not.toMatch(/^https:\/\/rp\.test/);
  });
});

describe('a configuration in which an ID token would pass at an API is refused', () => {
  const app = { ...web, client_id: 'app', scope: 'openid api' };
  const machine = {
    client_id: 'm2m',
    client_secrets: [{ value: secrets.m2m }],
    grant_types: ['client_credentials'],
    scope: 'api',
  };
  const api = { ...machine, client_id: 'api' };
  const scope = { name: 'api', type: 'resource' };
  const other = { name: 'other', type: 'resource', access_token_typ: 'JWT' };
  const jwt = { access_token_typ: 'JWT' };

  it.each<[string, object[]]>([
    ['the scope says JWT', [{ scopes: [{ ...scope, ...jwt }], clients: [api] }]],
    ['the scope says it first, the client comes later', [{ scopes: [{ ...scope, ...jwt }] }, { clients: [api] }]],
    ['the client comes first', [{ clients: [{ ...api, scope: 'orders' }] }, { scopes: [{ ...scope, ...jwt }] }]],
    ['a client says JWT', [{ scopes: [scope], clients: [api, { ...app, ...jwt }] }]],
    ['a client says it later', [{ scopes: [scope], clients: [api, app] }, { clients: [{ ...app, ...jwt }] }]],
    [
      'the client of that name comes last',
      [{ scopes: [scope], clients: [{ ...app, ...jwt }] }, { clients: [{ ...api, scope: 'orders' }] }],
    ],
    [
      'another scope of the token says it',
      [{ scopes: [scope, other], clients: [api, { ...app, scope: 'openid api other' }] }],
    ],
    [
      'the other scope says it later',
      [
        {
          scopes: [scope, { ...other, access_token_typ: null }],
          clients: [api, { ...app, scope: 'openid api other' }],
        },
        { scopes: [other] },
      ],
    ],
    ['it is an API of ours', [{ clients: [{ ...machine, client_id: 'signet.admin', scope: 'signet.admin', ...jwt }] }]],
  ])('%s', async (_, files) => {
    const own = await createTestProvider({ scopes: [{ name: 'orders', type: 'resource' }] });
    const last = files.at(-1) ?? {};
    for (const file of files.slice(0, -1)) await own.configure(file);
    await expect(own.configure(last)).rejects.toThrow(/ID tokens would be accepted as access tokens of the type JWT/);
    await own.close();
  });

  it.each<[string, object]>([
    [
      'the scope says at+jwt',
      { scopes: [{ ...scope, access_token_typ: 'at+jwt' }], clients: [api, { ...app, ...jwt }] },
    ],
    ['nobody says JWT', { scopes: [scope], clients: [api, app] }],
    [
      'who says JWT cannot ask for it',
      { scopes: [scope, other], clients: [api, { ...app, scope: 'openid other', ...jwt }] },
    ],
    ['no client has its name', { scopes: [{ ...scope, ...jwt }], clients: [app] }],
  ])('and none where %s', async (_, file) => {
    const own = await createTestProvider({});
    await expect(own.configure(file)).resolves.toBeUndefined();
    await own.close();
  });
});

describe('a request without scope (RFC 6749 §3.3)', () => {
  it('is explained with the scopes of the client', async () => {
    const answer = answerOf(await createPerson(provider).get(authorizeRequest({ scope: undefined }).path));
    expect(answer).toMatchObject({ error: 'invalid_scope', state: 's1', iss: issuer });
    await provider.flushExplanations();
    const row = await provider.context().db.explanation.findFirstOrThrow({ where: { rule: 'scope_missing' } });
    for (const name of web.scope.split(' ')) expect(JSON.stringify(row)).toContain(name);
  });
});
