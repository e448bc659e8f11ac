import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createFapiClient, createFapiParty, type FapiClient } from '#lib/testing/fapi';
import { fixtures } from '#lib/testing/fixtures';
import { redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const apiSecret = 'api-secret-0123456789abcdef';
const algs = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];
const portal = { security_profile: 'fapi2', dynamic_registration: 'open' };

let provider: TestProvider;
let client: FapiClient;
beforeAll(async () => {
  client = await createFapiClient('bank', 'none');
  provider = await createTestProvider({
    portal,
    scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] }],
    clients: [{ ...client.entry, token_endpoint_auth_method: 'private_key_jwt' }],
    users: fixtures.users,
  });
});
afterAll(() => provider.close());

const discovery = async () => bodyOf(await provider.send('/.well-known/openid-configuration'));

describe('a portal with the profile fapi2', () => {
  it('applies it to a client without a profile', async () => {
    const bank = await createFapiParty(provider, client);
    expect(bodyOf(await bank.ask({}, null)).error).toBe('invalid_request');
    expect((await bank.ask()).status).toBe(200);
    const answer = await provider.send(`/connect/authorize?${new URLSearchParams(bank.request)}`);
    expect(answer.headers.location).toContain('error=invalid_request');
  });

  it('announces only features that the profile permits', async () => {
    const document = await discovery();
    expect(document).toMatchObject({
      require_pushed_authorization_requests: true,
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      revocation_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: algs,
      request_object_signing_alg_values_supported: algs,
      id_token_signing_alg_values_supported: algs,
      userinfo_signing_alg_values_supported: algs,
      authorization_signing_alg_values_supported: algs,
      introspection_signing_alg_values_supported: ['PS256'],
      introspection_endpoint_auth_signing_alg_values_supported: algs,
      code_challenge_methods_supported: ['S256'],
    });
    expect(document.dpop_signing_alg_values_supported).toEqual(['ES256', 'EdDSA', 'Ed25519', 'PS256']);
    expect(document.response_modes_supported).toContain('query');
    expect(document).not.toHaveProperty('require_signed_request_object');
    expect(document.grant_types_supported).toContain('authorization_code');
    for (const grant of ['implicit', 'password', 'device_code']) {
      expect(String(document.grant_types_supported), grant).not.toContain(grant);
    }
  });

  it('announces only algorithms of proofs that it permits, at its own APIs too', async () => {
    const proofs = ['ES256', 'EdDSA', 'Ed25519', 'PS256'];
    for (const path of ['/connect/userinfo', '/api/admin/v1']) {
      const metadata = bodyOf(await provider.send(`/.well-known/oauth-protected-resource${path}`));
      expect(metadata.dpop_signing_alg_values_supported, path).toEqual(proofs);
    }
    const { headers } = await provider.send('/connect/userinfo');
    expect(String(headers['www-authenticate'])).toContain(`algs="${proofs.join(' ')}"`);
  });

  it('signs introspection answers with PS256 when the API names no algorithm', async () => {
    const bank = await createFapiParty(provider, client);
    const { access_token: token } = bodyOf(await bank.ask());
    const headers = { authorization: basic('orders', apiSecret), accept: 'application/token-introspection+jwt' };
    const { status, body } = await provider.post('/connect/introspect', { token: String(token) }, headers);
    expect([status, decodeProtectedHeader(body).alg]).toEqual([200, 'PS256']);
  });

  it('sets the profile’s values for a self-registered client, and returns them', async () => {
    const registered = await register({ redirect_uris: [redirectUri], jwks: client.entry.jwks });
    expect(registered.status).toBe(201);
    const metadata = bodyOf(registered);
    expect(metadata).toMatchObject({
      token_endpoint_auth_method: 'private_key_jwt',
      id_token_signed_response_alg: 'PS256',
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
    });
    expect(metadata).not.toHaveProperty('client_secret');
    expect(metadata).not.toHaveProperty('security_profile');
  });

  it.each([
    ['no keys', {}, 'invalid_client_metadata'],
    ['no credentials', { token_endpoint_auth_method: 'none' }, 'invalid_client_metadata'],
    ['another algorithm', { id_token_signed_response_alg: 'ES384' }, 'invalid_client_metadata'],
    ['http on this machine', { redirect_uris: ['http://localhost/cb'] }, 'invalid_redirect_uri'],
  ])('refuses a registration with %s', async (name, metadata, error) => {
    const keys = name === 'no keys' ? {} : { jwks: client.entry.jwks };
    const { status, body } = await register({ redirect_uris: [redirectUri], ...keys, ...metadata });
    expect([status, JSON.parse(body).error]).toEqual([400, error]);
  });

  it('ignores the profile in a registration', async () => {
    const asked = { security_profile: 'fapi2_message_signing', redirect_uris: [redirectUri], jwks: client.entry.jwks };
    const id = String(bodyOf(await register(asked)).client_id);
    const { clients } = await loadSnapshot(provider.context().db, provider.context().settings.secret, new Date(0));
    expect(clients.get(id)?.securityProfile).toBe('fapi2');
  });

  it('applies to all clients as soon as it changes, and so does its removal', async () => {
    const { db, settings, now } = provider.context();
    const profileAfter = async (security_profile: string) => {
      const former = await loadSnapshot(db, settings.secret, now);
      await provider.configure({ portal: { ...portal, security_profile } });
      const read = await loadSnapshot(db, settings.secret, now, former);
      const { securityProfile, requireSignedRequestObject } = read.clients.get('bank') ?? expect.fail('it is there');
      return [securityProfile, requireSignedRequestObject];
    };
    expect(await profileAfter('fapi2_message_signing')).toEqual(['fapi2_message_signing', true]);
    expect(await discovery()).toMatchObject({
      require_signed_request_object: true,
      response_modes_supported: ['jwt', 'query.jwt', 'form_post.jwt'],
    });
    expect(await profileAfter('none')).toEqual(['none', false]);
    expect(await discovery()).toMatchObject({ require_pushed_authorization_requests: false });
  });
});

function register(metadata: object) {
  const headers = { 'content-type': 'application/json' };
  return provider.send('/connect/register', { body: JSON.stringify(metadata), headers });
}
