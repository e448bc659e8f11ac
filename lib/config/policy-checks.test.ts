import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { changeConfiguration } from './change';
import { parseConfiguration } from './file';
import { isConfigurationError } from './problem';

const client = (id: string, changes: object = {}) => ({
  client_id: id,
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://rp.test/cb'],
  ...changes,
});
const acme = { name: 'acme', display_name: 'Acme' };
const short = { second_factor: 'required', password_min_length: 8 };

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({});
});
afterAll(() => provider.close());
beforeEach(() => store({}));

/** Replaces the whole configuration in the database. */
async function store(configuration: object): Promise<void> {
  const { db, settings, now } = provider.context();
  const file = parseConfiguration(JSON.stringify(configuration));
  await applyConfiguration({ db }, file, { prune: true, secret: settings.secret, now, by: byCommandLine });
}

/** `path: message` of each problem of a change. */
async function problemsOf(...changes: Parameters<typeof changeConfiguration>[1]): Promise<string[]> {
  const { db, settings, now } = provider.context();
  try {
    await changeConfiguration({ db }, changes, { secret: settings.secret, now, by: byCommandLine });
    return [];
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
}

const savePortal = (entry: object) => problemsOf({ section: 'portal', key: '', entry: { ...entry } });
const saveClient = (changes: object) => problemsOf({ section: 'clients', key: 'web', entry: client('web', changes) });
const saveTenant = (changes: object) => problemsOf({ section: 'tenants', key: 'acme', entry: { ...acme, ...changes } });

describe('the levels of clients', () => {
  it.each(['urn:signet:acr:1', 'urn:signet:acr:2', 'phr', 'phrh', 'urn:example:sca'])('may be %s', async (name) => {
    await store({ portal: { acr_aliases: { 'urn:example:sca': 2 } } });
    expect(await saveClient({ minimum_acr: name, default_acr_values: [name] })).toEqual([]);
  });

  it('must exist, built in or as an alias of the portal', async () => {
    await store({ portal: { acr_aliases: { gold: 2 } } });
    const known = 'urn:signet:acr:1, urn:signet:acr:2, phr, phrh, gold';
    expect(await saveClient({ minimum_acr: 'platinum', default_acr_values: ['phr', 'urn:signet:acr:3'] })).toEqual([
      `clients.0.minimum_acr: level platinum does not exist; expected one of ${known}`,
      expect.stringMatching(/^clients\.0\.default_acr_values\.1: level urn:signet:acr:3 does not exist; did you mean/),
    ]);
  });

  it('protect their alias in the portal from being removed', async () => {
    const clients = [client('web', { minimum_acr: 'gold' }), client('tv', { default_acr_values: ['gold'] })];
    await store({ portal: { acr_aliases: { gold: 2, sca: 2 } }, clients });
    // Both clients were created at the same moment, so a database may list either one first.
    expect((await savePortal({ acr_aliases: { sca: 2 } })).toSorted()).toEqual([
      'portal.acr_aliases: the client tv uses the level gold, which this change removes',
      'portal.acr_aliases: the client web uses the level gold, which this change removes',
    ]);
    expect(await savePortal({ acr_aliases: { gold: 3 } })).toEqual([]);
  });

  it('may be added together with their alias', async () => {
    const portal = { section: 'portal', key: '', entry: { acr_aliases: { gold: 4 } } } as const;
    const web = { section: 'clients', key: 'web', entry: client('web', { minimum_acr: 'gold' }) } as const;
    expect(await problemsOf(portal, web)).toEqual([]);
  });
});

describe('a password_min_length below 15 (security #88)', () => {
  it.each(['off', 'optional'])('is refused with second_factor: %s', async (rule) => {
    const expected = ['portal.password_min_length: needs second_factor: required'];
    expect(await savePortal({ second_factor: rule, password_min_length: 14 })).toEqual(expected);
    expect(await savePortal({ second_factor: rule, password_min_length: 15 })).toEqual([]);
  });

  it('is accepted if the portal requires a second factor', async () => {
    expect(await savePortal(short)).toEqual([]);
  });

  it('is refused while a tenant does not require a second factor', async () => {
    await store({ tenants: [{ ...acme, second_factor: 'optional' }] });
    expect(await savePortal(short)).toEqual([
      'portal.password_min_length: also needs second_factor: required in the tenant acme',
    ]);
  });

  it('forbids a tenant that does not require a second factor', async () => {
    await store({ portal: short });
    expect(await saveTenant({ second_factor: 'off' })).toEqual([
      'tenants.0.second_factor: expected required, because password_min_length is below 15',
    ]);
    expect(await saveTenant({ second_factor: 'required' })).toEqual([]);
    expect(await saveTenant({})).toEqual([]);
  });
});

describe('the portal’s security profile', () => {
  const jwks_uri = 'https://rp.test/jwks';
  const bank = (id: string, changes: object = {}) =>
    client(id, { token_endpoint_auth_method: 'private_key_jwt', jwks_uri, ...changes });

  it('can be turned on only if no client contradicts it, and names each that does', async () => {
    await store({ clients: [bank('bank'), client('spa'), bank('slow', { authorization_code_lifetime_seconds: 90 })] });
    expect((await savePortal({ security_profile: 'fapi2' })).toSorted()).toEqual([
      'portal.security_profile: authorization_code_lifetime_seconds of slow conflicts with it: Authorization codes expire after at most 60 seconds.',
      'portal.security_profile: token_endpoint_auth_method of spa conflicts with it: Clients authenticate with private_key_jwt or mTLS.',
    ]);
    await store({ clients: [bank('bank')] });
    expect(await savePortal({ security_profile: 'fapi2_message_signing' })).toEqual([]);
  });

  it('requires public keys of each client', async () => {
    await store({
      clients: [client('web', { token_endpoint_auth_method: undefined, client_secrets: [{ value: 'x' }] })],
    });
    expect(await savePortal({ security_profile: 'fapi2' })).toEqual([
      'portal.security_profile: jwks of web conflicts with it: Clients need public keys in jwks or jwks_uri.',
    ]);
    const certificate = { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: 'CN=web' };
    await store({ clients: [client('web', certificate)] });
    expect(await savePortal({ security_profile: 'fapi2' }), 'a certificate of an authority needs none').toEqual([]);
    expect(await savePortal({ security_profile: 'fapi2_message_signing' }), 'signed requests do').toHaveLength(1);
  });

  it('is checked when a client is saved later', async () => {
    await store({ portal: { security_profile: 'fapi2' } });
    expect(await saveClient({})).toEqual([
      'clients.0.token_endpoint_auth_method: Clients authenticate with private_key_jwt or mTLS. Required by the portal’s profile, FAPI 2.0',
    ]);
    expect(await saveClient({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri })).toEqual([]);
    const weak = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri, refresh_token_rotation: true };
    expect(await saveClient(weak)).toEqual([
      'clients.0.refresh_token_rotation: Refresh tokens aren’t rotated. Required by the portal’s profile, FAPI 2.0',
    ]);
  });

  it('also applies to the responses for APIs', async () => {
    const api = { name: 'orders', type: 'resource', introspection_signed_response_alg: 'RS256' };
    await store({ scopes: [api] });
    expect(await savePortal({ security_profile: 'fapi2' })).toEqual([
      'portal.security_profile: introspection_signed_response_alg of orders conflicts with it: Signatures use PS256, ES256, EdDSA, Ed25519.',
    ]);
  });
});
