import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { changeConfiguration } from '#lib/config/change';
import { parseConfiguration } from '#lib/config/file';
import { approvedDevice, deviceClient, pollDevice, startDevice } from '#lib/testing/device';
import {
  fixtureClient,
  fixtures,
  type Issued,
  issueCode,
  redeem,
  refresh,
  secrets,
  userinfo,
} from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { readLiveToken } from './access-token';

const apiSecret = 'orders-api-secret-0123456789';
const silent = fixtureClient('silent');
const acme = { name: 'acme', display_name: 'Acme' };
const configuration = {
  ...fixtures,
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] }],
  tenants: [acme, { name: 'globex', display_name: 'Globex' }],
  users: [
    { ...fixtures.users[0], tenants: ['acme'] },
    { username: 'nina', password, tenants: 'none' },
  ],
  clients: [
    silent,
    { ...silent, client_id: 'opaque', access_token_format: 'reference' },
    { ...silent, client_id: 'own', tenant: 'acme' },
    { ...silent, client_id: 'opaque-own', access_token_format: 'reference', tenant: 'acme' },
    { ...fixtureClient('m2m'), scope: 'orders', tenant: 'acme' },
    { ...deviceClient, tenant: 'acme' },
    {
      ...silent,
      client_id: 'direct',
      grant_types: ['password', 'refresh_token'],
      response_types: [],
      redirect_uris: [],
    },
  ],
};

let provider: TestProvider;
beforeEach(async () => {
  provider = await createTestProvider(configuration);
});
afterEach(() => provider.close());

const scope = 'openid profile orders offline_access';
const under = { acr_values: 'tenant:acme' };

type Way = { readonly client_id: string } & FormFields;

/** All ways to sign in under a tenant, with both formats of access tokens. */
const ways: [string, Way][] = [
  ["the client's own", { client_id: 'own' }],
  ["the client's own, with reference tokens", { client_id: 'opaque-own' }],
  ['acr_values=tenant:', { client_id: 'silent', ...under }],
  ['acr_values=tenant:, with reference tokens', { client_id: 'opaque', ...under }],
];

const code = (way: FormFields) => issueCode(provider, { scope, ...way });
const take = (clientId: string, issued: Issued) => redeem(provider, issued, {}, basic(clientId, secrets.web));
const introspect = async (token: unknown) =>
  bodyOf(
    await provider.post('/connect/introspect', { token: String(token) }, { authorization: basic('orders', apiSecret) }),
  );

/** Returns what still works. */
async function alive(clientId: string, tokens: Record<string, unknown>): Promise<string[]> {
  const works = [
    (await userinfo(provider, tokens.access_token)).status === 200 && 'UserInfo',
    (await introspect(tokens.access_token)).active === true && 'introspection',
    (await refresh(provider, tokens.refresh_token, {}, basic(clientId, secrets.web))).status === 200 && 'refresh',
  ];
  return works.filter((name) => name !== false);
}

const all = ['UserInfo', 'introspection', 'refresh'];
const disable = () => provider.configure({ tenants: [{ ...acme, enabled: false }] });

describe.each(ways)('a grant under a tenant: %s (security #118)', (_, way) => {
  it('is in ID token, access token and introspection', async () => {
    const tokens = bodyOf(await take(way.client_id, await code(way)));
    expect(decodeJwt(String(tokens.id_token)).tenant).toBe('acme');
    expect((await introspect(tokens.access_token)).tenant).toBe('acme');
    if (String(tokens.access_token).includes('.')) {
      expect(decodeJwt(String(tokens.access_token)).tenant).toBe('acme');
    }
    const next = bodyOf(await refresh(provider, tokens.refresh_token, {}, basic(way.client_id, secrets.web)));
    expect(decodeJwt(String(next.id_token)).tenant).toBe('acme');
  });

  it.each<[string, () => Promise<void>, string[]]>([
    ['nothing', async () => {}, all],
    ['its tenant is disabled', disable, []],
    ['the person leaves it', () => provider.configure({ users: [{ ...fixtures.users[0], tenants: ['globex'] }] }), []],
    [
      'the person belongs to none',
      () => provider.configure({ users: [{ ...fixtures.users[0], tenants: 'none' }] }),
      [],
    ],
    ['the person may enter all', () => provider.configure({ users: [{ ...fixtures.users[0], tenants: 'all' }] }), all],
    [
      'its client moves to another',
      () => provider.configure({ clients: [{ ...clientOf(way), tenant: 'globex' }] }),
      [],
    ],
  ])('answers until %s', async (_name, change, expected) => {
    const tokens = bodyOf(await take(way.client_id, await code(way)));
    await change();
    expect(await alive(way.client_id, tokens)).toEqual(expected);
  });

  it('works again with its tenant, and its code is not used up', async () => {
    const issued = await code(way);
    await disable();
    expect(bodyOf(await take(way.client_id, issued)).error).toBe('invalid_grant');
    await provider.configure({ tenants: [acme] });
    expect(await alive(way.client_id, bodyOf(await take(way.client_id, issued)))).toEqual(all);
  });
});

function clientOf({ client_id: id }: Way) {
  const found = configuration.clients.find((client) => client.client_id === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
}

it('a grant without a tenant has no such claim, and does not depend on tenants', async () => {
  const tokens = bodyOf(await take('silent', await code({ client_id: 'silent' })));
  expect(decodeJwt(String(tokens.id_token))).not.toHaveProperty('tenant');
  expect(decodeJwt(String(tokens.access_token))).not.toHaveProperty('tenant');
  expect(await introspect(tokens.access_token)).not.toHaveProperty('tenant');
  await disable();
  expect(await alive('silent', tokens)).toEqual(all);
});

it.each([
  { tenants: 'not JSON' },
  { tenants: '5' },
  { tenants: '["acme", 5]' },
  { claims: '{' },
  { claims: '["name"]' },
])('an account whose row cannot be read (%o) counts as disabled', async (data) => {
  for (const id of ['silent', 'opaque']) {
    const [tokens, waiting] = [bodyOf(await take(id, await code({ client_id: id }))), await code({ client_id: id })];
    const { db } = provider.context();
    const account = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await db.user.update({ where: { sub: account.sub }, data, select: { sub: true } });
    expect(await alive(id, tokens)).toEqual([]);
    expect(bodyOf(await take(id, waiting)).error).toBe('invalid_grant');
    await db.user.update({ where: { sub: account.sub }, data: account, select: { sub: true } });
  }
});

it('a client that joins a tenant loses access to earlier people', async () => {
  const tokens = bodyOf(await take('silent', await code({ client_id: 'silent' })));
  await provider.configure({ clients: [{ ...silent, tenant: 'acme' }] });
  expect(await alive('silent', tokens)).toEqual([]);
});

it('a deleted tenant ends its grants, even if a tenant of the same name is created later', async () => {
  await provider.close();
  const users = [{ ...fixtures.users[0], tenants: 'all' }];
  const file = { ...configuration, users, clients: [silent] };
  provider = await createTestProvider(file);
  const tokens = bodyOf(await take('silent', await code({ client_id: 'silent', ...under })));
  const waiting = await code({ client_id: 'silent', ...under });
  const others = bodyOf(await take('silent', await code({ client_id: 'silent' })));
  await replaceBy({ ...file, tenants: [] });
  expect(await alive('silent', tokens)).toEqual([]);
  await provider.configure({ tenants: [acme] });
  expect(await alive('silent', tokens)).toEqual([]);
  expect(bodyOf(await take('silent', waiting)).error).toBe('invalid_grant');
  expect(await alive('silent', others)).toEqual(all);
  expect(await alive('silent', bodyOf(await take('silent', await code({ client_id: 'silent', ...under }))))).toEqual(
    all,
  );
});

it('a deleted tenant loses its people, even if a tenant of the same name is created later', async () => {
  const tenantsOf = async () => {
    const rows = await provider.context().db.user.findMany({ orderBy: { username: 'asc' } });
    return rows.map(({ username, tenants }) => [username, JSON.parse(tenants)]);
  };
  await provider.configure({
    clients: configuration.clients.map((client) => ({ ...client, tenant: null })),
    users: [
      { username: 'both', tenants: ['acme', 'globex'] },
      { username: 'everywhere', tenants: 'all' },
      { username: 'other', tenants: ['globex'] },
    ],
  });
  const { db, settings, now } = provider.context();
  const by = { now, secret: settings.secret, by: byCommandLine };
  await changeConfiguration({ db }, [{ section: 'tenants', key: 'acme', entry: null }], by);
  const left = [
    ['alice', 'none'],
    ['both', ['globex']],
    ['everywhere', 'all'],
    ['nina', 'none'],
    ['other', ['globex']],
  ];
  expect(await tenantsOf()).toEqual(left);
  await provider.configure({ tenants: [acme] });
  expect(await tenantsOf()).toEqual(left);
});

/** Applies a file and deletes the entries that it does not contain. */
async function replaceBy(file: object): Promise<void> {
  const { db, settings, now } = provider.context();
  const options = { prune: true, now, secret: settings.secret, by: byCommandLine };
  await applyConfiguration({ db }, parseConfiguration(JSON.stringify(file)), options);
  await provider.configure({});
}

describe('only the server sets the claim', () => {
  it('regardless of a stored account', async () => {
    await provider.context().db.user.updateMany({ data: { claims: '{"tenant":"globex","name":"Alice"}' } });
    await provider.configure({ scopes: [{ name: 'profile', type: 'identity', claims: ['name', 'tenant'] }] });
    const tokens = bodyOf(await take('own', await code({ client_id: 'own' })));
    expect(decodeJwt(String(tokens.id_token)).tenant).toBe('acme');
    expect(bodyOf(await userinfo(provider, tokens.access_token))).not.toHaveProperty('tenant');
  });

  it('not a configuration', async () => {
    const users = [{ username: 'eve', claims: { tenant: 'acme' } }];
    await expect(provider.configure({ users })).rejects.toThrow(/claims\.tenant/);
  });
});

describe('a client of a tenant that is switched off', () => {
  const machine = () =>
    provider.post('/connect/token', { grant_type: 'client_credentials' }, { authorization: basic('m2m', secrets.m2m) });

  it('gets no token for itself, and its existing ones are inactive', async () => {
    const { access_token } = bodyOf(await machine());
    expect((await introspect(access_token)).active).toBe(true);
    await disable();
    expect((await introspect(access_token)).active).toBe(false);
    expect(await readLiveToken(String(access_token), provider.context())).toBeNull();
    expect(bodyOf(await machine()).error).toBe('unauthorized_client');
  });

  it('gets nothing for a device, pending or approved', async () => {
    const waiting = await startDevice(provider);
    const approved = await approvedDevice(provider);
    await disable();
    for (const { deviceCode } of [waiting, approved]) {
      expect(bodyOf(await pollDevice(provider, deviceCode)).error).toBe('invalid_grant');
    }
    await expect(startDevice(provider)).rejects.toThrow(/unauthorized_client/);
    await provider.configure({ tenants: [acme] });
    expect(decodeJwt(String(bodyOf(await pollDevice(provider, approved.deviceCode)).access_token)).tenant).toBe('acme');
  });
});

describe('a token that an API exchanges', () => {
  const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
  const api = {
    client_id: 'orders',
    client_secrets: [{ value: apiSecret }],
    grant_types: [grantType],
    scope: 'openid profile orders',
    token_exchange: { subjects: ['silent'], delegation: false },
  };
  const exchange = async (token: unknown) => {
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const fields = { grant_type: grantType, subject_token: String(token), subject_token_type: type };
    return bodyOf(await provider.post('/connect/token', fields, { authorization: basic('orders', apiSecret) }));
  };

  it.each([
    ['keeps the tenant, at an API of none', null, 'acme'],
    ['keeps the tenant, at an API of the same', 'acme', 'acme'],
    ['is refused to an API of another', 'globex', undefined],
  ])('%s', async (_, tenant, expected) => {
    await provider.configure({ clients: [{ ...api, tenant }] });
    const { access_token } = bodyOf(await take('silent', await code({ client_id: 'silent', ...under })));
    const answer = await exchange(access_token);
    expect(answer.error).toBe(expected === undefined ? 'invalid_request' : undefined);
    if (expected !== undefined) expect(decodeJwt(String(answer.access_token)).tenant).toBe(expected);
  });

  it.each<[string, object, boolean]>([
    ['stays when nothing changes', {}, true],
    [
      'ends when the client that the person allowed is switched off',
      { clients: [{ ...silent, enabled: false }] },
      false,
    ],
    ['ends when that client moves to another tenant', { clients: [{ ...silent, tenant: 'globex' }] }, false],
    ['stays when that client moves to its tenant', { clients: [{ ...silent, tenant: 'acme' }] }, true],
    ['ends when its tenant is disabled', { tenants: [{ ...acme, enabled: false }] }, false],
    ['ends when the person leaves it', { users: [{ ...fixtures.users[0], tenants: ['globex'] }] }, false],
  ])('%s (decision 010)', async (_, change, expected) => {
    await provider.configure({ clients: [api] });
    const { access_token } = bodyOf(await take('silent', await code({ client_id: 'silent', ...under })));
    const exchanged = await exchange(access_token);
    expect((await introspect(exchanged.access_token)).active).toBe(true);
    await provider.configure(change);
    expect((await introspect(exchanged.access_token)).active).toBe(expected);
    expect((await userinfo(provider, exchanged.access_token)).status).toBe(expected ? 200 : 401);
  });

  it('ends when the client that the person allowed joins a tenant, without one before (decision 010)', async () => {
    await provider.configure({ clients: [api] });
    const { access_token } = bodyOf(await take('silent', await code({ client_id: 'silent' })));
    const exchanged = await exchange(access_token);
    await provider.configure({ clients: [{ ...silent, tenant: 'acme' }] });
    expect((await introspect(exchanged.access_token)).active).toBe(false);
  });

  it('contains nothing for the API that the client requested by name (security #51)', async () => {
    await provider.configure({ clients: [{ ...api, scope: 'openid email orders' }] });
    const named = { scope: 'openid orders', claims: '{"userinfo":{"email":null}}' };
    const { access_token } = bodyOf(await take('silent', await code({ client_id: 'silent', ...named })));
    expect(bodyOf(await userinfo(provider, access_token))).toHaveProperty('email');
    const exchanged = await exchange(access_token);
    expect(exchanged.scope).toContain('openid');
    expect(bodyOf(await userinfo(provider, exchanged.access_token))).not.toHaveProperty('email');
  });
});

describe('the password grant', () => {
  const signIn = (fields: FormFields) =>
    provider.post(
      '/connect/token',
      { grant_type: 'password', username: 'alice', password, scope: 'openid orders offline_access', ...fields },
      { authorization: basic('direct', secrets.web) },
    );

  it('returns the tenant of the person', async () => {
    const tokens = bodyOf(await signIn(under));
    expect(decodeJwt(String(tokens.access_token)).tenant).toBe('acme');
    expect(decodeJwt(String(bodyOf(await signIn({})).access_token))).not.toHaveProperty('tenant');
    await disable();
    expect(await alive('direct', tokens)).toEqual([]);
  });

  it.each([
    ['a person of none under a tenant', { username: 'nina', ...under }, 400],
    ['a person of none without a tenant', { username: 'nina' }, 200],
    ['a tenant that nobody knows', { acr_values: 'tenant:nowhere' }, 400],
  ])('%s', async (_, fields, status) => {
    expect((await signIn(fields)).status).toBe(status);
  });
});

describe('ID tokens of a sign-in with the password', () => {
  it('do not name a provider; access tokens do', async () => {
    const tokens = bodyOf(await take('silent', await code({ client_id: 'silent' })));
    expect(decodeJwt(String(tokens.id_token))).not.toHaveProperty('idp');
    expect(decodeJwt(String(tokens.access_token)).idp).toBe('local');
  });

  it('carry the username as preferred_username, as UserInfo does', async () => {
    const client = { ...silent, client_id: 'told', always_include_user_claims_in_id_token: true };
    await provider.configure({ clients: [client] });
    const tokens = bodyOf(await take('told', await code({ client_id: 'told' })));
    expect(decodeJwt(String(tokens.id_token)).preferred_username).toBe('alice');
    expect(bodyOf(await userinfo(provider, tokens.access_token)).preferred_username).toBe('alice');
  });
});
