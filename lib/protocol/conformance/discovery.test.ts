import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

type Discovery = Readonly<Record<string, unknown>>;

let provider: TestProvider;
let discovery: Discovery;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
});
beforeEach(async () => {
  const response = await provider.send('/.well-known/openid-configuration');
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  discovery = JSON.parse(response.body);
});
afterAll(() => provider.close());

describe('oidcc-discovery-endpoint-verification (OpenID Connect Discovery §3, §4.2)', () => {
  it('names the issuer at which it was requested, byte for byte', () => {
    expect(discovery.issuer).toBe(issuer);
  });

  it.each([
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'registration_endpoint',
    'jwks_uri',
    'end_session_endpoint',
    'check_session_iframe',
  ])('has %s, at https', (name) => {
    expect(discovery[name]).toMatch(/^https:\/\/op\.test\//);
  });

  it.each([
    // OpenID Connect Core §15.2: what a provider with dynamic registration must support.
    ['response_types_supported', ['code', 'id_token', 'id_token token']],
    ['grant_types_supported', ['authorization_code', 'implicit']],
    ['response_modes_supported', ['query', 'fragment', 'form_post']],
    ['subject_types_supported', ['public', 'pairwise']],
    ['id_token_signing_alg_values_supported', ['RS256']],
    ['scopes_supported', ['openid', 'profile', 'email', 'address', 'phone', 'offline_access']],
    ['claims_supported', ['sub', 'name', 'email']],
    ['token_endpoint_auth_methods_supported', ['client_secret_basic', 'client_secret_post', 'private_key_jwt']],
  ])('%s has %j', (name, values) => {
    expect(discovery[name]).toEqual(expect.arrayContaining(values));
  });

  it.each([
    ['claims_parameter_supported', true],
    ['frontchannel_logout_supported', true],
    ['frontchannel_logout_session_supported', true],
    ['backchannel_logout_supported', true],
    ['backchannel_logout_session_supported', true],
  ])('%s is %s', (name, value) => {
    expect(discovery[name]).toBe(value);
  });

  it('offers algorithm "none" nowhere', () => {
    const algorithms = Object.entries(discovery).filter(([name]) => name.includes('_alg_values'));
    for (const [name, values] of algorithms) expect(values, name).not.toContain('none');
  });

  it('publishes keys with kid, use and alg, each kid once, without a private member', async () => {
    const { keys } = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
    const kids = keys.map(({ kid }: { kid: string }) => kid);
    expect(new Set(kids).size).toBe(keys.length);
    for (const key of keys) {
      expect(key).toMatchObject({ kid: expect.stringMatching(/./), use: 'sig', alg: expect.stringMatching(/./) });
      expect(key).not.toHaveProperty('d');
    }
  });
});
