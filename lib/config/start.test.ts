import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listClients } from '#lib/clients/client-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { readRevision } from '#lib/db/revision';
import { listKeys } from '#lib/keys/load-key-rings';
import { findScope, listScopes } from '#lib/scopes/scope-store';
import { parseSettings } from '#lib/settings/parse';
import type { Settings } from '#lib/settings/settings';
import { findPortal } from '#lib/tenants/tenant-store';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { verifyPassword } from '#lib/users/password-hash';
import { findPasswordProblem } from '#lib/users/password-policy';
import { listUsers } from '#lib/users/user-list-store';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { parseConfiguration } from './file';
import { findDemoEntries } from './installation-store';
import { prepareConfiguration } from './start';

const now = new Date('2026-01-01T12:00:00Z');
const secret = 'a secret of this test, of some length';

let open: TestDatabase;
let folder: string;

beforeEach(async () => {
  open = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-config-'));
});

afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

function settings(environment: Record<string, string> = {}): Settings {
  return parseSettings(
    { SIGNET_SECRET: secret, ...environment },
    { readSecretFile: () => secret, fileExists: () => true, processors: 2 },
  );
}

function configFile(content: object): string {
  const path = join(folder, 'signet.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('prepareConfiguration', () => {
  it('gives back people of SIGNET_CONFIG whom a prune deleted, although no server ran since (decision 009)', async () => {
    const clients = [{ client_id: 'app', redirect_uris: ['https://app.test'], token_endpoint_auth_method: 'none' }];
    const users = Array.from({ length: 12 }, (_, index) => {
      return { username: `p-${index}`, sub: `s-${index}`, password_hash: null };
    });
    const apply = (file: object) =>
      applyConfiguration(open, parseConfiguration(JSON.stringify(file)), {
        prune: true,
        now,
        secret: masterSecret(secret),
        by: byCommandLine,
      });
    await apply({ clients, users });
    const consents = users.map(({ sub }) => ({ sub, clientId: 'app', scope: 'openid', createdAt: now }));
    await open.db.consent.createMany({ data: consents });
    await apply({ clients });
    const configured = settings({ SIGNET_CONFIG: configFile({ users }) });
    const { applied } = await prepareConfiguration({ open, settings: configured, now });
    expect(applied?.changes).toHaveLength(users.length);
    expect(await open.db.consent.count()).toBe(0);
  });

  it('creates the portal and keys for RS256 and ES256 once', async () => {
    const https = settings({ SIGNET_ISSUER: 'https://op.test' });
    expect(await prepareConfiguration({ open, settings: https, now })).toEqual({
      applied: null,
      demo: null,
      ownerSetupUrl: expect.stringMatching(/^https:\/\/op\.test\/setup\/owner\?token=[\w-]{43}$/),
    });
    const revision = await readRevision(open.db);
    expect(await findPortal(open.db)).toMatchObject({ sessionIdleSeconds: 36000, login: 'password' });
    expect((await listKeys(open.db, now)).map((key) => key.alg).sort()).toEqual(['ES256', 'RS256']);
    await prepareConfiguration({ open, settings: https, now });
    expect(await readRevision(open.db)).toBe(revision);
    expect(await listClients(open.db)).toEqual([]);
  });

  it('refuses another SIGNET_SECRET than the one of the database', async () => {
    await prepareConfiguration({ open, settings: settings(), now });
    const other = settings({ SIGNET_SECRET: 'another secret of this test, as long' });
    await expect(prepareConfiguration({ open, settings: other, now })).rejects.toMatchObject({ code: 'wrong_secret' });
  });

  describe('on an empty database at localhost', () => {
    it('loads the demo configuration with fresh passwords (design: two commands)', async () => {
      const { demo, ownerSetupUrl } = await prepareConfiguration({ open, settings: settings({ PORT: '4000' }), now });
      expect(ownerSetupUrl).toBeNull();
      expect(demo).toMatchObject({
        signInUrl: 'http://localhost:4000/demo/start',
      });
      expect(demo?.users.map(({ username }) => username)).toEqual(['alice', 'bob', 'admin']);
      expect(new Set(demo?.users.map(({ password }) => password)).size).toBe(3);
      const clients = new Map((await listClients(open.db)).map((client) => [client.clientId, client]));
      expect(clients.get('demo')).toMatchObject({
        tokenEndpointAuthMethod: 'none',
        requirePkce: 'auto',
        redirectUris: ['http://localhost:4000/demo/callback'],
        postLogoutRedirectUris: ['http://localhost:4000/demo'],
        scope: ['openid', 'profile', 'email', 'offline_access', 'demo.api'],
      });
      expect(clients.get('demo-device')?.grantTypes).toContain('urn:ietf:params:oauth:grant-type:device_code');
      expect((await listScopes(open.db)).map(({ name }) => name)).toEqual(['demo.api', 'demo.mcp']);
      const users = new Map((await listUsers(open.db)).map((user) => [user.username, user]));
      expect(users.get('admin')?.admin).toBe('owner');
      const entries = await findDemoEntries(open.db);
      expect(entries).toMatchObject({ clients: ['demo', 'demo-device'], scopes: ['demo.api', 'demo.mcp'] });
      expect(entries.users.toSorted()).toEqual([...users.values()].map(({ sub }) => sub).toSorted());
      for (const { username, password } of demo?.users ?? []) {
        expect(findPasswordProblem(password, username, 15)).toBeNull();
        expect(await verifyPassword(users.get(username)?.passwordHash ?? null, password)).toBe(true);
      }
    });

    it('loads it once: a later start shows the links without passwords', async () => {
      const first = await prepareConfiguration({ open, settings: settings(), now });
      const before = await listUsers(open.db);
      const second = await prepareConfiguration({ open, settings: settings(), now });
      expect(first.demo?.users).toHaveLength(3);
      expect(second.demo).toEqual({ ...first.demo, users: [] });
      expect(await listUsers(open.db)).toEqual(before);
    });

    it('updates the demo client when the port changes', async () => {
      await prepareConfiguration({ open, settings: settings(), now });
      await prepareConfiguration({ open, settings: settings({ PORT: '4000' }), now });
      const demo = (await listClients(open.db)).find(({ clientId }) => clientId === 'demo');
      expect(demo).toMatchObject({
        redirectUris: ['http://localhost:4000/demo/callback'],
        postLogoutRedirectUris: ['http://localhost:4000/demo'],
        clientUri: 'http://localhost:4000/demo',
      });
      const server = await findScope(open.db, 'demo.mcp');
      expect(server).toMatchObject({ resource: 'http://localhost:4000/demo/mcp', audience: 'resource', open: true });
    });

    it('lets agents connect to its MCP server by registration or document', async () => {
      await prepareConfiguration({ open, settings: settings(), now });
      const portal = await findPortal(open.db);
      expect(portal).toMatchObject({ dynamicRegistration: 'open', clientIdMetadataDocuments: 'open' });
    });

    it('does not load it again while a user exists', async () => {
      await prepareConfiguration({ open, settings: settings(), now });
      const rest = parseConfiguration(JSON.stringify({ users: [{ username: 'carol' }] }));
      await applyConfiguration(open, rest, { prune: true, secret: masterSecret(secret), now, by: byCommandLine });
      expect((await prepareConfiguration({ open, settings: settings(), now })).demo).toBeNull();
      expect(await listClients(open.db)).toEqual([]);
    });

    it('loads it once for several simultaneous processes', async () => {
      const connections = await Promise.all([1, 2, 3].map(() => openDatabase(open.url)));
      const starts = connections.map((connection) =>
        prepareConfiguration({ open: connection, settings: settings(), now }),
      );
      const preparations = await Promise.all(starts);
      expect(preparations.filter(({ demo }) => demo?.users.length === 3)).toHaveLength(1);
      expect(await listUsers(open.db)).toHaveLength(3);
      expect(await listKeys(open.db, now)).toHaveLength(2);
      await Promise.all(connections.map((connection) => connection.close()));
    });
  });

  it('loads no demo for an issuer other than localhost', async () => {
    await prepareConfiguration({ open, settings: settings({ SIGNET_ISSUER: 'https://op.test' }), now });
    expect(await listUsers(open.db)).toEqual([]);
  });

  describe('with SIGNET_CONFIG', () => {
    const users = (name: string) => ({ users: [{ username: 'alice', claims: { name } }] });

    it('applies the file, and again only if its content changed (design: configuration)', async () => {
      const SIGNET_CONFIG = configFile(users('Alice'));
      const first = await prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      expect(first.applied?.changes).toMatchObject([{ kind: 'create', section: 'users', key: 'alice' }]);
      expect(first.demo).toBeNull();

      const edited = parseConfiguration(JSON.stringify(users('Edited')));
      await applyConfiguration(open, edited, { prune: false, secret: masterSecret(secret), now, by: byCommandLine });
      const second = await prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      expect(second.applied).toBeNull();
      expect((await listUsers(open.db))[0]?.claims).toEqual({ name: 'Edited' });

      configFile(users('Third'));
      const third = await prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      expect(third.applied?.changes).toHaveLength(1);
      expect((await listUsers(open.db))[0]?.claims).toEqual({ name: 'Third' });
    });

    it('refuses an invalid file, and does not remember it', async () => {
      const SIGNET_CONFIG = configFile({
        clients: [
          {
            client_id: 'web',
            scope: 'nonsense',
            redirect_uris: ['https://a.example/'],
            client_secrets: [{ value: 'x' }],
          },
        ],
      });
      const failing = prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      await expect(failing).rejects.toMatchObject({ code: 'invalid_configuration' });
      configFile({});
      expect(
        (await prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now })).applied?.changes,
      ).toEqual([]);
    });

    it('refuses a file that is missing or not UTF-8', async () => {
      const SIGNET_CONFIG = join(folder, 'missing.yaml');
      const missing = prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      await expect(missing).rejects.toThrow(`${SIGNET_CONFIG}: cannot be read: no such file or folder (ENOENT)`);
      writeFileSync(SIGNET_CONFIG, Buffer.from([0x61, 0xff]));
      const broken = prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      await expect(broken).rejects.toThrow(`${SIGNET_CONFIG}: expected UTF-8`);
    });

    it('applies the rest of very many people at the next start if the process is killed (decision 009)', async () => {
      const many = Array.from({ length: 350 }, (_, index) => ({ username: `p${index}`, password_hash: null }));
      const SIGNET_CONFIG = configFile({ users: many });
      const kept = () => open.db.user.count();
      const db = new Proxy(open.db, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (name !== '$transaction' || typeof value !== 'function') return value;
          return async (...values: unknown[]) => {
            if ((await kept()) > 0) throw new Error('killed');
            return Reflect.apply(value, target, values);
          };
        },
      });
      const killed = prepareConfiguration({ open: { ...open, db }, settings: settings({ SIGNET_CONFIG }), now });
      await expect(killed).rejects.toThrow('killed');
      expect(await kept()).toBeLessThan(350);
      await prepareConfiguration({ open, settings: settings({ SIGNET_CONFIG }), now });
      expect(await kept()).toBe(350);
    });

    it.each([
      ['a file', users('Alice')],
      [
        'a large file (decision 009)',
        { scopes: Array.from({ length: 120 }, (_, index) => ({ name: `api-${index}`, type: 'resource' })) },
      ],
    ])('applies %s once for several simultaneous processes', async (_, content) => {
      const SIGNET_CONFIG = configFile(content);
      const connections = await Promise.all([1, 2, 3].map(() => openDatabase(open.url)));
      const starts = connections.map((connection) =>
        prepareConfiguration({ open: connection, settings: settings({ SIGNET_CONFIG }), now }),
      );
      const applied = (await Promise.all(starts)).filter((preparation) => preparation.applied !== null);
      expect(applied).toHaveLength(1);
      await Promise.all(connections.map((connection) => connection.close()));
    });
  });
});
