import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findRoute } from '#lib/routes';
import { fixtures } from '#lib/testing/fixtures';
import { bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { dpopAlgs } from './dpop/read-proof';
import { withResourceMetadata } from './protected-resources';

let provider: TestProvider;
beforeAll(async () => {
  const closed = { name: 'closed', type: 'identity', claims: ['nickname'], enabled: false };
  provider = await createTestProvider({ ...fixtures, scopes: [...fixtures.scopes, closed] });
});
afterAll(() => provider.close());
// A document is prepared once for each configuration.
beforeEach(() => provider.configure({}));

const wellKnown = '/.well-known/oauth-protected-resource';
const shared = {
  authorization_servers: [issuer],
  dpop_signing_alg_values_supported: dpopAlgs,
  tls_client_certificate_bound_access_tokens: false,
};

describe('protected resource metadata (RFC 9728 §3)', () => {
  it.each<[string, object]>([
    [
      '/connect/userinfo',
      {
        resource_name: 'UserInfo',
        scopes_supported: ['openid', 'profile', 'email', 'phone', 'address', 'roles', 'groups'],
        bearer_methods_supported: ['header', 'body'],
      },
    ],
    [
      '/api/admin/v1',
      {
        resource_name: 'Admin API',
        scopes_supported: ['signet.admin.read', 'signet.admin', 'signet.admin.owner'],
        bearer_methods_supported: ['header'],
      },
    ],
  ])('of %s', async (path, expected) => {
    const response = await provider.send(wellKnown + path);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(bodyOf(response)).toEqual({ resource: issuer + path, ...shared, ...expected });
    expect(findRoute(wellKnown + path)?.cors).toBe('any');
  });

  it.each<[string, string | string[] | undefined, string | string[] | undefined]>([
    ['the one challenge', 'Bearer a', `Bearer a, resource_metadata="${issuer}${wellKnown}/x"`],
    [
      'each challenge',
      ['Bearer a', 'DPoP a'],
      ['Bearer a', 'DPoP a'].map((one) => `${one}, resource_metadata="${issuer}${wellKnown}/x"`),
    ],
    ['no challenge', undefined, undefined],
  ])('is named in %s of an answer (RFC 9728 §5.1)', async (_, challenges, expected) => {
    const headers = challenges === undefined ? {} : { 'www-authenticate': challenges };
    const handler = withResourceMetadata('/x', async () => ({ status: 401, headers, body: '' }));
    const request = { method: 'GET', path: '/x', query: '', headers: {}, body: '', clientAddress: '192.0.2.1' };
    expect((await handler(request, provider.context())).headers['www-authenticate']).toEqual(expected);
  });

  it('is in discovery, which does not name the scopes of the admin API (RFC 9728 §4)', async () => {
    const { protected_resources: resources, scopes_supported: scopes } = bodyOf(
      await provider.send('/.well-known/openid-configuration'),
    );
    expect(resources).toEqual([`${issuer}/connect/userinfo`, `${issuer}/api/admin/v1`]);
    expect(scopes).not.toContain('signet.admin');
  });
});
