import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import type { Handle } from '#lib/crypto/random';
import { fixtureClient, fixtures, type Issued, issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';

const mcp = 'https://mcp.test/mcp';
const key = {
  orders: 'secret-of-the-orders-api-0123456789',
  reports: 'secret-of-the-reports-api-012345678',
  scope: 'secret-of-the-shared-scope-01234567',
  same: 'secret-of-the-scope-same-0123456789',
  closed: 'secret-of-the-closed-api-0123456789',
};
const resource = (name: string, more: object = {}) => ({ name, type: 'resource', ...more });
const scopes = [
  ...['orders.read', 'orders.write', 'reports.read', 'vault.read', 'safe.read', 'tools', 'closed.read'].map((name) =>
    resource(name),
  ),
  resource('shared', { secrets: [{ value: key.scope }], claims: ['role'] }),
  resource('same', { secrets: [{ value: key.same }], claims: ['name'] }),
  resource('stock', { resource: 'https://stock.test' }),
  resource('plain', { resource: 'https://plain.test', audience: 'resource' }),
];
const apis = [
  {
    name: 'orders',
    display_name: 'Orders API',
    scopes: ['orders.read', 'orders.write', 'shared'],
    resources: ['https://api.test/orders', 'https://api.test/old-orders'],
    claims: ['email'],
    secrets: [{ value: key.orders }],
  },
  { name: 'reports', scopes: ['reports.read', 'shared'], claims: ['name'], secrets: [{ value: key.reports }] },
  { name: 'vault', scopes: ['vault.read'], resource_indicator_required: true },
  { name: 'safe', scopes: ['safe.read', 'orders.write'], resource_indicator_required: true },
  { name: mcp, scopes: ['tools'] },
  { name: 'same', scopes: ['same'] },
  { name: 'closed', enabled: false, scopes: ['closed.read'], secrets: [{ value: key.closed }] },
];
const everything = scopes.map(({ name }) => name).filter((name) => name !== 'closed.read');
const all = ['openid', 'profile', 'offline_access', ...everything].join(' ');
const client = {
  ...fixtureClient('web'),
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit', 'password'],
  response_types: ['code', 'token', 'code token'],
  scope: `${all} closed.read`,
  require_consent: false,
};
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const configuration = {
  ...fixtures,
  scopes,
  apis,
  clients: [
    client,
    { ...client, client_id: 'ref', access_token_format: 'reference' },
    ...['orders', 'same', 'stock', 'reports'].map((id) => ({
      client_id: id,
      client_secrets: [{ value: secrets.web }],
      grant_types: [exchange],
      scope: 'reports.read stock shared orders.read',
      token_exchange: { subjects: ['web', 'ref'], delegation: false },
    })),
  ],
};

type Expected = { readonly aud: string | readonly string[]; readonly scope: string };
type Row = readonly [name: string, fields: FormFields, expected: Expected | null];

/** The rows of the table, for a request with these scopes. Null is `invalid_target`. */
const rows: readonly Row[] = [
  [
    'no resource: all APIs of its scopes in their order, and plain scopes as they are',
    { scope: 'shared stock plain tools' },
    { aud: ['orders', 'reports', 'stock', 'https://plain.test', mcp], scope: 'shared stock plain tools' },
  ],
  ['no resource: one name is a text', { scope: 'orders.read' }, { aud: 'orders', scope: 'orders.read' }],
  [
    'no resource: without an API that must be named, whose scopes are left out',
    { scope: 'orders.read vault.read' },
    { aud: 'orders', scope: 'orders.read' },
  ],
  ['no resource: a scope stays for its other API', { scope: 'orders.write' }, { aud: 'orders', scope: 'orders.write' }],
  ['no resource: nothing is left', { scope: 'vault.read safe.read' }, null],
  [
    'the name of an API',
    { scope: 'orders.read orders.write reports.read stock', resource: 'orders' },
    { aud: 'orders', scope: 'orders.read orders.write' },
  ],
  [
    'a URI of an API',
    { scope: 'orders.read stock', resource: 'https://api.test/old-orders' },
    { aud: 'orders', scope: 'orders.read' },
  ],
  [
    'a URI of an API, in another spelling',
    { scope: 'orders.read', resource: 'HTTPS://API.test/orders' },
    { aud: 'orders', scope: 'orders.read' },
  ],
  ['the URI that is its name', { scope: 'tools stock', resource: mcp }, { aud: mcp, scope: 'tools' }],
  [
    'a name that is an API’s and a scope’s means the API',
    { scope: 'same stock', resource: 'same' },
    { aud: 'same', scope: 'same' },
  ],
  [
    'a scope that two APIs share stays, and the other API is not in aud',
    { scope: 'orders.read shared', resource: 'reports' },
    { aud: 'reports', scope: 'shared' },
  ],
  [
    'two APIs',
    { scope: 'orders.read reports.read stock', resource: ['reports', 'orders'] },
    { aud: ['orders', 'reports'], scope: 'orders.read reports.read' },
  ],
  [
    'an API and a plain scope',
    { scope: 'orders.read stock plain', resource: ['orders', 'stock'] },
    { aud: ['orders', 'stock'], scope: 'orders.read stock' },
  ],
  [
    'an API that must be named',
    { scope: 'orders.read vault.read', resource: 'vault' },
    { aud: 'vault', scope: 'vault.read' },
  ],
  [
    'an API that must be named has a scope of another one, which is not in aud',
    { scope: 'orders.write safe.read', resource: 'safe' },
    { aud: 'safe', scope: 'orders.write safe.read' },
  ],
  [
    'several APIs, one of which must be named',
    { scope: 'orders.read vault.read', resource: ['orders', 'vault'] },
    null,
  ],
  ['an API that must be named, and a plain scope', { scope: 'stock vault.read', resource: ['stock', 'vault'] }, null],
  [
    'the name of a scope',
    { scope: 'shared stock', resource: 'shared' },
    { aud: ['orders', 'reports'], scope: 'shared' },
  ],
  [
    'the name of a scope, one of whose APIs must be named',
    { scope: 'orders.write safe.read', resource: 'orders.write' },
    { aud: 'orders', scope: 'orders.write' },
  ],
  ['the name of a scope whose APIs must all be named', { scope: 'vault.read stock', resource: 'vault.read' }, null],
  [
    'the URI of a plain scope',
    { scope: 'stock orders.read', resource: 'https://stock.test' },
    { aud: 'stock', scope: 'stock' },
  ],
  [
    'the URI of a plain scope that is its audience',
    { scope: 'plain orders.read', resource: 'https://plain.test/' },
    { aud: 'https://plain.test', scope: 'plain' },
  ],
  ['an API without a scope in the request', { scope: 'orders.read', resource: 'reports' }, null],
  ['one of two APIs without a scope in the request', { scope: 'orders.read', resource: ['orders', 'reports'] }, null],
  ['a disabled API', { scope: 'orders.read', resource: 'closed' }, null],
  ['an unknown resource', { scope: 'orders.read', resource: 'https://api.test/other' }, null],
  ['an identity scope', { scope: 'orders.read', resource: 'openid' }, null],
];

describe.each([
  ['JWT', 'web'],
  ['reference', 'ref'],
])('APIs in %s tokens (decision 024)', (_, id) => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(configuration);
  });
  afterAll(() => provider.close());

  const authorization = basic(id, secrets.web);
  const claimsOf = async (token: unknown): Promise<Record<string, unknown>> => {
    if (String(token).includes('.')) return decodeJwt(String(token));
    const where = { hash: hashHandle(String(token) as Handle) };
    return JSON.parse((await provider.context().db.accessToken.findUniqueOrThrow({ where })).claims);
  };
  const told = async (body: Record<string, unknown>) => {
    if (body.error !== undefined) return body.error === 'invalid_target' ? null : body.error;
    const { aud, scope } = await claimsOf(body.access_token);
    expect(body.scope).toBe(scope);
    return { aud, scope };
  };
  const machine = async (fields: FormFields) =>
    bodyOf(await provider.post('/connect/token', { grant_type: 'client_credentials', ...fields }, { authorization }));
  const start = (overrides: FormFields): Promise<Issued> => issueCode(provider, { client_id: id, ...overrides });
  const use = async (issued: Issued, fields: FormFields = {}) =>
    bodyOf(await redeem(provider, issued, fields, authorization));
  const renew = async (token: unknown, fields: FormFields = {}) =>
    bodyOf(await refresh(provider, token, fields, authorization));
  const introspect = async (token: unknown, caller: string, secret: string) => {
    const headers = { authorization: basic(caller, secret) };
    const response = await provider.post('/connect/introspect', { token: String(token) }, headers);
    return response.status === 200 ? bodyOf(response) : response.status;
  };

  describe('of a client for itself', () => {
    it.each(rows)('%s', async (__, fields, expected) => {
      expect(await told(await machine(fields))).toEqual(expected);
    });
  });

  const withPerson = (expected: Expected | null, identity: string): Expected | null =>
    expected && { ...expected, scope: `${identity} ${expected.scope}` };

  describe('of a person, with the resource at the token endpoint', () => {
    it.each(rows)('%s', async (__, { scope, resource: asked }, expected) => {
      const issued = await start({ scope: `openid offline_access ${scope}` });
      const found = await told(await use(issued, { resource: asked }));
      // UserInfo is left where nothing else is.
      const nothing = asked === undefined ? { aud: issuer, scope: 'openid offline_access' } : null;
      expect(found).toEqual(withPerson(expected, 'openid offline_access') ?? nothing);
    });

    it('narrows one token and not the grant, whose scopes all stay', async () => {
      const first = await use(await start({ scope: 'openid offline_access orders.read vault.read' }));
      expect(await told(first)).toEqual({ aud: 'orders', scope: 'openid offline_access orders.read' });
      const second = await renew(first.refresh_token, { resource: 'vault' });
      expect(await told(second)).toEqual({ aud: 'vault', scope: 'openid offline_access vault.read' });
      const third = await renew(second.refresh_token);
      expect(await told(third)).toEqual({ aud: 'orders', scope: 'openid offline_access orders.read' });
    });

    it('is refused without a scope that is for anything, and uses nothing up', async () => {
      const issued = await start({ scope: 'vault.read offline_access' });
      expect((await use(issued)).error).toBe('invalid_target');
      expect(await told(await use(issued, { resource: 'vault' }))).toEqual({
        aud: 'vault',
        scope: 'vault.read offline_access',
      });
    });
  });

  describe('of a person, with the resource at the authorization endpoint', () => {
    const asked = rows.filter(([, fields]) => fields.resource !== undefined);

    it.each(asked)('%s', async (__, { scope, ...fields }, expected) => {
      const query = { client_id: id, scope: `openid offline_access ${scope}`, ...fields };
      if (expected === null) {
        const answer = answerOf(await createPerson(provider).get(authorizeRequest(query).path));
        expect(answer.error).toBe('invalid_target');
        return;
      }
      const wanted = withPerson(expected, 'openid offline_access');
      const first = await use(await start(query));
      expect(await told(first)).toEqual(wanted);
      // It is kept, and the same in every request.
      const second = await renew(first.refresh_token);
      expect(await told(second)).toEqual(wanted);
      expect(await told(await renew(second.refresh_token, fields))).toEqual(wanted);
    });

    it('says no more than before with the name of a shared scope, whose APIs are kept', async () => {
      const first = await use(await start({ scope: 'offline_access shared stock', resource: 'shared' }));
      const second = await renew(first.refresh_token, { resource: 'reports' });
      expect(await told(second)).toEqual({ aud: 'reports', scope: 'offline_access shared' });
      expect((await renew(second.refresh_token, { resource: 'stock' })).error).toBe('invalid_target');
    });

    it('keeps the API that was meant, not the one that shares a scope', async () => {
      const first = await use(await start({ scope: 'offline_access shared', resource: 'orders' }));
      expect((await renew(first.refresh_token, { resource: 'reports' })).error).toBe('invalid_target');
      const same = { aud: 'orders', scope: 'offline_access shared' };
      const second = await renew(first.refresh_token, { resource: 'shared' });
      expect(await told(second)).toEqual(same);
      expect(await told(await renew(second.refresh_token))).toEqual(same);
    });

    it('is kept over a pushed request', async () => {
      const { path, verifier } = authorizeRequest({
        client_id: id,
        scope: 'openid orders.read shared',
        resource: 'orders',
      });
      const pushed = await provider.post('/connect/par', Object.fromEntries(new URL(path, issuer).searchParams), {
        authorization,
      });
      const query = new URLSearchParams({ client_id: id, request_uri: String(bodyOf(pushed).request_uri) });
      const person = createPerson(provider);
      const { code = '' } = answerOf(await person.signIn(await person.get(`/connect/authorize?${query}`)));
      expect(await told(await use({ code, verifier, person }))).toEqual({
        aud: 'orders',
        scope: 'openid orders.read shared',
      });
    });

    it('lets a refresh ask for UserInfo alone', async () => {
      const first = await use(await start({ scope: 'openid offline_access orders.read', resource: 'orders' }));
      const second = await renew(first.refresh_token, { scope: 'openid' });
      expect(await told(second)).toEqual({ aud: issuer, scope: 'openid' });
      expect((await renew(second.refresh_token, { scope: 'openid', resource: 'orders' })).error).toBe('invalid_target');
    });

    it('bounds a token that comes through the browser', async () => {
      const query = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };
      const ask = async (fields: FormFields) => {
        const person = createPerson(provider);
        const { path } = authorizeRequest({ client_id: id, ...query, ...fields });
        const response = await person.get(path);
        const answer = String(response.headers.location).includes('/login') ? await person.signIn(response) : response;
        return Object.fromEntries(new URLSearchParams(new URL(String(answer.headers.location)).hash.slice(1)));
      };
      expect(await told(await ask({ scope: 'shared stock', resource: 'reports' }))).toEqual({
        aud: 'reports',
        scope: 'shared',
      });
      expect(await told(await ask({ scope: 'orders.read vault.read' }))).toEqual({
        aud: 'orders',
        scope: 'orders.read',
      });
      expect(await told(await ask({ scope: 'vault.read', resource: 'vault' }))).toEqual({
        aud: 'vault',
        scope: 'vault.read',
      });
      expect((await ask({ scope: 'vault.read' })).error).toBe('invalid_target');
    });
  });

  it('the password grant narrows its first token alone', async () => {
    const fields = { username: 'alice', password: 'correct horse battery staple', scope: 'offline_access shared' };
    const asked = { grant_type: 'password', ...fields, resource: 'orders' };
    const first = bodyOf(await provider.post('/connect/token', asked, { authorization }));
    expect(await told(first)).toEqual({ aud: 'orders', scope: 'offline_access shared' });
    expect(await told(await renew(first.refresh_token))).toEqual({
      aud: ['orders', 'reports'],
      scope: 'offline_access shared',
    });
  });

  describe('claims of the person', () => {
    it('are those of the scopes, and of the API where the token is for it alone', async () => {
      const issued = await start({ scope: 'openid offline_access shared orders.read' });
      const both = await claimsOf((await use(issued)).access_token);
      expect([both.aud, both.role, both.email, both.name]).toEqual([
        ['orders', 'reports'],
        ['buyer'],
        undefined,
        undefined,
      ]);
      const one = await claimsOf((await use(await start({ scope: 'openid shared', resource: 'orders' }))).access_token);
      expect([one.role, one.email, one.name]).toEqual([['buyer'], 'alice@example.com', undefined]);
    });
  });

  describe('introspection', () => {
    it('by an API answers with its audience, its scopes and what its claims give now', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid profile shared orders.read stock' }));
      const answer = { active: true, aud: 'orders', scope: 'shared orders.read', client_id: id, username: 'alice' };
      expect(await introspect(token, 'orders', key.orders)).toMatchObject({
        ...answer,
        role: ['buyer'],
        email: 'alice@example.com',
      });
      expect(await introspect(token, 'reports', key.reports)).toMatchObject({
        aud: 'reports',
        scope: 'shared',
        name: 'Alice Smith',
      });
      expect(await introspect(token, 'reports', key.reports)).not.toHaveProperty('email');
    });

    it('by an API tells nothing of a token that is not for it, although a scope is its own', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid shared', resource: 'orders' }));
      expect(await introspect(token, 'reports', key.reports)).toEqual({ active: false });
      expect(await introspect(token, 'orders', key.orders)).toMatchObject({ active: true });
    });

    it('by the own secret of a scope goes on, for that scope alone', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid shared orders.read' }));
      const answer = await introspect(token, 'shared', key.scope);
      expect(answer).toMatchObject({ active: true, aud: 'shared', scope: 'shared', role: ['buyer'] });
      expect(answer).not.toHaveProperty('email');
      const { access_token: other } = await use(await start({ scope: 'openid orders.read' }));
      expect(await introspect(other, 'shared', key.scope)).toEqual({ active: false });
      // It is no secret of the API.
      expect(await introspect(token, 'orders', key.scope)).toBe(401);
    });

    it('by an API with the name of its scope takes the secrets of the scope', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid same' }));
      expect(await introspect(token, 'same', key.same)).toMatchObject({
        aud: 'same',
        scope: 'same',
        name: 'Alice Smith',
      });
    });

    it('is refused to a disabled API and with another secret', async () => {
      const { access_token: token } = await machine({ scope: 'orders.read' });
      expect(await introspect(token, 'closed', key.closed)).toBe(401);
      expect(await introspect(token, 'orders', key.reports)).toBe(401);
    });

    it('shows a client’s own token to the API', async () => {
      const { access_token: token } = await machine({ scope: 'orders.read stock' });
      expect(await introspect(token, 'orders', key.orders)).toMatchObject({
        sub: id,
        aud: 'orders',
        scope: 'orders.read',
      });
    });
  });

  describe('token exchange (RFC 8693)', () => {
    const swap = async (token: unknown, by: string, fields: FormFields = {}) =>
      bodyOf(
        await provider.post(
          '/connect/token',
          {
            grant_type: exchange,
            subject_token: String(token),
            subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
            ...fields,
          },
          { authorization: basic(by, secrets.web) },
        ),
      );

    it('is for the client with the name of an API in aud, and leads to another API', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid shared', resource: 'orders' }));
      const done = await swap(token, 'orders', { audience: 'reports', scope: 'reports.read shared' });
      expect(await told(done)).toEqual({ aud: 'reports', scope: 'reports.read shared' });
      // The API that shares the scope is not in aud.
      expect((await swap(token, 'reports', { audience: 'orders' })).error).toBe('invalid_request');
    });

    it('is for the client with the name of a plain scope, as before', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid stock' }));
      expect(await told(await swap(token, 'stock', { audience: 'reports' }))).toMatchObject({ aud: 'reports' });
      const { access_token: other } = await use(await start({ scope: 'openid orders.read' }));
      expect((await swap(other, 'stock', { audience: 'reports' })).error).toBe('invalid_request');
    });

    it('refuses an audience that none of its scopes belongs to', async () => {
      const { access_token: token } = await use(await start({ scope: 'openid orders.read' }));
      expect((await swap(token, 'orders', { audience: 'vault' })).error).toBe('invalid_target');
    });
  });
});

describe('APIs that change (decision 024)', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(configuration);
  });
  afterAll(() => provider.close());

  const claims = (body: Record<string, unknown>) => decodeJwt(String(body.access_token));

  it('are passed over once they are gone, until nothing is left: invalid_target', async () => {
    const own = await createTestProvider(configuration);
    const issued = await issueCode(own, {
      scope: 'openid offline_access orders.read reports.read',
      resource: ['orders', 'reports'],
    });
    const first = bodyOf(await redeem(own, issued));
    expect(claims(first).aud).toEqual(['orders', 'reports']);
    await own.configure({ apis: [{ ...apis[1], enabled: false }] });
    const second = bodyOf(await refresh(own, first.refresh_token));
    expect(claims(second)).toMatchObject({ aud: 'orders', scope: 'openid offline_access orders.read' });
    await own.configure({ apis: [{ ...apis[0], enabled: false }] });
    expect(bodyOf(await refresh(own, second.refresh_token)).error).toBe('invalid_target');
    await own.configure({ apis: [{ ...apis[0], enabled: true }] });
    expect(claims(bodyOf(await refresh(own, second.refresh_token))).aud).toBe('orders');
    await own.close();
  });

  it('that take a scope over bound what named the scope', async () => {
    const own = await createTestProvider({ ...configuration, apis: [] });
    const issued = await issueCode(own, { scope: 'openid offline_access orders.read stock', resource: 'orders.read' });
    const first = bodyOf(await redeem(own, issued));
    expect(claims(first).aud).toBe('orders.read');
    await own.configure({ apis });
    expect(claims(bodyOf(await refresh(own, first.refresh_token))).aud).toBe('orders');
    await own.close();
  });

  it('bound no grant that named no resource', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access shared' });
    const grants = await provider.context().db.grant.findMany({ select: { resources: true } });
    expect(grants).toEqual([{ resources: null }]);
    expect(claims(bodyOf(await redeem(provider, issued))).aud).toEqual(['orders', 'reports']);
  });

  it('named as their only former scope change nothing, their secrets included', async () => {
    const before = [resource('ledger', { secrets: [{ value: key.orders }], claims: ['role'] })];
    const web = { ...client, scope: 'openid offline_access ledger' };
    const own = await createTestProvider({ ...fixtures, scopes: before, clients: [web] });
    const ask = async (token: unknown) => {
      const headers = { authorization: basic('ledger', key.orders) };
      return bodyOf(await own.post('/connect/introspect', { token: String(token) }, headers));
    };
    const first = bodyOf(
      await redeem(own, await issueCode(own, { scope: 'openid offline_access ledger', resource: 'ledger' })),
    );
    const [answer, made] = [await ask(first.access_token), claims(first)];
    await own.configure({ apis: [{ name: 'ledger', scopes: ['ledger'] }] });
    expect(await ask(first.access_token)).toEqual(answer);
    const second = bodyOf(await refresh(own, first.refresh_token));
    const { jti: _, ...same } = claims(second);
    expect({ ...same, jti: made.jti }).toEqual(made);
    expect(await ask(second.access_token)).toEqual({ ...answer, jti: claims(second).jti });
    await own.close();
  });

  it('leave the tokens from before as they are: only the secret of the scope sees them', async () => {
    const own = await createTestProvider({ ...configuration, apis: [] });
    const { access_token: token } = bodyOf(await redeem(own, await issueCode(own, { scope: 'openid shared' })));
    await own.configure({ apis });
    const ask = async (caller: string, secret: string) =>
      bodyOf(await own.post('/connect/introspect', { token: String(token) }, { authorization: basic(caller, secret) }));
    expect(await ask('orders', key.orders)).toEqual({ active: false });
    expect(await ask('shared', key.scope)).toMatchObject({ active: true, aud: 'shared' });
    await own.close();
  });

  it('sign and name their tokens as they say, and as the client does where they disagree', async () => {
    const says = (alg: string, typ: string) => ({ access_token_signing_alg: alg, access_token_typ: typ });
    const own = await createTestProvider({
      ...configuration,
      clients: [{ ...client, access_token_signing_alg: 'EdDSA' }],
      apis: [{ ...apis[0], ...says('PS256', 'JWT') }, { ...apis[1], ...says('ES256', 'at+jwt') }, ...apis.slice(2)],
    });
    const headerOf = async (scope: string) => {
      const fields = { grant_type: 'client_credentials', scope };
      const response = await own.post('/connect/token', fields, { authorization: basic('web', secrets.web) });
      const { alg, typ } = decodeProtectedHeader(String(bodyOf(response).access_token));
      return [alg, typ];
    };
    expect(await headerOf('orders.read')).toEqual(['PS256', 'JWT']);
    expect(await headerOf('orders.read tools stock')).toEqual(['PS256', 'JWT']);
    expect(await headerOf('reports.read')).toEqual(['ES256', 'at+jwt']);
    expect(await headerOf('orders.read reports.read')).toEqual(['EdDSA', 'at+jwt']);
    expect(await headerOf('tools')).toEqual(['EdDSA', 'at+jwt']);
    const discovery = bodyOf(await own.send('/.well-known/openid-configuration'));
    expect(discovery.id_token_signing_alg_values_supported).toEqual(expect.arrayContaining(['PS256', 'ES256']));
    await own.close();
  });

  it('give a self-registered program the open scopes of what it names', async () => {
    const program = {
      ...client,
      client_id: 'program',
      self_registered: true,
      agent_state: 'approved',
      scope: 'openid',
    };
    const own = await createTestProvider({
      ...configuration,
      scopes: [...scopes.filter(({ name }) => name !== 'tools'), resource('tools', { open: true })],
      clients: [
        {
          ...program,
          require_consent: undefined,
          response_types: ['code'],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
    });
    const issued = await issueCode(own, { client_id: 'program', scope: undefined, resource: mcp });
    const body = bodyOf(await redeem(own, issued, { resource: mcp }, basic('program', secrets.web)));
    expect(claims(body)).toMatchObject({ aud: mcp, scope: 'tools' });
    await own.close();
  });
});
