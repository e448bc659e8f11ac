import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { readTarget } from './resource';

const orders = 'https://orders.test/api';
const invoices = 'https://invoices.test/api';
const [web] = fixtures.clients;

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    scopes: [
      { name: 'orders', type: 'resource', resource: orders, claims: ['role'] },
      { name: 'invoices', type: 'resource', resource: invoices },
      { name: 'invoices.write', type: 'resource', resource: invoices },
      { name: 'secret', type: 'resource', resource: 'https://secret.test/api' },
      { name: 'retired', type: 'resource', resource: 'https://retired.test/api', enabled: false },
    ],
    clients: [
      {
        ...web,
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'],
        response_types: ['code', 'token'],
        scope: 'openid profile offline_access orders invoices invoices.write retired',
        require_consent: false,
      },
      { ...web, client_id: 'reference', access_token_format: 'reference', require_consent: false },
    ],
  });
});
afterAll(() => provider.close());

const everything = 'openid profile offline_access orders invoices invoices.write';

const machine = (fields: FormFields) =>
  provider.post(
    '/connect/token',
    { grant_type: 'client_credentials', ...fields },
    { authorization: basic('web', secrets.web) },
  );

const accessToken = (body: Record<string, unknown>) => decodeJwt(String(body.access_token));

const authorize = async (overrides: FormFields) =>
  answerOf(await createPerson(provider).get(authorizeRequest(overrides).path));

describe('the resources that a request may name (RFC 8707 §2, security #58)', () => {
  const hostile: [string, string][] = [
    ['unknown', 'https://other.test/api'],
    ['not allowed to the client', 'https://secret.test/api'],
    ['not allowed to the client, by name', 'secret'],
    ['disabled', 'https://retired.test/api'],
    ['an identity scope', 'openid'],
    ['offline_access', 'offline_access'],
    ['relative', '/api'],
    ['with a fragment', `${orders}#x`],
    ['with a slash more', `${orders}/`],
    ['in another case', orders.toUpperCase()],
    ['with a query', `${orders}?x=y`],
    ['10 KB long', `https://${'x'.repeat(10_000)}.test`],
    ['of a prototype', '__proto__'],
    ['UserInfo, which takes tokens by their scope', `${issuer}/connect/userinfo`],
    ['the admin API, which does so too', `${issuer}/api/admin/v1`],
  ];

  it.each(hostile)('refuses a resource that is %s, at authorize and at token', async (_, resource) => {
    expect(await authorize({ scope: everything, resource })).toMatchObject({ error: 'invalid_target', state: 's1' });
    for (const asked of [resource, [orders, resource]]) {
      const response = await machine({ resource: asked });
      expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_target']);
    }
  });

  it('refuses a resource without one of its scopes in the request', async () => {
    expect(await authorize({ scope: 'openid orders', resource: invoices })).toMatchObject({ error: 'invalid_target' });
    expect(bodyOf(await machine({ scope: 'orders', resource: invoices })).error).toBe('invalid_target');
  });

  it('may come more than once, and empty counts as absent', async () => {
    expect(accessToken(bodyOf(await machine({ resource: [orders, invoices] }))).aud).toHaveLength(3);
    expect(bodyOf(await machine({ resource: '' })).scope).toBe('orders invoices invoices.write');
  });

  it('may be an empty list of a request object, which narrows nothing', () => {
    const { snapshot } = provider.context();
    const client = snapshot.clients.get('web');
    if (client === undefined) throw new Error('no client');
    expect(readTarget(['openid', 'orders'], [], client, snapshot).scope).toEqual(['openid', 'orders']);
  });
});

describe('client_credentials', () => {
  it.each<[string, FormFields, string]>([
    ['by its URI', { resource: orders }, 'orders'],
    ['by its name', { resource: 'orders' }, 'orders'],
    ['whose URI two scopes share', { resource: invoices }, 'invoices invoices.write'],
    ['with a scope of it', { resource: invoices, scope: 'invoices.write orders' }, 'invoices.write'],
  ])('limits audience and scope to a resource requested %s', async (_, fields, scope) => {
    const body = bodyOf(await machine(fields));
    expect(body.scope).toBe(scope);
    const names = scope.split(' ');
    expect(accessToken(body)).toMatchObject({ scope, aud: names.length === 1 ? scope : names });
  });
});

describe('a resource at the authorization endpoint bounds the grant (RFC 8707 §2.1)', () => {
  const start = (overrides: FormFields) => issueCode(provider, { scope: everything, ...overrides });
  const bounded = 'openid profile offline_access orders';

  it('leaves its scopes, identity scopes and offline_access', async () => {
    const body = bodyOf(await redeem(provider, await start({ resource: orders })));
    expect(body.scope).toBe(bounded);
    expect(accessToken(body)).toMatchObject({ aud: 'orders', scope: bounded });
  });

  it('cannot be widened at the token endpoint, which uses nothing up (security #58)', async () => {
    const issued = await start({ resource: orders });
    expect(bodyOf(await redeem(provider, issued, { resource: invoices })).error).toBe('invalid_target');
    const body = bodyOf(await redeem(provider, issued, { resource: orders }));
    expect(bodyOf(await refresh(provider, body.refresh_token, { resource: invoices })).error).toBe('invalid_target');
    expect(bodyOf(await refresh(provider, body.refresh_token, { scope: 'invoices' })).error).toBe('invalid_scope');
    expect(bodyOf(await refresh(provider, body.refresh_token)).scope).toBe(bounded);
  });

  it('holds for a token that comes through the browser', async () => {
    const person = createPerson(provider);
    const request = authorizeRequest({
      response_type: 'token',
      scope: 'orders invoices',
      resource: orders,
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    const response = await person.signIn(await person.get(request.path));
    const answer = new URLSearchParams(new URL(String(response.headers.location)).hash.slice(1));
    expect(answer.get('scope')).toBe('orders');
    expect(decodeJwt(answer.get('access_token') ?? '').aud).toBe('orders');
  });

  it('limits what the person is asked about', async () => {
    const asked = await createTestProvider({ ...fixtures, clients: [{ ...web, scope: 'openid orders' }] });
    const person = createPerson(asked);
    const consent = await person.signIn(
      await person.get(authorizeRequest({ scope: 'openid orders', resource: 'orders' }).path),
    );
    expect(answerOf(await person.allow(consent))).toHaveProperty('code');
    await asked.close();
  });
});

describe('a resource at the token endpoint bounds one access token (RFC 8707 §2.2)', () => {
  it('of a code and of each refresh, and not the grant', async () => {
    const issued = await issueCode(provider, { scope: everything });
    const first = bodyOf(await redeem(provider, issued, { resource: orders, redirect_uri: redirectUri }));
    expect(accessToken(first).aud).toBe('orders');
    expect(first).toHaveProperty('id_token');
    const second = bodyOf(await refresh(provider, first.refresh_token, { resource: invoices }));
    expect(accessToken(second).aud).toEqual(['invoices', 'invoices.write']);
    const third = bodyOf(await refresh(provider, second.refresh_token));
    expect(third.scope).toBe(everything);
    expect(accessToken(third).aud).toEqual(['orders', 'invoices', 'invoices.write']);
  });

  it('must not contradict the scope of a refresh, which uses nothing up (security #58)', async () => {
    const issued = await issueCode(provider, { scope: everything });
    const first = bodyOf(await redeem(provider, issued));
    const asked = { scope: 'openid orders', resource: invoices };
    const refused = await refresh(provider, first.refresh_token, asked);
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_target']);
    expect(bodyOf(await refresh(provider, first.refresh_token)).scope).toBe(everything);
  });

  it('ends when the client may no longer use it', async () => {
    const changing = await createTestProvider({ ...fixtures, clients: [{ ...web, require_consent: false }] });
    const issued = await issueCode(changing, { scope: 'openid orders' });
    await changing.configure({ clients: [{ ...web, require_consent: false, scope: 'openid' }] });
    expect(bodyOf(await redeem(changing, issued, { resource: 'orders' })).error).toBe('invalid_target');
    await changing.close();
  });

  it('is kept with a reference token', async () => {
    const issued = await issueCode(provider, { client_id: 'reference', scope: 'openid orders', resource: orders });
    const authorization = basic('reference', secrets.web);
    expect((await redeem(provider, issued, { resource: orders }, authorization)).status).toBe(200);
    const rows = await provider.context().db.accessToken.findMany({ select: { audience: true } });
    expect(rows).toContainEqual({ audience: '"orders"' });
  });
});
