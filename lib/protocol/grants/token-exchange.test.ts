import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { readLogoutPage } from '#lib/login/logout/read';
import { fixtureClient, fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const apiSecret = 'api-secret-0123456789abcdef';

/** An API: a resource scope, and a client of the same name that calls the next API. */
const orders = {
  client_id: 'orders',
  client_secrets: [{ value: apiSecret }],
  grant_types: [grantType, 'client_credentials'],
  scope: 'openid profile email offline_access invoices shipping',
  token_exchange: { subjects: ['web', 'ref', 'm2m'], delegation: false },
};
const web = { ...fixtureClient('web'), require_consent: false };
const configuration = {
  scopes: [
    { name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] },
    {
      name: 'invoices',
      type: 'resource',
      claims: ['role'],
      resource: 'https://invoices.test/',
      secrets: [{ value: apiSecret }],
    },
    { name: 'shipping', type: 'resource' },
    { name: 'secret-plans', type: 'resource' },
  ],
  users: fixtures.users,
  clients: [
    web,
    { ...web, client_id: 'ref', access_token_format: 'reference' },
    { ...web, client_id: 'stranger' },
    { ...fixtureClient('m2m'), scope: 'orders' },
    orders,
    { ...orders, client_id: 'invoices', token_exchange: { subjects: ['orders', 'web'], delegation: true } },
    { ...orders, client_id: 'shipping', token_exchange: null },
    { ...orders, client_id: 'secret-plans', grant_types: ['client_credentials'] },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

const issue = async (scope = 'openid profile orders', clientId = 'web') => {
  const issued = await issueCode(provider, { client_id: clientId, scope });
  const { access_token, refresh_token, id_token } = bodyOf(
    await redeem(provider, issued, {}, basic(clientId, secrets.web)),
  );
  return { access_token, refresh_token, id_token, person: issued.person };
};

const exchange = (subjectToken: unknown, fields: FormFields = {}, clientId = 'orders') =>
  provider.post(
    '/connect/token',
    { grant_type: grantType, subject_token: String(subjectToken), subject_token_type: accessTokenType, ...fields },
    { authorization: basic(clientId, apiSecret) },
  );

const ownToken = async (clientId: string, secret = apiSecret) => {
  const fields = { grant_type: 'client_credentials' };
  return bodyOf(await provider.post('/connect/token', fields, { authorization: basic(clientId, secret) })).access_token;
};

const claimsOf = (token: unknown, { context } = provider): Record<string, unknown> => {
  const { snapshot, now } = context();
  return { ...verifyOwnJwt(snapshot.keys, String(token), { kind: 'access_token', issuer, now }) };
};

const introspect = async (token: unknown) => {
  const headers = { authorization: basic('invoices', apiSecret) };
  return bodyOf(await provider.post('/connect/introspect', { token: String(token) }, headers));
};

describe('an API exchanges the token of its caller (semantics §2.9, RFC 8693 §2)', () => {
  it.each(['web', 'ref'])('of %s for one of its own, for the same person', async (clientId) => {
    const { access_token } = await issue('openid profile orders', clientId);
    const response = await exchange(access_token, { scope: 'invoices' });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(bodyOf(response)).toEqual({
      access_token: expect.any(String),
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'invoices',
    });
    const { sub } = bodyOf(await userinfo(provider, access_token));
    const claims = claimsOf(bodyOf(response).access_token);
    expect(claims).toMatchObject({
      client_id: 'orders',
      sub,
      aud: 'invoices',
      scope: 'invoices',
      role: ['buyer'],
      amr: ['pwd'],
      idp: 'local',
      auth_time: provider.context().now.getTime() / 1000,
      sid: expect.any(String),
    });
    expect(claims).not.toHaveProperty('act');
    expect(await introspect(bodyOf(response).access_token)).toMatchObject({ active: true, sub, client_id: 'orders' });
  });

  it('gets all its allowed scopes when it requests none, but only granted claims of the person', async () => {
    const { access_token } = await issue();
    expect(bodyOf(await exchange(access_token)).scope).toBe('openid profile invoices shipping');
    const narrow = await issue('orders');
    expect(bodyOf(await exchange(narrow.access_token)).scope).toBe('invoices shipping');
  });

  it.each<[string, FormFields]>([
    ['audience', { audience: 'invoices' }],
    ['resource', { resource: 'https://invoices.test/' }],
  ])('may name the next one by %s (RFC 8693 §2.1)', async (_, fields) => {
    const { access_token } = await issue('orders');
    expect(bodyOf(await exchange(access_token, fields)).scope).toBe('invoices');
  });

  it.each<[string, FormFields]>([
    ['several audiences', { audience: ['invoices', 'shipping'] }],
    ['a resource and an audience', { resource: 'https://invoices.test/', audience: 'shipping' }],
  ])('may name several by %s: the token is for all of them (RFC 8693 §2.1)', async (_, fields) => {
    const { access_token } = await issue('orders');
    const response = bodyOf(await exchange(access_token, fields));
    expect(response.scope).toBe('invoices shipping');
    expect(claimsOf(response.access_token).aud).toEqual(['invoices', 'shipping']);
  });

  it('never gets a longer lifetime than the first token', async () => {
    const own = await createTestProvider(configuration);
    const issued = await issueCode(own, { scope: 'orders' });
    const { access_token } = bodyOf(await redeem(own, issued));
    const { exp } = claimsOf(access_token, own);
    own.advance(3000);
    const response = await own.post(
      '/connect/token',
      { grant_type: grantType, subject_token: String(access_token), subject_token_type: accessTokenType },
      { authorization: basic('orders', apiSecret) },
    );
    expect(bodyOf(response).expires_in).toBe(600);
    expect(exp).toEqual(expect.any(Number));
    expect(claimsOf(bodyOf(response).access_token, own).exp).toBe(exp);
    await own.close();
  });
});

describe('what ends the first token ends the second (design: grant model)', () => {
  it('the sign-out', async () => {
    const { access_token, person } = await issue('orders');
    const exchanged = bodyOf(await exchange(access_token, { scope: 'invoices' })).access_token;
    expect((await introspect(exchanged)).active).toBe(true);
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const { form } = await readLogoutPage(provider.context(), { cookieHeader });
    await person.submit('logout', { csrf: form.csrf, decision: 'sign_out' });
    expect(await introspect(exchanged)).toEqual({ active: false });
  });

  it('the revocation of the grant, and a disabled person', async () => {
    const { access_token, refresh_token } = await issue('openid offline_access orders');
    const exchanged = bodyOf(await exchange(access_token, { scope: 'invoices' })).access_token;
    expect((await introspect(exchanged)).active).toBe(true);
    const headers = { authorization: basic('web', secrets.web) };
    await provider.post('/connect/revocation', { token: String(refresh_token) }, headers);
    expect(await introspect(exchanged)).toEqual({ active: false });
    expect(bodyOf(await refresh(provider, refresh_token)).error).toBe('invalid_grant');
    const other = bodyOf(
      await exchange((await issue('openid orders')).access_token, { scope: 'invoices' }),
    ).access_token;
    expect((await introspect(other)).active).toBe(true);
    await provider.configure({ users: [{ ...fixtures.users[0], enabled: false }] });
    expect(await introspect(other)).toEqual({ active: false });
    await provider.configure({ users: [fixtures.users[0]] });
    expect(await introspect(other)).toEqual({ active: false });
  });
});

describe('delegation (RFC 8693 §4.1)', () => {
  const subject = async () => {
    const { access_token } = await issue('orders');
    return bodyOf(await exchange(access_token, { scope: 'invoices' })).access_token;
  };
  const actor = { sub: 'invoices', client_id: 'invoices' };

  it('names the client as the actor, with and without an actor_token', async () => {
    const actor_token = String(await ownToken('invoices'));
    for (const fields of [{}, { actor_token, actor_token_type: accessTokenType }]) {
      const { access_token } = bodyOf(await exchange(await subject(), { scope: 'shipping', ...fields }, 'invoices'));
      expect(claimsOf(access_token)).toMatchObject({ client_id: 'invoices', act: actor });
    }
  });

  it('keeps earlier actors, nested, and shows them at introspection', async () => {
    await provider.configure({
      clients: [{ ...orders, token_exchange: { subjects: ['web'], delegation: true } }],
    });
    const first = await subject();
    expect(await introspect(first)).toMatchObject({ active: true, act: { sub: 'orders', client_id: 'orders' } });
    const { access_token } = bodyOf(await exchange(first, { scope: 'shipping' }, 'invoices'));
    expect(claimsOf(access_token).act).toEqual({ ...actor, act: { sub: 'orders', client_id: 'orders' } });
    await provider.configure({ clients: [orders] });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['another client', () => ownToken('orders')],
    ['a person', async () => (await issue('orders')).access_token],
    [
      'a person that it exchanged itself',
      async () => bodyOf(await exchange(await subject(), {}, 'invoices')).access_token,
    ],
    ['nobody', async () => 'x'.repeat(43)],
  ])('is refused with the token of %s as actor', async (_, issueActor) => {
    const actor_token = String(await issueActor());
    const fields = { scope: 'shipping', actor_token, actor_token_type: accessTokenType };
    expect(bodyOf(await exchange(await subject(), fields, 'invoices')).error).toBe('invalid_request');
  });

  it('is refused for a client that may not delegate', async () => {
    const { access_token } = await issue('orders');
    const actor_token = String(await ownToken('orders'));
    const fields = { actor_token, actor_token_type: accessTokenType };
    expect(bodyOf(await exchange(access_token, fields)).error).toBe('invalid_request');
  });
});

describe('what is refused (semantics §2.9, RFC 8693 §2.2.2)', () => {
  it.each<[string, FormFields, string]>([
    ['no subject_token', { subject_token: undefined }, 'invalid_request'],
    ['no subject_token_type', { subject_token_type: undefined }, 'invalid_request'],
    ['another subject_token_type', { subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' }, 'invalid_request'],
    [
      'a wish for an ID token',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
      'invalid_request',
    ],
    ['an actor_token without its type', { actor_token: 'x' }, 'invalid_request'],
    ['an actor_token_type without a token', { actor_token_type: accessTokenType }, 'invalid_request'],
    ['an unknown subject_token', { subject_token: 'x'.repeat(43) }, 'invalid_request'],
    ['a scope it is not allowed', { scope: 'secret-plans' }, 'invalid_scope'],
    ['its own scope, which it was not given', { scope: 'orders' }, 'invalid_scope'],
    ['more of the person than was granted', { scope: 'email' }, 'invalid_scope'],
    ['offline_access', { scope: 'invoices offline_access' }, 'invalid_scope'],
    ['an unknown audience', { audience: 'nope' }, 'invalid_target'],
    ['an audience outside the scope', { scope: 'shipping', audience: 'invoices' }, 'invalid_target'],
    ['an unknown audience beside a known one', { audience: ['invoices', 'nope'] }, 'invalid_target'],
    ['an unknown resource', { resource: 'https://nope.test/' }, 'invalid_target'],
    ['two subject tokens', { subject_token: ['a', 'b'] }, 'invalid_request'],
  ])('%s', async (_, fields, error) => {
    const { access_token } = await issue();
    const response = await exchange(access_token, fields);
    expect(response.status).toBe(400);
    expect(bodyOf(response).error).toBe(error);
  });

  it('tokens of other types, of a client without a person, and ended ones (security #50)', async () => {
    const { access_token, id_token, refresh_token } = await issue('openid offline_access orders');
    const alone = await ownToken('m2m', secrets.m2m);
    for (const token of [id_token, refresh_token, alone]) {
      expect(bodyOf(await exchange(token)).error).toBe('invalid_request');
    }
    expect((await exchange(access_token)).status).toBe(200);
    const headers = { authorization: basic('web', secrets.web) };
    await provider.post('/connect/revocation', { token: String(access_token) }, headers);
    expect(bodyOf(await exchange(access_token)).error).toBe('invalid_request');
  });

  it('the token of a client that is not among its subjects', async () => {
    const { access_token } = await issue('orders', 'stranger');
    expect(bodyOf(await exchange(access_token)).error).toBe('invalid_request');
  });

  it('a token for another API', async () => {
    const { access_token } = await issue('openid profile');
    expect(bodyOf(await exchange(access_token)).error).toBe('invalid_request');
    const forOrders = await issue('orders');
    expect(bodyOf(await exchange(forOrders.access_token, {}, 'invoices')).error).toBe('invalid_request');
  });

  it.each<[string, unknown, string | undefined]>([
    ['the client', { client_id: 'orders' }, undefined],
    ['the client as subject', { sub: 'orders' }, undefined],
    ['another client', { client_id: 'invoices' }, 'invalid_request'],
    ['another client, with the client as subject', { client_id: 'invoices', sub: 'orders' }, 'invalid_request'],
    ['nobody', {}, 'invalid_request'],
    ['text', 'orders', 'invalid_request'],
  ])('a token whose may_act names %s, unless that is the client (RFC 8693 §4.4)', async (_, mayAct, error) => {
    const [alice, ...others] = fixtures.users;
    const [api, ...scopes] = configuration.scopes;
    const own = await createTestProvider({
      ...configuration,
      scopes: [{ ...api, claims: ['may_act'] }, ...scopes],
      users: [{ ...alice, claims: { ...alice?.claims, may_act: mayAct } }, ...others],
    });
    const { access_token: token } = bodyOf(await redeem(own, await issueCode(own, { scope: 'orders' })));
    const fields = { grant_type: grantType, subject_token: String(token), subject_token_type: accessTokenType };
    const answer = await own.post('/connect/token', fields, { authorization: basic('orders', apiSecret) });
    expect(bodyOf(answer).error).toBe(error);
    await own.close();
  });

  it.each([
    ['is not allowed the grant (security #48)', 'secret-plans'],
    ['has no rule for it', 'shipping'],
  ])('a client that %s', async (_, clientId) => {
    const { access_token } = await issue('orders');
    expect(bodyOf(await exchange(access_token, {}, clientId)).error).toBe('unsupported_grant_type');
  });

  it('a client without a secret', async () => {
    await provider.configure({
      clients: [
        {
          ...orders,
          client_id: 'open',
          client_secrets: [],
          token_endpoint_auth_method: 'none',
          grant_types: [grantType],
        },
      ],
    });
    const { access_token } = await issue('orders');
    const fields = { grant_type: grantType, subject_token: String(access_token), subject_token_type: accessTokenType };
    const response = await provider.post('/connect/token', { ...fields, client_id: 'open' });
    expect(bodyOf(response).error).toBe('unauthorized_client');
  });
});
