import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listApis } from '#lib/apis/api-store';
import { maximumApis } from '#lib/apis/settings';
import { masterSecret } from '#lib/crypto/master-secret';
import { insertRows } from '#lib/db/bulk';
import { transaction } from '#lib/db/transaction';
import { listKeys } from '#lib/keys/load-key-rings';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { changeConfiguration } from './change';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { formatChanges } from './format-plan';
import { isConfigurationError } from './problem';
import { changesBackTo } from './revisions/undo';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const issuer = 'https://op.test';
const by = byCommandLine;

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

async function apply(file: object, { prune = false } = {}): Promise<string> {
  const parsed = parseConfiguration(JSON.stringify(file));
  const report = await applyConfiguration(open, parsed, { prune, now, secret, issuer, by });
  return formatChanges(report?.changes ?? []);
}

async function problemsOf(file: object): Promise<string[]> {
  try {
    await apply(file);
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.problems.map(({ path, code }) => `${path.join('.')}: ${code}`);
  }
  return [];
}

const scope = (name: string, more: object = {}) => ({ name, type: 'resource', ...more });
const orders = { name: 'orders', scopes: ['orders.read', 'orders.write'] };
const scopes = [scope('orders.read'), scope('orders.write')];

describe('the section apis (decision 024)', () => {
  it('is created, exported in the order of the file, and applied again without a change', async () => {
    const file = {
      scopes,
      groups: [{ name: 'finance' }],
      apis: [{ ...orders, display_name: 'Orders', resources: ['https://api.shop.example/orders'], claims: ['email'] }],
    };
    expect(await apply(file)).toBe('+ scope orders.read\n+ scope orders.write\n+ group finance\n+ API orders');
    expect(await apply(file, { prune: true })).toBe('no changes');
    const exported = parse(await exportConfiguration(open.db));
    expect(Object.keys(exported).filter((name) => name !== 'portal')).toEqual(['scopes', 'groups', 'apis']);
    expect(exported.apis).toEqual(file.apis);
    expect(await apply({ ...file, apis: [] }, { prune: true })).toBe('- API orders');
  });

  it('keeps a secret with its ID and its age when the API changes', async () => {
    const secrets = [{ value: 'a-secret-of-an-api-of-some-length', description: 'first' }];
    await apply({ scopes, apis: [{ ...orders, secrets }] });
    const [before] = await listApis(open.db);
    expect(before?.secrets).toMatchObject([{ description: 'first', expiresAt: null, createdAt: now }]);
    const added = { value: 'another-secret-of-some-length', expires_at: '2027-01-01T00:00:00Z' };
    await apply({ scopes, apis: [{ ...orders, description: 'All of them.', secrets: [...secrets, added] }] });
    const [after] = await listApis(open.db);
    expect(after?.secrets[0]).toEqual(before?.secrets[0]);
    expect(after?.secrets[1]?.expiresAt).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(JSON.stringify(await exportConfiguration(open.db))).not.toContain('another-secret');
  });

  it('makes keys for the algorithms that its tokens and answers need', async () => {
    const algs = { access_token_signing_alg: 'PS256', introspection_signed_response_alg: 'ES384' };
    await apply({ scopes, apis: [{ ...orders, ...algs }] });
    const made = (await listKeys(open.db, now)).map(({ alg }) => alg);
    expect(made).toEqual(expect.arrayContaining(['PS256', 'ES384']));
  });

  it('comes back with the revision before its deletion', async () => {
    await apply({ scopes, apis: [orders] });
    await apply({ scopes }, { prune: true });
    expect(await listApis(open.db)).toEqual([]);
    await changeConfiguration(open, await changesBackTo(open.db, 1), { secret, now, by });
    expect(await listApis(open.db)).toMatchObject([orders]);
  });

  it('tells a scope the enabled APIs that list it, and disables what belongs to disabled ones alone', async () => {
    const others = [
      { name: 'reports', scopes: ['orders.read'] },
      { name: 'closed', enabled: false, scopes: ['orders.read', 'old'] },
    ];
    await apply({ scopes: [...scopes, scope('old'), scope('plain')], apis: [orders, ...others] });
    const snapshot = await loadSnapshot(open.db, secret, now);
    const told = ['orders.read', 'orders.write', 'old', 'plain'].map((name) => {
      const found = snapshot.scopes.get(name);
      return [name, found?.enabled, found?.apis.map((api) => api.name)];
    });
    expect(told).toEqual([
      ['orders.read', true, ['orders', 'reports']],
      ['orders.write', true, ['orders']],
      ['old', false, []],
      ['plain', true, []],
    ]);
    expect([...snapshot.apis.keys()].toSorted()).toEqual(['closed', 'orders', 'reports']);
  });

  it('is read again with the scopes when one of them changes', async () => {
    await apply({ scopes, apis: [orders] });
    const before = await loadSnapshot(open.db, secret, now);
    await apply({ apis: [{ ...orders, enabled: false }] });
    const disabled = await loadSnapshot(open.db, secret, now, before);
    expect(disabled.scopes.get('orders.read')).toMatchObject({ enabled: false, apis: [] });
    await apply({ apis: [orders] });
    const enabled = await loadSnapshot(open.db, secret, now, disabled);
    expect(enabled.scopes.get('orders.read')).toMatchObject({ enabled: true, apis: [orders] });
  });

  it.each<[string, object, string[]]>([
    [
      'a scope that nobody defined',
      { apis: [{ name: 'x', scopes: ['gone'] }] },
      ['apis.0.scopes.0: unknown_reference'],
    ],
    ['an identity scope', { apis: [{ name: 'x', scopes: ['profile'] }] }, ['apis.0.scopes.0: api_scope_type']],
    [
      'a configured identity scope',
      { scopes: [{ name: 'own', type: 'identity' }], apis: [{ name: 'x', scopes: ['own'] }] },
      ['apis.0.scopes.0: api_scope_type'],
    ],
    ['offline_access', { apis: [{ name: 'x', scopes: ['offline_access'] }] }, ['apis.0.scopes.0: api_scope_type']],
    ['an admin scope', { apis: [{ name: 'x', scopes: ['signet.admin'] }] }, ['apis.0.scopes.0: api_scope_type']],
    ['the issuer as name', { apis: [{ name: issuer }] }, ['apis.0.name: api_name_taken']],
    ['the name of a scope that it does not list', { apis: [{ name: 'orders.read' }] }, ['apis.0.name: api_name_taken']],
    ['the name of an admin scope', { apis: [{ name: 'signet.admin' }] }, ['apis.0.name: api_name_taken']],
    ['the name of a scope that it lists', { apis: [{ name: 'orders.read', scopes: ['orders.read'] }] }, []],
    ['a scope of two APIs', { apis: [orders, { name: 'reports', scopes: ['orders.read'] }] }, []],
    [
      'a URI of two APIs, in another spelling',
      {
        apis: [
          { name: 'a', resources: ['https://api.test'] },
          { name: 'b', resources: ['HTTPS://API.test/'] },
        ],
      },
      ['apis.0.resources.0: resource_taken', 'apis.1.resources.0: resource_taken'],
    ],
    [
      'the name of another API as URI',
      { apis: [{ name: 'https://api.test/x' }, { name: 'b', resources: ['https://api.test/x'] }] },
      ['apis.0.name: resource_taken', 'apis.1.resources.0: resource_taken'],
    ],
    [
      'the URI of a scope',
      {
        scopes: [scope('stock', { resource: 'https://api.test' })],
        apis: [{ name: 'a', resources: ['https://api.test'] }],
      },
      ['apis.0.resources.0: resource_taken'],
    ],
    ['its own name as URI', { apis: [{ name: 'https://api.test', resources: ['https://api.test/'] }] }, []],
    [
      'the same scope twice',
      { apis: [{ name: 'x', scopes: ['orders.read', 'orders.read'] }] },
      ['apis.0.scopes.1: duplicate'],
    ],
    ['the same name twice', { apis: [{ name: 'x' }, { name: 'x' }] }, ['apis.1.name: duplicate']],
    ['a name with a space', { apis: [{ name: 'x y' }] }, ['apis.0.name: invalid_format']],
    [
      'a URI with a fragment',
      { apis: [{ name: 'x', resources: ['https://api.test/#a'] }] },
      ['apis.0.resources.0: invalid_format'],
    ],
    [
      'encryption without a key',
      { apis: [{ name: 'x', introspection_encrypted_response_alg: 'ECDH-ES' }] },
      ['apis.0.jwks: jwks_missing'],
    ],
    [
      'keys at two places',
      { apis: [{ name: 'x', jwks: { keys: [] }, jwks_uri: 'https://api.test/jwks' }] },
      ['apis.0.jwks_uri: jwks_twice'],
    ],
  ])('%s', async (_, file, problems) => {
    await apply({ scopes });
    const found = await problemsOf(file);
    expect(found.filter((problem) => problem !== 'apis.0.jwks.keys: too_small')).toEqual(problems);
  });

  it.each<[string, object]>([
    ['resource', { resource: 'https://api.test' }],
    ['audience', { resource: 'https://api.test', audience: 'resource' }],
    ['access_token_typ', { access_token_typ: 'JWT' }],
    ['jwks_uri', { jwks_uri: 'https://api.test/jwks' }],
    ['introspection_signed_response_alg', { introspection_signed_response_alg: 'ES256' }],
    [
      'introspection_encrypted_response_alg',
      { introspection_encrypted_response_alg: 'ECDH-ES', jwks_uri: 'https://api.test/' },
    ],
  ])('a scope in an API cannot have %s: scope_in_api', async (name, own) => {
    const api = { name: 'stock.api', scopes: ['stock'] };
    expect(await problemsOf({ scopes: [scope('stock', own)], apis: [api] })).toEqual([
      `scopes.0.${name}: scope_in_api`,
    ]);
    // The other way around: first the scope, then the API.
    await apply({ scopes: [scope('stock', own)] });
    expect(await problemsOf({ apis: [api] })).toEqual(['apis.0.scopes.0: scope_in_api']);
    // And an edit of the scope alone.
    await apply({ scopes: [scope('stock')], apis: [api] });
    const edit = { section: 'scopes', key: 'stock', entry: scope('stock', own) } as const;
    await expect(changeConfiguration(open, [edit], { secret, now, by })).rejects.toMatchObject({
      problems: [{ path: ['scopes', 0, name], code: 'scope_in_api' }],
    });
  });

  it('secrets, claims, open and texts stay the scope’s', async () => {
    const own = { secrets: [{ value: 'a-secret-of-a-scope' }], claims: ['email'], open: true, display_name: 'Stock' };
    expect(await problemsOf({ scopes: [scope('stock', own)], apis: [{ name: 'a', scopes: ['stock'] }] })).toEqual([]);
  });

  it('cannot lose a scope by the deletion of the scope: in_use', async () => {
    await apply({ scopes, apis: [orders] });
    const removal = { section: 'scopes', key: 'orders.read', entry: null } as const;
    await expect(changeConfiguration(open, [removal], { secret, now, by })).rejects.toMatchObject({
      problems: [{ code: 'in_use', message: 'scope orders.read is still used by API orders' }],
    });
  });

  it('follows the security profile of the portal: api_alg_profile', async () => {
    const portal = { security_profile: 'fapi2' };
    const api = { ...orders, access_token_signing_alg: 'RS256' };
    expect(await problemsOf({ portal, scopes, apis: [api] })).toEqual([
      'apis.0.access_token_signing_alg: api_alg_profile',
    ]);
    const asked = { ...orders, introspection_signed_response_alg: 'RS256' };
    expect(await problemsOf({ portal, scopes, apis: [asked] })).toEqual([
      'apis.0.introspection_signed_response_alg: security_profile',
    ]);
    await apply({ scopes, apis: [api] });
    expect(await problemsOf({ portal })).toEqual(['portal.security_profile: security_profile_contradicted']);
    expect(await problemsOf({ portal, apis: [{ ...orders, access_token_signing_alg: 'PS256' }] })).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    [
      'says JWT',
      { apis: [{ ...orders, access_token_typ: 'JWT' }] },
      ['apis.0.access_token_typ: access_token_typ_ambiguous'],
    ],
    [
      'says nothing, with a client that says JWT',
      {
        apis: [orders],
        clients: [
          {
            client_id: 'other',
            redirect_uris: ['https://a.test/'],
            scope: 'openid orders.read',
            access_token_typ: 'JWT',
          },
        ],
      },
      ['apis.0.access_token_typ: access_token_typ_ambiguous'],
    ],
    [
      'says nothing, beside an API of the same client that says JWT',
      {
        apis: [orders, { name: 'stock.api', scopes: ['stock'], access_token_typ: 'JWT' }],
        clients: [{ client_id: 'other', redirect_uris: ['https://a.test/'], scope: 'orders.read stock' }],
      },
      ['apis.0.access_token_typ: access_token_typ_ambiguous'],
    ],
    [
      'says at+jwt',
      {
        apis: [{ ...orders, access_token_typ: 'at+jwt' }],
        clients: [
          { client_id: 'other', redirect_uris: ['https://a.test/'], scope: 'orders.read', access_token_typ: 'JWT' },
        ],
      },
      [],
    ],
    ['has no scope that a client may have', { apis: [{ ...orders, scopes: [] }] }, []],
  ])('an API with the name of a client that %s (decision 011)', async (_, file, problems) => {
    await apply({
      scopes: [...scopes, scope('stock')],
      clients: [{ client_id: 'orders', redirect_uris: ['https://o.test/'], token_endpoint_auth_method: 'none' }],
    });
    const clients = Reflect.get(file, 'clients') ?? [];
    const open = clients.map((client: object) => ({ ...client, token_endpoint_auth_method: 'none' }));
    expect(await problemsOf({ ...file, clients: open })).toEqual(problems);
  });

  it('has at most 2,000 APIs: too_many (decision 024)', async () => {
    const names = Array.from({ length: maximumApis - 1 }, (_, index) => `a${index}`);
    const rows = names.map((name) => ({ name, settings: '{}', createdAt: now, updatedAt: now }));
    await transaction(open.db, insertRows(open.dialect, 'Api', rows));
    expect(await problemsOf({ apis: [{ name: 'one-more' }] })).toEqual([]);
    expect(await problemsOf({ apis: [{ name: 'too-much' }] })).toEqual(['apis: too_many']);
    expect(await apply({ apis: [{ name: 'a1', description: 'Changed.' }] })).toMatch(/^~ API a1/);
  });
});
