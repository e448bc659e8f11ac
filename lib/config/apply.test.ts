import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRevisions } from '#lib/audit/revision-store';
import { listClients } from '#lib/clients/client-store';
import { hashSecret } from '#lib/crypto/client-secret';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { openDatabase } from '#lib/db/open';
import { bumpRevision, readRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { listKeys } from '#lib/keys/load-key-rings';
import { listProviders } from '#lib/providers/provider-store';
import { listScopes } from '#lib/scopes/scope-store';
import { findPortal } from '#lib/tenants/tenant-store';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { importedHashes, importedPassword } from '#lib/testing/imported-hashes';
import { recordStatements } from '#lib/testing/record-statements';
import { hashPassword, verifyPassword } from '#lib/users/password-hash';
import { createPasswordLink, findPasswordLink } from '#lib/users/password-link';
import { listUsers } from '#lib/users/user-list-store';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { parseConfiguration } from './file';
import { formatChanges } from './format-plan';
import { planConfiguration } from './plan';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const web = { client_id: 'web', client_secrets: [{ value: 'web-secret' }], redirect_uris: ['https://rp.test/cb'] };
const corp = {
  name: 'corp',
  display_name: 'Contoso',
  type: 'oidc',
  issuer: 'https://corp.test',
  client_id: 'signet',
  client_secret: 'upstream-secret',
};

const later = new Date(now.getTime() + 1000);

function manyClients(name: string) {
  return Array.from({ length: 300 }, (_, index) => ({
    ...web,
    client_id: `client-${String(index).padStart(3, '0')}`,
    client_name: `${name} ${index}`,
  }));
}

/** A database whose configuration changes each time it is read outside a transaction. */
function disturbed(db: Database): { readonly db: Database; readonly changes: () => number } {
  let changes = 0;
  const portal = {
    findUnique: async (query: Parameters<typeof db.portal.findUnique>[0]) => {
      changes += 1;
      await transaction(db, bumpRevision);
      return db.portal.findUnique(query);
    },
  };
  const proxy = new Proxy(db, {
    get(target, name) {
      if (name === 'portal') return portal;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: proxy, changes: () => changes };
}

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

async function apply(file: object, options: { prune?: boolean; at?: Date } = {}): Promise<string> {
  const report = await applyConfiguration(open, parseConfiguration(JSON.stringify(file)), {
    prune: options.prune ?? false,
    now: options.at ?? now,
    secret,
    by: byCommandLine,
  });
  return formatChanges(report?.changes ?? []);
}

async function plan(file: object, prune = false): Promise<string> {
  const report = await planConfiguration(open.db, parseConfiguration(JSON.stringify(file)), { prune, secret });
  return formatChanges(report.changes);
}

describe('applyConfiguration', () => {
  it('tells apart what the file resets because it leaves it out', async () => {
    await apply({ portal: { recovery: 'off', passkeys: 'off', email_code: 'on' } });
    expect(await plan({ portal: { email_code: 'off' } })).toBe(
      [
        '~ portal: email_code "on" → "off"',
        '    ! 2 settings that your file leaves out return to their defaults:',
        '      passkeys "off" → "on"',
        '      recovery "off" → "email"',
      ].join('\n'),
    );
    await apply({ portal: {} });
  });

  it('creates what the file lists, and has no changes afterwards (design: configuration)', async () => {
    const file = {
      portal: { login: 'identifier' },
      scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: 'api-secret' }] }],
      clients: [
        { ...web, scope: 'openid orders offline_access', tenant: 'acme', identity_providers: { allow: ['corp'] } },
      ],
      users: [{ username: 'alice', password: 'correct horse battery staple', admin: true, tenants: ['acme'] }],
      identity_providers: [corp],
      tenants: [{ name: 'acme', display_name: 'Acme', identity_providers: ['corp'] }],
    };
    const lines = [
      '~ portal: login "password" → "identifier"',
      '+ scope orders',
      '+ client web',
      '+ user alice',
      '+ identity provider corp',
      '+ tenant acme',
    ].join('\n');
    expect(await plan(file)).toBe(lines);
    expect(await apply(file)).toBe(lines);
    expect(await plan(file)).toBe('no changes');
    expect(await plan(file, true)).toBe('no changes');
    expect(await apply(file)).toBe('no changes');
    const [revision, ...others] = await listRevisions(open.db, { before: null, limit: 9 });
    expect(revision).toMatchObject({ at: now, source: 'file', actor: { kind: 'command_line' } });
    expect(Object.fromEntries(revision?.entries ?? [])).toEqual({
      portal: 1,
      scopes: 1,
      clients: 1,
      identity_providers: 1,
      tenants: 1,
    });
    expect(others).toEqual([]);
  });

  it('stores secrets and passwords as hashes and seals the secret of a provider', async () => {
    await apply({
      clients: [web],
      users: [{ username: 'alice', password: 'correct horse battery staple' }],
      identity_providers: [corp],
    });
    const [client] = await listClients(open.db);
    const [user] = await listUsers(open.db);
    const [provider] = await listProviders(open.db);
    expect(client?.secrets).toEqual([
      { id: expect.any(String), hash: hashSecret('web-secret'), ending: null, description: null, expiresAt: null },
    ]);
    expect(await verifyPassword(user?.passwordHash ?? null, 'correct horse battery staple')).toBe(true);
    expect(provider?.clientSecretSealed).toMatch(/^v2\./);
    expect(provider?.clientSecretSealed).not.toContain('upstream-secret');
  });

  it('keeps the registration token of a client unless the file replaces it', async () => {
    const hash = hashSecret('a registration token');
    const stored = async () => (await listClients(open.db))[0]?.registrationTokenHash;
    await apply({ clients: [{ ...web, registration_token_hash: hash }] });
    await apply({ clients: [{ ...web, client_name: 'Renamed' }] });
    expect(await stored()).toBe(hash);
    await apply({ clients: [{ ...web, registration_token_hash: null }] });
    expect(await stored()).toBeNull();
  });

  const other = hashSecret('another registration token');
  it.each([
    ['leaves its hash out', () => ({})],
    ['repeats its hash', (hash: string) => ({ registration_token_hash: hash })],
    ['has another hash', () => ({ registration_token_hash: other })],
  ])(
    'ends the registration token of a program that it vouches for from now on, if it %s (decision 013)',
    async (_, listed) => {
      const hash = hashSecret('a registration token');
      await apply({ clients: [{ ...web, self_registered: true, registration_token_hash: hash }] });
      const vouched = { clients: [{ ...web, ...listed(hash) }] };
      for (const changes of [expect.stringContaining('self_registered true → false'), 'no changes']) {
        expect(await apply(vouched)).toEqual(changes);
        expect((await listClients(open.db))[0]?.registrationTokenHash).toBeNull();
      }
    },
  );

  it('resets an omitted key to auto, as the plan shows', async () => {
    const strict = { require_pkce: true, refresh_token_rotation: true, refresh_token_grace_seconds: 0 };
    await apply({ clients: [{ ...web, ...strict, allowed_cors_origins: [] }] });
    expect(await apply({ clients: [web] })).toBe(
      '~ client web: allowed_cors_origins [] → null, refresh_token_rotation true → "auto", ' +
        'refresh_token_grace_seconds 0 → "auto", require_pkce true → "auto"',
    );
    const [client] = await listClients(open.db);
    expect(client).toMatchObject({ requirePkce: 'auto', refreshTokenGraceSeconds: 'auto', allowedCorsOrigins: null });
  });

  it('replaces a listed entry completely: absent keys get their default, lists are replaced', async () => {
    await apply({
      clients: [
        {
          ...web,
          client_name: 'Web',
          require_consent: false,
          redirect_uris: ['https://rp.test/a', 'https://rp.test/b'],
        },
      ],
      portal: { login: 'identifier', remember_seconds: 60 },
    });
    const changes = await apply({
      clients: [{ ...web, redirect_uris: ['https://rp.test/b'] }],
      portal: { login: 'identifier' },
    });
    expect(changes).toBe(
      '~ portal\n    ! 1 setting that your file leaves out returns to its default:\n' +
        '      remember_seconds 60 → 2592000\n' +
        '~ client web: client_name "Web" → null, redirect_uris, require_consent false → true',
    );
    const [client] = await listClients(open.db);
    expect(client).toMatchObject({ clientName: null, requireConsent: true, redirectUris: ['https://rp.test/b'] });
    expect((await findPortal(open.db))?.rememberSeconds).toBe(2592000);
  });

  it('leaves unlisted entries and sections alone', async () => {
    const spa = { ...web, client_id: 'spa' };
    await apply({ clients: [web, spa], users: [{ username: 'alice' }], portal: { login: 'identifier' } });
    expect(await apply({ clients: [web] })).toBe('no changes');
    expect((await listClients(open.db)).map(({ clientId }) => clientId).sort()).toEqual(['spa', 'web']);
    expect(await listUsers(open.db)).toHaveLength(1);
    expect((await findPortal(open.db))?.login).toBe('identifier');
  });

  it('deletes unlisted entries with prune, even in omitted sections', async () => {
    const spa = { ...web, client_id: 'spa' };
    const file = { clients: [web, spa], users: [{ username: 'alice' }], portal: { login: 'identifier' } };
    await apply({
      ...file,
      scopes: [{ name: 'a', type: 'resource' }],
      identity_providers: [corp],
      tenants: [{ name: 't', display_name: 'T' }],
    });
    const deletions = [
      '~ portal',
      '    ! 1 setting that your file leaves out returns to its default:',
      '      login "identifier" → "password"',
      '- scope a',
      '- client spa',
      '- user alice',
      '- identity provider corp',
      '- tenant t',
    ].join('\n');
    expect(await plan({ clients: [web] }, true)).toBe(deletions);
    expect(await apply({ clients: [web] }, { prune: true })).toBe(deletions);
    expect(await plan({ clients: [web] }, true)).toBe('no changes');
  });

  it('applies all of a file or nothing', async () => {
    const { db } = open;
    await apply({ users: [{ username: 'alice' }] });
    const before = await readRevision(db);
    // Tenants are written last. The second one violates an index that no plan can know.
    await db.$executeRawUnsafe('CREATE UNIQUE INDEX "one_content" ON "Tenant" ("settings")');
    const tenants = ['a', 'b'].map((name) => ({ name, display_name: 'Same' }));
    const users = [{ username: 'alice', enabled: false }, { username: 'bob' }];
    await expect(apply({ clients: [web], users, tenants })).rejects.toThrow();
    expect(await listClients(db)).toEqual([]);
    expect(await listUsers(db)).toMatchObject([{ username: 'alice', enabled: true }]);
    expect(await db.tenant.count()).toBe(0);
    // The keys were created before, in a transaction of their own.
    expect(await readRevision(db)).toBe(before + 1);
  });

  it('increases the revision, so that every process loads the change', async () => {
    await apply({ clients: [web] });
    const before = await readRevision(open.db);
    await apply({ clients: [{ ...web, enabled: false }] });
    expect(await readRevision(open.db)).toBe(before + 1);
  });

  it('creates keys for every algorithm that a client names', async () => {
    const algs = {
      id_token_signed_response_alg: 'PS256',
      access_token_signing_alg: 'EdDSA',
      authorization_signed_response_alg: 'ES384',
    };
    await apply({ clients: [{ ...web, ...algs }] });
    const active = (await listKeys(open.db, now)).filter((key) => key.phase === 'active').map((key) => key.alg);
    expect(active.sort()).toEqual(['ES384', 'EdDSA', 'PS256']);
  });
});

describe('secrets', () => {
  it('that match the stored hash are no change, for any kind of hash', async () => {
    const hash = `sha512:${createHash('sha512').update('web-secret').digest('base64url')}`;
    await apply({ clients: [{ ...web, client_secrets: [{ hash }] }] });
    expect((await listClients(open.db))[0]?.secrets[0]?.hash).toBe(hash);
    expect(await plan({ clients: [web] })).toBe('no changes');
    const other = { ...web, client_secrets: [{ value: 'not it' }] };
    expect(await plan({ clients: [other] })).toBe('~ client web: client_secrets');
  });

  it('in hexadecimal match those in base64url', async () => {
    await apply({ clients: [web] });
    const hex = Buffer.from(hashSecret('web-secret').slice('sha256:'.length), 'base64url').toString('hex');
    expect(await plan({ clients: [{ ...web, client_secrets: [{ hash: `sha256:${hex}` }] }] })).toBe('no changes');
  });

  it('keep their creation time when another is added', async () => {
    await apply({ clients: [web] });
    const later = new Date('2026-02-01T00:00:00Z');
    const client_secrets = [{ value: 'new-secret', description: 'next' }, { value: 'web-secret' }];
    expect(await apply({ clients: [{ ...web, client_secrets }] }, { at: later })).toBe('~ client web: client_secrets');
    const rows = await open.db.clientSecret.findMany({ orderBy: { position: 'asc' } });
    expect(rows.map((row) => [row.description, row.createdAt])).toEqual([
      ['next', later],
      [null, now],
    ]);
  });

  it('of a scope are matched the same way', async () => {
    const scope = { name: 'orders', type: 'resource', secrets: [{ value: 'a' }, { value: 'b' }] };
    await apply({ scopes: [scope] });
    expect(await plan({ scopes: [scope] })).toBe('no changes');
    expect(await apply({ scopes: [{ ...scope, secrets: [{ value: 'b' }] }] })).toBe('~ scope orders: secrets');
    expect((await listScopes(open.db))[0]?.secrets.map(({ hash }) => hash)).toEqual([hashSecret('b')]);
  });

  it('may be listed twice', async () => {
    const client = { ...web, client_secrets: [{ value: 'a' }, { hash: hashSecret('a') }] };
    await apply({ clients: [client] });
    expect(await apply({ clients: [client] })).toBe('no changes');
  });

  it('of a provider are no change if they match the stored one', async () => {
    await apply({ identity_providers: [corp] });
    const [before] = await listProviders(open.db);
    expect(await apply({ identity_providers: [corp] })).toBe('no changes');
    expect(await listProviders(open.db)).toEqual([before]);
    const changed = { ...corp, client_secret: 'another' };
    expect(await apply({ identity_providers: [changed] })).toBe('~ identity provider corp: client_secret');
  });

  it('of a provider are refused if they were sealed elsewhere', async () => {
    await apply({ identity_providers: [corp] });
    const [stored] = await listProviders(open.db);
    const other = { ...corp, name: 'other', client_secret: { sealed: stored?.clientSecretSealed } };
    await expect(apply({ identity_providers: [other] })).rejects.toThrow(
      'configuration:1: identity_providers[0].client_secret: was sealed with another SIGNET_SECRET or for another provider',
    );
  });
});

describe('users', () => {
  it('keep password and sub if the file has none', async () => {
    await apply({ users: [{ username: 'alice', password: 'correct horse battery staple' }] });
    const [before] = await listUsers(open.db);
    expect(await apply({ users: [{ username: 'ALICE', enabled: false }] })).toBe(
      '~ user ALICE: username "alice" → "ALICE", enabled true → false',
    );
    const [after] = await listUsers(open.db);
    expect(after).toMatchObject({ sub: before?.sub, passwordHash: before?.passwordHash, username: 'ALICE' });
  });

  it('lose their password with password_hash: null', async () => {
    await apply({ users: [{ username: 'alice', password: 'correct horse battery staple' }] });
    expect(await apply({ users: [{ username: 'alice', password_hash: null }] })).toBe('~ user alice: password');
    expect((await listUsers(open.db))[0]?.passwordHash).toBeNull();
  });

  it('keep their hash if the password matches it, and get a hash from the file', async () => {
    const hash = await hashPassword('correct horse battery staple');
    await apply({ users: [{ username: 'alice', password_hash: hash }] });
    expect(await apply({ users: [{ username: 'alice', password: 'correct horse battery staple' }] })).toBe(
      'no changes',
    );
    expect((await listUsers(open.db))[0]?.passwordHash).toBe(hash);
    expect(await apply({ users: [{ username: 'alice', password: 'another long password' }] })).toBe(
      '~ user alice: password',
    );
  });

  it.each(importedHashes)('keep a hash of $name exactly as written', async ({ hash }) => {
    const file = { users: [{ username: 'alice', password_hash: hash }] };
    await apply(file);
    expect((await listUsers(open.db))[0]?.passwordHash).toBe(hash);
    expect(await apply(file)).toBe('no changes');
    expect(await apply({ users: [{ username: 'alice', password: importedPassword }] })).toBe('no changes');
  });

  it('are signed out everywhere if the file changes their password (security #91)', async () => {
    await apply({ users: [{ username: 'alice', password: 'correct horse battery staple' }] });
    const { db } = open;
    const [user] = await listUsers(db);
    const expiresAt = new Date('2026-01-02T12:00:00Z');
    await db.browser.create({ data: { id: 'b', handleHash: 'h', createdAt: now, expiresAt } });
    const session = { sid: 's', browserId: 'b', sub: user?.sub ?? '', authTime: now, idp: 'local' };
    await db.session.create({ data: { ...session, remember: false, createdAt: now, lastSeenAt: now, expiresAt } });
    await apply({ users: [{ username: 'alice', enabled: true }] });
    expect((await db.session.findMany())[0]?.endedAt).toBeNull();
    await apply({ users: [{ username: 'alice', password: 'another long password' }] });
    expect((await db.session.findMany())[0]?.endedAt).toEqual(now);
  });

  it('lose their waiting links with another role or password, but not with other changes', async () => {
    const password = 'correct horse battery staple';
    await apply({ users: [{ username: 'alice', password }] });
    const [user] = await listUsers(open.db);
    const reaches = async (entry: object) => {
      const { handle } = await transaction(open.db, (tx) =>
        createPasswordLink(tx, { sub: user?.sub ?? '', carries: null, now }),
      );
      await apply({ users: [{ username: 'alice', ...entry }] });
      return (await findPasswordLink(open.db, handle, now)) !== null;
    };
    expect(await reaches({ password, claims: { name: 'Alice' } })).toBe(true);
    expect(await reaches({ password, admin: true })).toBe(false);
    expect(await reaches({ password })).toBe(false);
    expect(await reaches({ password: 'another long password' })).toBe(false);
    expect(await reaches({ password_hash: null })).toBe(false);
  });

  it('get a warning for a password that the policy would refuse (design: configuration)', async () => {
    const file = parseConfiguration(
      JSON.stringify({ users: [{ username: 'alice', password: 'short' }, { username: 'bob' }] }),
    );
    const options = { prune: false, now, secret, by: byCommandLine };
    expect((await applyConfiguration(open, file, options))?.warnings).toEqual([
      'the password of user alice does not meet the password policy',
    ]);
  });

  it('get a warning for an address that others can read or claim (RFC 8252 §8.4, RFC 9700 §2.6)', async () => {
    const redirect_uris = ['http://nas.lan/cb', 'oc://ios.owncloud.com', 'app.immich:///cb', 'http://localhost/cb'];
    const client = { client_id: 'app', token_endpoint_auth_method: 'none', redirect_uris };
    const file = parseConfiguration(
      JSON.stringify({ clients: [{ ...client, post_logout_redirect_uris: ['oc://bye'] }] }),
    );
    const { warnings } = await planConfiguration(open.db, file, { prune: false, secret });
    expect(warnings).toEqual([
      'client app: http://nas.lan/cb is not https, so anyone on the network can read the code (RFC 9700 §2.6)',
      'client app: oc://ios.owncloud.com has a scheme without a dot, which any app can claim (RFC 8252 §8.4)',
      'client app: oc://bye has a scheme without a dot, which any app can claim (RFC 8252 §8.4)',
    ]);
  });

  it('are checked against the password_min_length of the same file (security #88)', async () => {
    const users = [{ username: 'alice', password: 'seven otters juggle lanterns' }];
    const file = parseConfiguration(JSON.stringify({ portal: { password_min_length: 64 }, users }));
    const options = { prune: false, now, secret, by: byCommandLine };
    expect((await applyConfiguration(open, file, options))?.warnings).toEqual([
      'the password of user alice does not meet the password policy',
    ]);
  });

  it.each([
    ['another sub than the stored one', { username: 'alice', sub: 'other' }, 'the sub of a user cannot be changed'],
    ['the sub of another user', { username: 'bob', sub: 'alice-sub' }, 'is the sub of the user alice'],
    ['the id of a client as sub', { username: 'bob', sub: 'web' }, 'is the client_id of a client'],
  ])('are refused with %s', async (_name, user, message) => {
    await apply({ users: [{ username: 'alice', sub: 'alice-sub' }], clients: [web] });
    await expect(apply({ users: [user] })).rejects.toThrow(`configuration:1: users[0].sub: ${message}`);
  });

  it.each([
    ['without the claim email', { username: 'ada@corp.example' }],
    ['typed with U+FF20', { username: 'ada\uff20corp.example' }],
    ['that is not verified', { username: 'ada@corp.example', claims: { email: 'ada@corp.example' } }],
    [
      'that is not the account’s own',
      { username: 'ada@corp.example', claims: { email: 'eve@corp.example', email_verified: true } },
    ],
  ])('cannot have an address as username %s (security #116)', async (_, user) => {
    await expect(apply({ users: [user] })).rejects.toThrow(
      'configuration:1: users[0].username: an email address can only be the username of the user',
    );
  });

  it('may have their own verified address as username, and keep an existing username', async () => {
    const claims = { email: 'Ada@corp.example', email_verified: true };
    await apply({ users: [{ username: 'ada@corp.example', claims }] });
    const file = { users: [{ username: 'ada@corp.example', enabled: false }] };
    expect(await apply(file)).toContain('~ user ada@corp.example');
    expect(await apply(file)).toBe('no changes');
  });

  it.each(['ali\u202ece', 'ali\u00adce', 'al\u200dice', '\u3164', 'alice\u{e0061}', 'alice\ufe0f'])(
    'cannot have invisible characters in their username: %j (security #83)',
    async (username) => {
      await expect(apply({ users: [{ username }] })).rejects.toThrow('users[0].username: expected 1 to 100 visible');
    },
  );

  it('forbid a client with the id of their sub (design: subjects)', async () => {
    await apply({ users: [{ username: 'alice', sub: 'alice-sub' }] });
    await expect(apply({ clients: [{ ...web, client_id: 'alice-sub' }] })).rejects.toThrow('is the sub of a user');
  });
});

describe('references to entries that do not exist are refused', () => {
  it.each([
    [
      { clients: [{ ...web, scope: 'openid ordres' }] },
      'clients[0].scope: there is no scope ordres',
      '; did you mean orders?',
    ],
    [
      { clients: [{ ...web, identity_providers: { deny: ['corpp'] } }] },
      'clients[0].identity_providers.deny[0]: there is no identity provider corpp',
      '?',
    ],
    [
      { clients: [{ ...web, identity_providers: { allow: ['x'] } }] },
      'clients[0].identity_providers.allow[0]: there is no identity provider x',
      '',
    ],
    [{ clients: [{ ...web, tenant: 'x' }] }, 'clients[0].tenant: there is no tenant x', ''],
    [
      { clients: [{ ...web, token_exchange: { subjects: ['web', 'x'], delegation: false } }] },
      'clients[0].token_exchange.subjects[1]: there is no client x',
      '',
    ],
    [{ users: [{ username: 'a', tenants: ['x'] }] }, 'users[0].tenants[0]: there is no tenant x', ''],
    [
      { tenants: [{ name: 't', display_name: 'T', identity_providers: ['x'] }] },
      'tenants[0].identity_providers[0]: there is no identity provider x',
      '',
    ],
  ])('%j', async (file, message, end) => {
    await apply({ scopes: [{ name: 'orders', type: 'resource' }], identity_providers: [corp] });
    const failure = await apply(file).catch((error: Error) => error.message);
    expect(failure).toContain(message);
    expect(failure.endsWith(end)).toBe(true);
  });

  it('even if prune removes what they name', async () => {
    await apply({ scopes: [{ name: 'orders', type: 'resource' }] });
    const file = { clients: [{ ...web, scope: 'orders' }] };
    await apply(file);
    await expect(apply(file, { prune: true })).rejects.toThrow('there is no scope orders');
  });
});

describe('identity providers', () => {
  const named = (name: string) => ({ ...corp, name });
  const names = async () => (await listProviders(open.db)).map(({ name }) => name);

  it('keep the order of the file, with new ones last', async () => {
    await apply({ identity_providers: [named('c'), named('a'), named('b')] });
    expect(await names()).toEqual(['c', 'a', 'b']);
    await apply({ identity_providers: [named('0')] });
    expect(await names()).toEqual(['c', 'a', 'b', '0']);
    expect(await apply({ identity_providers: [named('b'), named('c')] })).toBe(
      '~ identity provider b: position 2 → 0\n~ identity provider c: position 0 → 2',
    );
    expect(await names()).toEqual(['b', 'a', 'c', '0']);
  });

  it('cannot share a domain', async () => {
    await apply({ identity_providers: [{ ...named('a'), domains: ['Contoso.example'] }] });
    await expect(apply({ identity_providers: [{ ...named('b'), domains: ['contoso.example'] }] })).rejects.toThrow(
      'identity_providers[0].domains[0]: contoso.example belongs to the identity provider a',
    );
  });
});

describe('simultaneous files', () => {
  it('are applied one after another, so that the last one wins completely', async () => {
    const connections = await Promise.all([1, 2, 3, 4].map(() => openDatabase(open.url)));
    const file = (name: string) => ({
      clients: ['a', 'b', 'c'].map((id) => ({ ...web, client_id: id, client_name: name })),
      users: [{ username: 'alice', claims: { name } }],
    });
    const applied = connections.map((connection, index) =>
      applyConfiguration(connection, parseConfiguration(JSON.stringify(file(`writer ${index}`))), {
        prune: true,
        now,
        secret,
        by: { ...byCommandLine, actor: { kind: 'user', id: null, name: `writer ${index}` } },
      }),
    );
    const reports = await Promise.all(applied);
    const [last] = await listRevisions(open.db, { before: null, limit: 1 });
    const author = last?.actor.name;
    const clients = await listClients(open.db);
    const users = await listUsers(open.db);
    expect(clients.map(({ clientName }) => clientName)).toEqual([author, author, author]);
    expect(users.map(({ claims }) => claims.name)).toEqual([author]);
    expect(reports.filter((report) => report?.changes.some(({ kind }) => kind === 'create'))).toHaveLength(1);
    await Promise.all(connections.map((connection) => connection.close()));
  });
});

describe('a file during other changes', () => {
  it('is applied even if the configuration changes after every comparison', async () => {
    const { db, changes } = disturbed(open.db);
    const file = parseConfiguration(JSON.stringify({ clients: [web] }));
    const options = { prune: false, now, secret, by: byCommandLine };
    expect((await applyConfiguration({ db }, file, options))?.changes).toHaveLength(1);
    expect(changes()).toBe(3);
    expect(await plan({ clients: [web] })).toBe('no changes');
  });
});

describe('many clients', () => {
  it('are changed with few statements for a slice of fifty, including history and audit log', async () => {
    await apply({ clients: manyClients('First') });
    const changed = manyClients('Second').map((client) => ({
      ...client,
      redirect_uris: ['https://rp.test/other', ...client.redirect_uris],
      client_secrets: [{ value: 'another-secret' }, ...client.client_secrets],
    }));
    const former = await open.db.clientSecret.findMany({ orderBy: { clientId: 'asc' } });
    const statements = await recordStatements(() => apply({ clients: changed }, { at: later }));
    expect(statements.length / (changed.length / 50)).toBeLessThan(29);
    expect(await plan({ clients: changed })).toBe('no changes');
    const [client] = await listClients(open.db, ['client-007']);
    expect(client).toMatchObject({
      clientName: 'Second 7',
      redirectUris: ['https://rp.test/other', 'https://rp.test/cb'],
    });
    const secrets = await open.db.clientSecret.findMany({ where: { createdAt: now }, orderBy: { clientId: 'asc' } });
    expect(secrets).toEqual(former.map((secret) => ({ ...secret, position: 1 })));
    expect(await open.db.clientSecret.count({ where: { createdAt: later, position: 0 } })).toBe(changed.length);
    const [last] = await listRevisions(open.db, { before: null, limit: 1 });
    expect(last?.at).toEqual(later);
    expect(last?.entries.get('clients')).toBe(changed.length);
    expect(await open.db.auditEvent.count({ where: { type: 'client.updated', at: later } })).toBe(changed.length);
  });
});

describe('a thousand clients', () => {
  it('are applied in one transaction', async () => {
    const clients = Array.from({ length: 1_000 }, (_, index) => ({ ...web, client_id: `client-${index}` }));
    const changes = await apply({ clients });
    expect(changes.split('\n')).toHaveLength(1_000);
    expect(await plan({ clients: clients.slice(0, 10) })).toBe('no changes');
  });
});
