import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogoutPage } from '#lib/login/read-logout-page';
import { countStatements } from '#lib/testing/count-statements';
import { fixtureClient, fixtures, issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { handleIntrospection } from './introspection';
import { handleUserinfo } from './userinfo';

const api = { orders: 'orders-api-secret-0123456789', invoices: 'invoices-api-secret-0123456789' };
const web = fixtureClient('web');
const m2m = fixtureClient('m2m');
const configuration = {
  ...fixtures,
  scopes: [
    { name: 'orders', type: 'resource', claims: ['role', 'grant_id'], secrets: [{ value: api.orders }] },
    { name: 'invoices', type: 'resource', secrets: [{ value: api.invoices }] },
    { name: 'retired', type: 'resource', enabled: false, secrets: [{ value: api.orders }] },
  ],
  clients: [
    { ...web, scope: 'openid profile offline_access orders invoices', require_consent: false },
    { ...web, client_id: 'ref', access_token_format: 'reference', require_consent: false },
    fixtureClient('spa'),
    { ...m2m, claims: { tier: 'gold' } },
    { ...m2m, client_id: 'm2m-ref', access_token_format: 'reference' },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

const introspect = (
  token: unknown,
  fields: FormFields = {},
  authorization: string | null = basic('orders', api.orders),
) =>
  provider.post(
    '/connect/introspect',
    { token: token === undefined ? undefined : String(token), ...fields },
    authorization === null ? {} : { authorization },
  );

const issue = async (clientId = 'web', scope = 'openid profile offline_access orders') => {
  const issued = await issueCode(provider, { client_id: clientId, scope });
  const tokens = bodyOf(await redeem(provider, issued, {}, basic(clientId, secrets.web)));
  return { tokens, person: issued.person };
};

const machine = async (clientId = 'm2m') => {
  const headers = { authorization: basic(clientId, secrets.m2m) };
  const response = await provider.post('/connect/token', { grant_type: 'client_credentials' }, headers);
  return bodyOf(response).access_token;
};

const inactive = '{"active":false}';

describe('the caller is an API (semantics §5, interface §4.5)', () => {
  it('that proves itself by name and secret of its scope, in Basic or in the body', async () => {
    const token = await machine();
    expect(bodyOf(await introspect(token)).active).toBe(true);
    const inBody = { client_id: 'orders', client_secret: api.orders };
    expect(bodyOf(await introspect(token, inBody, null)).active).toBe(true);
  });

  it.each<[string, FormFields, string | null]>([
    ['nobody (security #53)', {}, null],
    ['a client with its secret', {}, basic('web', secrets.web)],
    ['a client with its secret in the body', { client_id: 'web', client_secret: secrets.web }, null],
    ['a public client', { client_id: 'spa' }, null],
    ['an API with a wrong secret', {}, basic('orders', api.invoices)],
    ['an API without its secret', {}, basic('orders', '')],
    ['an API that only says its name', { client_id: 'orders' }, null],
    ['an unknown API', {}, basic('nope', api.orders)],
    ['a disabled API', {}, basic('retired', api.orders)],
    ['an identity scope', {}, basic('openid', api.orders)],
    ['an access token', {}, 'Bearer abc'],
    ['broken Basic', {}, 'Basic %%%'],
  ])('not %s: 401 with a challenge, before any parameter is looked at', async (_, fields, authorization) => {
    for (const token of ['x', undefined]) {
      const response = await introspect(token, fields, authorization);
      expect(response.status).toBe(401);
      expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
      expect(response.headers['cache-control']).toContain('no-store');
      expect(bodyOf(response).error).toBe('invalid_client');
    }
  });

  it('not a scope without an API, even with a secret', async () => {
    const context = provider.context();
    const orders = context.snapshot.scopes.get('orders');
    if (orders === undefined) throw new Error('no scope');
    const ask = (type: 'identity' | 'resource') => {
      const scopes = new Map([...context.snapshot.scopes, ['orders', { ...orders, type }]]);
      const headers = {
        authorization: basic('orders', api.orders),
        'content-type': 'application/x-www-form-urlencoded',
      };
      const request = { method: 'POST', path: '/connect/introspect', query: '', clientAddress: '192.0.2.1' };
      const snapshot = { ...context.snapshot, scopes };
      return handleIntrospection({ ...request, headers, body: 'token=x' }, { ...context, snapshot });
    };
    expect((await ask('resource')).status).toBe(200);
    expect((await ask('identity')).status).toBe(401);
  });

  it('takes any of several secrets and skips expired ones', async () => {
    const scope = {
      name: 'rotating',
      type: 'resource',
      secrets: [
        { value: 'old-secret-0123456789abcdef', expires_at: '2025-12-31T00:00:00Z' },
        { value: 'new-secret-0123456789abcdef', expires_at: '2026-12-31T00:00:00Z' },
      ],
    };
    await provider.configure({ scopes: [scope] });
    expect((await introspect('x', {}, basic('rotating', 'old-secret-0123456789abcdef'))).status).toBe(401);
    expect((await introspect('x', {}, basic('rotating', 'new-secret-0123456789abcdef'))).status).toBe(200);
  });
});

describe('a malformed request (semantics §5, interface §7)', () => {
  it.each<[string, FormFields]>([
    ['without a token', { token: undefined }],
    ['with an empty token', { token: '' }],
    ['with two tokens', { token: ['a', 'b'] }],
    ['with a repeated hint', { token_type_hint: ['access_token', 'access_token'] }],
    ['with two ways to authenticate', { client_secret: api.orders }],
    ['with another client_id', { client_id: 'invoices' }],
  ])('%s: 400 invalid_request', async (_, fields) => {
    const response = await introspect('x', fields);
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe('invalid_request');
  });

  it.each(['application/json', 'text/plain', undefined])('of the type %s: 415', async (type) => {
    const headers = { authorization: basic('orders', api.orders), 'content-type': type };
    const response = await provider.send('/connect/introspect', { body: 'token=x', headers });
    expect(response.status).toBe(415);
    expect(response.headers['cache-control']).toContain('no-store');
  });

  it('is answered with no-store (security #61)', async () => {
    for (const response of [await introspect('x'), await introspect(undefined), await introspect('x', {}, null)]) {
      expect(response.headers['cache-control']).toContain('no-store');
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });
});

describe('an active token (semantics §5, RFC 7662 §2.2)', () => {
  it.each([
    ['JWT', 'web'],
    ['reference', 'ref'],
  ])('of a person as %s: what belongs to the caller and nothing else', async (_, clientId) => {
    const { tokens } = await issue(clientId);
    const { sub } = bodyOf(await userinfo(provider, tokens.access_token));
    const seconds = provider.context().now.getTime() / 1000;
    expect(bodyOf(await introspect(tokens.access_token))).toEqual({
      active: true,
      token_type: 'Bearer',
      iss: issuer,
      aud: 'orders',
      scope: 'orders',
      client_id: clientId,
      sub,
      username: 'alice',
      iat: seconds,
      nbf: seconds,
      exp: seconds + 3600,
      auth_time: seconds,
      jti: expect.any(String),
      sid: expect.any(String),
      idp: 'local',
      amr: ['pwd'],
      acr: 'urn:signet:acr:1',
      role: ['buyer'],
    });
  });

  it.each(['m2m', 'm2m-ref'])('of the client %s for itself: its sub is its id (interface §3)', async (clientId) => {
    const body = bodyOf(await introspect(await machine(clientId)));
    expect(body).toMatchObject({ active: true, sub: clientId, client_id: clientId, aud: 'orders', scope: 'orders' });
    for (const name of ['username', 'sid', 'auth_time', 'grant_id', 'role']) expect(body).not.toHaveProperty(name);
    expect(body.client_tier).toBe(clientId === 'm2m' ? 'gold' : undefined);
  });

  it('shows each API its own scope, audience and claims (semantics §5)', async () => {
    const { tokens } = await issue('web', 'openid orders invoices');
    const body = bodyOf(await introspect(tokens.access_token, {}, basic('invoices', api.invoices)));
    expect(body).toMatchObject({ active: true, aud: 'invoices', scope: 'invoices' });
    expect(body).not.toHaveProperty('role');
  });

  it.each(['access_token', 'refresh_token', 'nonsense'])('with any token_type_hint: %s', async (hint) => {
    expect(bodyOf(await introspect(await machine(), { token_type_hint: hint })).active).toBe(true);
  });
});

describe('any other token gets {"active":false} and nothing more (semantics §5, security #50, #52, #53)', () => {
  it('unknown, malformed, altered and too long tokens', async () => {
    const { tokens } = await issue('ref');
    const reference = String(tokens.access_token);
    const jwt = String(await machine());
    const [head = '', payload = '', signature = ''] = jwt.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    const hostile = [
      'x',
      '.',
      '..',
      'x'.repeat(43),
      'x'.repeat(60_000),
      'a.'.repeat(20_000),
      reference.slice(0, -1),
      `${reference}x`,
      `${reference}=`,
      `${reference} `,
      encodeURIComponent(`${reference}%`),
      swapCase(reference),
      jwt.slice(0, -1),
      `${jwt}x`,
      none,
      `${head}.${Buffer.from('{"scope":"orders","client_id":"web"}').toString('base64url')}.${signature}`,
    ];
    for (const value of hostile) {
      const response = await introspect(value);
      expect(response.status, value.slice(0, 60)).toBe(200);
      expect(response.body, value.slice(0, 60)).toBe(inactive);
    }
  });

  it('ID tokens, refresh tokens and codes', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access orders' });
    expect((await introspect(issued.code)).body).toBe(inactive);
    const tokens = bodyOf(await redeem(provider, issued));
    expect((await introspect(tokens.id_token)).body).toBe(inactive);
    expect((await introspect(tokens.refresh_token)).body).toBe(inactive);
    expect((await introspect(tokens.refresh_token, { token_type_hint: 'refresh_token' })).body).toBe(inactive);
  });

  it.each(['web', 'ref'])('a token of %s without the scope of the caller', async (clientId) => {
    const { tokens } = await issue(clientId, 'openid profile');
    expect((await introspect(tokens.access_token)).body).toBe(inactive);
    const orders = await issue(clientId);
    const response = await introspect(orders.tokens.access_token, {}, basic('invoices', api.invoices));
    expect(response.body).toBe(inactive);
  });

  it.each(['web', 'ref'])('a token of %s past its hour', async (clientId) => {
    const own = await createTestProvider(configuration);
    const issued = await issueCode(own, { client_id: clientId, scope: 'openid orders' });
    const { access_token: token } = bodyOf(await redeem(own, issued, {}, basic(clientId, secrets.web)));
    const ask = () =>
      own.post('/connect/introspect', { token: String(token) }, { authorization: basic('orders', api.orders) });
    own.advance(3599);
    expect(bodyOf(await ask()).active).toBe(true);
    own.advance(1);
    expect((await ask()).body).toBe(inactive);
    await own.close();
  });

  it.each(['web', 'ref'])('a token of %s after the sign-out', async (clientId) => {
    const { tokens, person } = await issue(clientId, 'openid orders');
    const offline = await issue(clientId);
    expect(bodyOf(await introspect(tokens.access_token)).active).toBe(true);
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const { form } = await readLogoutPage(provider.context(), { cookieHeader });
    await person.submit('logout', { csrf: form.csrf, decision: 'sign_out' });
    expect((await introspect(tokens.access_token)).body).toBe(inactive);
    expect(bodyOf(await introspect(offline.tokens.access_token)).active, 'of another session').toBe(true);
  });

  it.each(['web', 'ref', 'm2m', 'm2m-ref'])(
    'a token of %s while its client or person is disabled',
    async (clientId) => {
      const own = await createTestProvider(configuration);
      const isMachine = clientId.startsWith('m2m');
      const fields = { grant_type: 'client_credentials' };
      const response = isMachine
        ? await own.post('/connect/token', fields, { authorization: basic(clientId, secrets.m2m) })
        : await redeem(
            own,
            await issueCode(own, { client_id: clientId, scope: 'openid orders' }),
            {},
            basic(clientId, secrets.web),
          );
      const token = String(bodyOf(response).access_token);
      const ask = () => own.post('/connect/introspect', { token }, { authorization: basic('orders', api.orders) });
      expect(bodyOf(await ask()).active).toBe(true);
      const client = configuration.clients.find((one) => one.client_id === clientId);
      await own.configure({ clients: [{ ...client, enabled: false }] });
      expect((await ask()).body).toBe(inactive);
      await own.configure({ clients: [client] });
      expect(bodyOf(await ask()).active).toBe(true);
      await own.configure({ users: [{ ...fixtures.users[0], enabled: false }] });
      expect(bodyOf(await ask()).active).toBe(isMachine);
      await own.close();
    },
  );
});

describe('one database statement answers (design: grant model)', () => {
  it.each<[string, number]>([
    ['web', 1],
    ['ref', 1],
    ['m2m', 1],
    ['m2m-ref', 1],
    ['nobody', 1],
  ])('for a token of %s', async (clientId, expected) => {
    const isMachine = clientId.startsWith('m2m');
    const known = isMachine
      ? await machine(clientId)
      : (await issue(clientId === 'nobody' ? 'ref' : clientId)).tokens.access_token;
    const token = clientId === 'nobody' ? 'x'.repeat(43) : String(known);
    const context = provider.context();
    const { db, count } = countStatements(context.db);
    const headers = {
      authorization: basic('orders', api.orders),
      'content-type': 'application/x-www-form-urlencoded',
    };
    const request = { method: 'POST', path: '/connect/introspect', query: '', clientAddress: '192.0.2.1' };
    await handleIntrospection({ ...request, headers, body: encodeForm({ token }) }, { ...context, db });
    expect(count()).toBe(expected);
  });

  it.each(['web', 'ref'])('at UserInfo as well, for a token of %s', async (clientId) => {
    const { tokens } = await issue(clientId);
    const context = provider.context();
    const { db, count } = countStatements(context.db);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const request = {
      method: 'GET',
      path: '/connect/userinfo',
      query: '',
      headers,
      body: '',
      clientAddress: '192.0.2.1',
    };
    expect((await handleUserinfo(request, { ...context, db })).status).toBe(200);
    expect(count()).toBe(1);
  });
});

describe('discovery (RFC 8414 §2)', () => {
  it('announces introspection and revocation', async () => {
    expect(bodyOf(await provider.send('/.well-known/openid-configuration'))).toMatchObject({
      introspection_endpoint: `${issuer}/connect/introspect`,
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      revocation_endpoint: `${issuer}/connect/revocation`,
      revocation_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic', 'none']),
    });
  });
});

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}
