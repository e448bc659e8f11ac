import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { createPerson, password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const client = {
  client_secrets: [{ value: secrets.web }],
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [redirectUri],
  require_consent: false,
  always_include_user_claims_in_id_token: true,
  scope: 'openid profile roles groups mine offline_access orders.read desk.read stock.read notes shared',
};
const apiSecret = 'api-secret-of-thirty-two-characters';
const formats = ['jwt', 'reference'] as const;
const ledger = {
  ...client,
  access_groups: ['audit'],
  roles: [
    { name: 'admin', groups: ['fin-lead'] },
    { name: 'user', default: true },
    { name: 'reader', groups: ['zoo'] },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    scopes: [
      { name: 'mine', type: 'identity', claims: ['groups', 'roles'] },
      { name: 'orders.read', type: 'resource', claims: ['groups', 'roles'] },
      ...['desk.read', 'stock.read', 'shared'].map((name) => ({ name, type: 'resource' })),
      { name: 'notes', type: 'resource', claims: ['groups', 'roles'], secrets: [{ value: apiSecret }] },
    ],
    apis: [
      {
        name: 'orders',
        scopes: ['orders.read', 'shared'],
        secrets: [{ value: apiSecret }],
        claims: ['groups', 'name'],
        roles: [
          { name: 'approver', groups: ['fin-lead'] },
          { name: 'reader', default: true },
        ],
        groups_claim: { show: 'all' },
        claim_rules: [
          { claim: 'permissions', from: 'roles' },
          { claim: 'tier', value: 'gold', when_roles: ['approver'] },
        ],
      },
      {
        name: 'desk',
        scopes: ['desk.read', 'shared'],
        secrets: [{ value: apiSecret }],
        roles: [{ name: 'agent', groups: ['zoo'] }],
      },
      { name: 'stock', scopes: ['stock.read'], secrets: [{ value: apiSecret }], claims: ['roles'] },
    ],
    groups: ['audit', 'fin-lead', 'HR', 'zoo'].map((name) => ({ name })),
    clients: formats.flatMap((format) => [
      {
        client_id: `nightly-${format}`,
        client_secrets: [{ value: secrets.m2m }],
        grant_types: ['client_credentials'],
        access_token_format: format,
        scope: 'orders.read desk.read stock.read',
        api_roles: [{ api: 'orders', roles: ['reader'] }],
      },
      { ...ledger, client_id: `ledger-${format}`, access_token_format: format },
      { ...client, client_id: `plain-${format}`, access_token_format: format },
      {
        ...ledger,
        client_id: `lists-${format}`,
        access_token_format: format,
        groups_claim: { show: ['FIN-*'], strip_prefix: 'fin-' },
        claim_rules: [
          { claim: 'role', from: 'roles' },
          { claim: 'tier', value: 'standard' },
          { claim: 'tier', value: 'gold', when_roles: ['admin'] },
        ],
      },
    ]),
    users: [
      {
        username: 'ann',
        password,
        claims: { name: 'Ann', groups: ['own'], roles: ['own'], role: 'buyer' },
        groups: ['fin-lead', 'hr', { group: 'audit', expires_at: '2026-01-01T12:00:10Z' }],
      },
      { username: 'ben', password, claims: { name: 'Ben', groups: ['own'], roles: ['own'] } },
    ],
  });
});
afterAll(() => provider.close());

const names = ['groups', 'roles', 'role', 'tier', 'permissions', 'claims_omitted'];
const picked = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)));

async function signIn(clientId: string, scope: string, username = 'ann') {
  const person = createPerson(provider);
  const { signIn } = person;
  const asked = { client_id: clientId, scope };
  const issued = await issueCode(provider, asked, { ...person, signIn: (response) => signIn(response, username) });
  return bodyOf(await redeem(provider, issued, {}, basic(clientId, secrets.web)));
}

async function claimsAt(tokens: Record<string, unknown>) {
  const response = await userinfo(provider, tokens.access_token);
  return { idToken: picked(decodeJwt(String(tokens.id_token))), userinfo: picked(bodyOf(response)) };
}

type Row = readonly [string, string, string, string, Record<string, unknown>];

const rows: readonly Row[] = [
  ['the scope roles', 'ledger', 'openid roles', 'ann', { role: ['buyer'], roles: ['admin', 'user'] }],
  ['the scope groups', 'ledger', 'openid groups', 'ann', { groups: ['audit', 'fin-lead'] }],
  ['neither', 'ledger', 'openid profile', 'ann', {}],
  ['a scope of our own', 'ledger', 'openid mine', 'ann', { groups: ['own'], roles: ['admin', 'user'] }],
  [
    'both kinds of scopes',
    'ledger',
    'openid mine groups',
    'ann',
    { groups: ['audit', 'fin-lead'], roles: ['admin', 'user'] },
  ],
  ['a client without roles and groups', 'plain', 'openid roles groups', 'ann', { role: ['buyer'], groups: [] }],
  ['the same with a scope of our own', 'plain', 'openid mine', 'ann', { groups: ['own'], roles: ['own'] }],
  ['somebody without memberships', 'ledger', 'openid roles groups', 'ben', { groups: [], roles: ['user'] }],
  [
    'somebody who left the last group, with a scope of our own',
    'ledger',
    'openid mine groups',
    'ben',
    { groups: [], roles: ['user'] },
  ],
  [
    'groups_claim and rules',
    'lists',
    'openid roles groups',
    'ann',
    { groups: ['lead'], roles: ['admin', 'user'], role: ['admin', 'user'], tier: 'gold' },
  ],
  ['rules without the scope roles', 'lists', 'openid', 'ann', { tier: 'standard' }],
];

describe('groups and roles in ID token and UserInfo (decision 025)', () => {
  describe.each(formats)('of a client with %s tokens', (format) => {
    it.each(rows)('with %s', async (_, clientId, scope, username, expected) => {
      const found = await claimsAt(await signIn(`${clientId}-${format}`, scope, username));
      expect(found).toEqual({ idToken: expected, userinfo: expected });
    });

    it('with the claims parameter, each in its place (OpenID Connect Core §5.5)', async () => {
      const claims = JSON.stringify({ id_token: { roles: null }, userinfo: { groups: null } });
      const issued = await issueCode(
        provider,
        { client_id: `ledger-${format}`, scope: 'openid', claims },
        named(createPerson(provider)),
      );
      const tokens = bodyOf(await redeem(provider, issued, {}, basic(`ledger-${format}`, secrets.web)));
      expect(await claimsAt(tokens)).toEqual({
        idToken: { roles: ['admin', 'user'] },
        userinfo: { groups: ['audit', 'fin-lead'] },
      });
    });
  });

  it('follow memberships at once: one millisecond before the end and at it', async () => {
    const { context } = provider;
    const tokens = await signIn('ledger-jwt', 'openid groups');
    expect(picked(bodyOf(await userinfo(provider, tokens.access_token)))).toEqual({ groups: ['audit', 'fin-lead'] });
    const end = Date.parse('2026-01-01T12:00:10Z');
    provider.advance((end - 1 - context().now.getTime()) / 1000);
    expect(picked(bodyOf(await userinfo(provider, tokens.access_token)))).toEqual({ groups: ['audit', 'fin-lead'] });
    provider.advance(0.001);
    expect(picked(bodyOf(await userinfo(provider, tokens.access_token)))).toEqual({ groups: ['fin-lead'] });
  });
});

function named(person: ReturnType<typeof createPerson>): ReturnType<typeof createPerson> {
  const { signIn } = person;
  return { ...person, signIn: (response) => signIn(response, 'ann') };
}

/** What an access token contains: a JWT itself, a reference in its row. */
async function contentOf(token: string): Promise<Record<string, unknown>> {
  if (token.includes('.')) return decodeJwt(token);
  const row = await provider.context().db.accessToken.findUniqueOrThrow({ where: { hash: hashHandle(token) } });
  return JSON.parse(row.claims);
}

async function introspect(token: unknown, caller: string) {
  const headers = { authorization: basic(caller, apiSecret) };
  return bodyOf(await provider.post('/connect/introspect', { token: String(token) }, headers));
}

const atOrders = {
  groups: ['HR', 'fin-lead'],
  roles: ['approver', 'reader'],
  permissions: ['approver', 'reader'],
  tier: 'gold',
};
const own = { groups: ['own'], roles: ['own'] };

const audiences: readonly (readonly [string, string, string, Record<string, unknown>])[] = [
  ['one API with roles and groups', 'orders.read', 'orders', atOrders],
  ['one API with roles and without groups', 'desk.read', 'desk', { roles: [] }],
  ['one API without either', 'stock.read', 'stock', {}],
  ['a plain scope that lists own claims', 'notes', 'notes', own],
  ['several APIs, one with both', 'orders.read stock.read', '', {}],
  ['an API with roles beside a plain scope', 'desk.read notes', '', { groups: ['own'] }],
  ['an API without roles beside a plain scope', 'stock.read notes', '', own],
  ['two APIs by one scope', 'shared', '', {}],
];

describe('groups and roles in access tokens (decision 025)', () => {
  describe.each(formats)('of a client with %s tokens', (format) => {
    it.each(audiences)('for %s', async (_, scope, audience, expected) => {
      const { access_token } = await signIn(`ledger-${format}`, `openid ${scope}`);
      const content = await contentOf(String(access_token));
      expect(picked(content)).toEqual(expected);
      if (audience !== '') expect(content.aud).toBe(audience);
      else expect(content.aud).toHaveLength(2);
    });

    it('for several APIs: introspection answers each with its own', async () => {
      const { access_token } = await signIn(`ledger-${format}`, 'openid orders.read desk.read stock.read');
      expect(picked(await introspect(access_token, 'orders'))).toEqual(atOrders);
      expect(picked(await introspect(access_token, 'desk'))).toEqual({ roles: [] });
      expect(picked(await introspect(access_token, 'stock'))).toEqual({});
    });

    it('of a client for itself: its api_roles alone, and no groups', async () => {
      const token = async (scope: string) => {
        const fields = { grant_type: 'client_credentials', scope };
        const headers = { authorization: basic(`nightly-${format}`, secrets.m2m) };
        return String(bodyOf(await provider.post('/connect/token', fields, headers)).access_token);
      };
      const reader = { roles: ['reader'], permissions: ['reader'] };
      expect(picked(await contentOf(await token('orders.read')))).toEqual(reader);
      expect(picked(await introspect(await token('orders.read'), 'orders'))).toEqual(reader);
      expect(picked(await contentOf(await token('desk.read')))).toEqual({ roles: [] });
      expect(picked(await contentOf(await token('stock.read')))).toEqual({});
      const both = await token('orders.read desk.read');
      expect(picked(await contentOf(both))).toEqual({});
      expect(picked(await introspect(both, 'orders'))).toEqual(reader);
    });
  });
});

describe('what a file says of claims (decision 025)', () => {
  const configure = (own: object) => provider.configure({ clients: [{ ...ledger, client_id: 'odd', ...own }] });

  it.each<[string, object]>([
    ['strip_prefix_mixed', { groups_claim: { strip_prefix: 'fin-' } }],
    ['strip_prefix_mixed', { groups_claim: { show: 'all', strip_prefix: 'fin-' } }],
    ['strip_prefix_mixed', { groups_claim: { show: ['fin-*', 'HR'], strip_prefix: 'fin-' } }],
    ['strip_prefix_mixed', { groups_claim: { show: ['Straße'], strip_prefix: 'stras' } }],
    ['group_unknown', { groups_claim: { show: ['gone'] } }],
    ['group_pattern', { groups_claim: { show: ['a*b'] } }],
    ['duplicate', { groups_claim: { show: ['HR', 'hr'] } }],
    [
      'api_unknown',
      { grant_types: ['client_credentials'], redirect_uris: [], api_roles: [{ api: 'gone', roles: ['x'] }] },
    ],
    [
      'role_unknown',
      { grant_types: ['client_credentials'], redirect_uris: [], api_roles: [{ api: 'orders', roles: ['x'] }] },
    ],
    ['api_roles_without_grant', { api_roles: [{ api: 'orders', roles: ['reader'] }] }],
    ['role_unknown', { claim_rules: [{ claim: 'x', value: 1, when_roles: ['gone'] }] }],
    ...[
      'sub',
      'claims_omitted',
      '_claim_names',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
    ].map((claim): [string, object] => ['rule_claim', { claim_rules: [{ claim, value: 'x' }] }]),
    ['rule_claim', { claim_rules: [{ claim: 'preferred_username', value: 'x' }] }],
    ['rule_claim', { claim_rules: [{ claim: 'username', value: 'x' }] }],
    ['rule_source', { claim_rules: [{ claim: 'x' }] }],
    ['rule_source', { claim_rules: [{ claim: 'x', from: 'name', value: 'x' }] }],
    ['rule_source', { claim_rules: [{ claim: 'role', from: 'department' }] }],
    ['rule_source', { claim_rules: [{ claim: 'groups', from: 'department' }] }],
    ['rule_source', { claim_rules: [{ claim: 'roles', from: 'department' }] }],
    ['rule_source', { roles: [], claim_rules: [{ claim: 'x', from: 'roles' }] }],
    ['rule_value', { claim_rules: [{ claim: 'role', value: 'admin' }] }],
    ['rule_value', { claim_rules: [{ claim: 'name', value: ['x'] }] }],
    ['rule_value', { claim_rules: [{ claim: 'x', value: 'x'.repeat(999) }] }],
    ['claim_reserved', { claims: { claims_omitted: 'x' } }],
  ])('has the issue %s for %j', async (code, own) => {
    await expect(configure(own)).rejects.toMatchObject({ problems: [expect.objectContaining({ code })] });
  });

  it.each<[string, object]>([
    ['rule_source', { claim_rules: [{ claim: 'x', from: 'groups' }] }],
    ['rule_source', { claim_rules: [{ claim: 'x', from: 'roles' }] }],
    ['rule_claim', { claim_rules: [{ claim: 'active', value: true }] }],
    ['rule_claim', { claim_rules: [{ claim: 'token_type', value: 'x' }] }],
    ['strip_prefix_mixed', { groups_claim: { strip_prefix: 'fin-' } }],
    ['group_unknown', { groups_claim: { show: ['gone'] } }],
    ['group_unknown', { roles: [{ name: 'x', groups: ['gone'] }] }],
  ])('has the issue %s for an API with %j', async (code, own) => {
    await expect(provider.configure({ apis: [{ name: 'odd-api', ...own }] })).rejects.toMatchObject({
      problems: [expect.objectContaining({ code })],
    });
  });

  it.each<[object]>([
    [{ groups_claim: { show: ['fin-*', 'FIN-lead'], strip_prefix: 'Fin-' } }],
    [{ claim_rules: [{ claim: 'x', value: 'x'.repeat(998) }] }],
    [
      {
        claim_rules: [
          { claim: 'role', from: 'groups' },
          { claim: 'groups', value: ['a'] },
        ],
      },
    ],
  ])('accepts %j', async (own) => {
    await expect(configure(own)).resolves.toBeUndefined();
  });
});
