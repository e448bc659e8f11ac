import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { masterSecret } from '#lib/crypto/master-secret';
import { readRevision } from '#lib/db/revision';
import { sealProviderSecret } from '#lib/providers/provider-record';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { loadSnapshot } from './load-snapshot';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

async function apply(file: object): Promise<void> {
  const parsed = parseConfiguration(JSON.stringify(file));
  await applyConfiguration(open, parsed, { prune: false, now, secret, by: byCommandLine });
}

describe('loadSnapshot', () => {
  it('contains the built-in scopes and the default portal of an empty database', async () => {
    const snapshot = await loadSnapshot(open.db, secret, now);
    const identity = ['openid', 'profile', 'email', 'phone', 'address', 'roles', 'groups'];
    const admin = ['signet.admin.read', 'signet.admin', 'signet.admin.owner'];
    expect([...snapshot.scopes.keys()]).toEqual([...identity, ...admin]);
    expect([...snapshot.scopes.values()].every((scope) => scope.builtIn && scope.enabled)).toBe(true);
    expect(snapshot.scopes.get('roles')?.claims).toEqual(['role', 'roles']);
    expect(snapshot).toMatchObject({ revision: 0, portal: { sessionIdleSeconds: 36000 } });
    expect([snapshot.clients.size, snapshot.providers.size, snapshot.tenants.size, snapshot.keys.size]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('contains the whole configuration of one revision', async () => {
    await apply({
      scopes: [
        { name: 'profile', type: 'identity', claims: ['name'] },
        { name: 'orders', type: 'resource', secrets: [{ value: 'b' }, { value: 'a', description: 'old' }] },
      ],
      clients: [
        {
          client_id: 'app',
          client_secrets: [{ value: 'x' }, { value: 'y', expires_at: '2027-01-01T00:00:00Z' }],
          redirect_uris: ['http://127.0.0.1/b', 'com.example.app:/a'],
          post_logout_redirect_uris: ['https://a.example/'],
          allowed_cors_origins: ['https://a.example'],
          scope: 'orders openid',
        },
      ],
      identity_providers: [
        {
          name: 'corp',
          display_name: 'C',
          type: 'oidc',
          issuer: 'https://corp.example',
          client_id: 's',
          client_secret: 'upstream',
        },
      ],
      tenants: [{ name: 'acme', display_name: 'Acme', theme: { primary: '#0a5' } }],
      portal: { remember_seconds: 60 },
    });
    const snapshot = await loadSnapshot(open.db, secret, now);
    expect(snapshot.revision).toBe(await readRevision(open.db));
    expect(snapshot.portal.rememberSeconds).toBe(60);
    expect(snapshot.scopes.get('profile')).toMatchObject({ builtIn: true, claims: ['name'] });
    expect(snapshot.scopes.get('orders')?.secrets.map(({ description }) => description)).toEqual([null, 'old']);
    expect(snapshot.clients.get('app')).toMatchObject({
      applicationType: 'native',
      redirectUris: ['http://127.0.0.1/b', 'com.example.app:/a'],
      postLogoutRedirectUris: ['https://a.example/'],
      allowedCorsOrigins: ['https://a.example'],
      grantTypes: new Set(['authorization_code']),
      responseTypes: new Set(['code']),
      scope: ['orders', 'openid'],
      secrets: [{ expiresAt: null }, { expiresAt: new Date('2027-01-01T00:00:00Z') }],
    });
    expect(snapshot.providers.get('corp')).toMatchObject({ clientSecret: 'upstream', claimMapping: { name: 'name' } });
    expect(snapshot.tenants.get('acme')?.theme).toMatchObject({ primary: '#0a5', mode: null });
    expect([...snapshot.keys.values()].map(({ alg }) => alg).sort()).toEqual(['ES256', 'RS256']);
  });

  it('needs few statements for any number of clients', async () => {
    const clients = Array.from({ length: 500 }, (_, index) => ({
      client_id: `client-${index}`,
      client_secrets: [{ value: 'x' }],
      redirect_uris: [`https://rp${index}.example/cb`],
    }));
    await apply({ clients });
    let statements = 0;
    const counting = open.db.$extends({
      query: {
        $allOperations({ args, query }) {
          statements += 1;
          return query(args);
        },
      },
    });
    const { clients: loaded } = await loadSnapshot(Object.assign(Object.create(open.db), counting), secret, now);
    expect(loaded.get('client-499')?.redirectUris).toEqual(['https://rp499.example/cb']);
    expect(loaded.size).toBe(500);
    // Two for each 250 clients.
    expect(statements).toBeLessThanOrEqual(20);
    expect(statements).toBeGreaterThan(5);
  });

  it.each([
    [
      'was sealed under another secret',
      sealProviderSecret(masterSecret('a secret that is lost, as long'), 'corp', 's'),
    ],
    ['was sealed for another provider', sealProviderSecret(secret, 'other', 's')],
    ['has broken bytes', `${sealProviderSecret(secret, 'corp', 's').slice(0, -8)}AAAAAAAA`],
    ['was never sealed', 'in clear text'],
  ])('disables a provider whose secret %s, and contains everything else (decision 006)', async (_, sealed) => {
    const corp = { display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 's' };
    await apply({
      clients: [{ client_id: 'a', redirect_uris: ['https://a.example/'], client_secrets: [{ value: 'x' }] }],
      identity_providers: ['corp', 'hub'].map((name) => ({ ...corp, name })),
    });
    await open.db.identityProvider.update({ where: { name: 'corp' }, data: { clientSecretSealed: sealed } });
    const { clients, providers } = await loadSnapshot(open.db, secret, now);
    expect(providers.get('corp')).toMatchObject({ enabled: false, unreadable: true, clientSecret: null });
    expect(providers.get('hub')).toMatchObject({ enabled: true, clientSecret: 's' });
    expect(clients.get('a')?.enabled).toBe(true);
  });

  it('fails when a key does not open with this secret', async () => {
    await apply({
      clients: [{ client_id: 'a', redirect_uris: ['https://a.example/'], client_secrets: [{ value: 'x' }] }],
    });
    await expect(loadSnapshot(open.db, masterSecret('another secret of this test, as long'), now)).rejects.toThrow();
  });
});
