import { readFileSync } from 'node:fs';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { signingAlgs } from '#lib/keys/algorithms';
import { providerSchema } from '#lib/providers/schema';
import { findRoute } from '#lib/routes';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Portal } from '#lib/tenants/schema';
import { testClient } from '#lib/testing/client';
import { authorizeDevice, deviceFixtures } from '#lib/testing/device';
import { createProofMaker } from '#lib/testing/dpop';
import { fixtureClient, issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { discoveryDocument } from './discovery';
import { protocolRoutes } from './routes';

const apiSecret = 'orders-api-secret-0123456789';
const web = { ...fixtureClient('web'), require_consent: false };
const every = {
  ...web,
  client_id: 'every',
  require_pkce: false,
  grant_types: ['authorization_code', 'implicit', 'refresh_token'],
  response_types: ['code', 'token', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'],
};
const algs = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const configuration = {
  ...deviceFixtures,
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] }, ...deviceFixtures.scopes.slice(1)],
  clients: [
    ...deviceFixtures.clients,
    every,
    { ...web, client_id: 'RS256', id_token_signed_response_alg: 'RS256', access_token_signing_alg: 'RS256' },
    { ...web, client_id: 'PS256', id_token_signed_response_alg: 'PS256' },
    { ...web, client_id: 'ES256', id_token_signed_response_alg: 'ES256' },
    { ...web, client_id: 'ES384', id_token_signed_response_alg: 'ES384' },
    { ...web, client_id: 'ES512', access_token_signing_alg: 'ES512' },
    { ...web, client_id: 'Ed25519', id_token_signed_response_alg: 'Ed25519' },
    // Only its access tokens are signed with this algorithm.
    { ...web, client_id: 'EdDSA', access_token_signing_alg: 'EdDSA' },
  ],
};

type Discovery = Readonly<Record<string, readonly string[]>>;

let provider: TestProvider;
let discovery: Discovery;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
  discovery = JSON.parse((await provider.send('/.well-known/openid-configuration')).body);
});
afterAll(() => provider.close());

const announced = (name: string): readonly string[] => discovery[name] ?? [];

/** The parameters of an authorization response, from any part of the redirect, for a client that may use every flow. */
async function authorize(overrides: FormFields): Promise<URLSearchParams> {
  const person = createPerson(provider);
  const scope = overrides.response_type === 'token' ? 'orders' : 'openid';
  const response = await person.get(authorizeRequest({ client_id: 'every', scope, ...overrides }).path);
  const answered = String(response.headers.location).startsWith(`${issuer}/login`)
    ? await person.signIn(response)
    : response;
  const { search, hash } = new URL(locationOf(answered));
  return new URLSearchParams(search || hash.slice(1));
}

const errorOf = async (overrides: FormFields) => (await authorize(overrides)).get('error');

describe('announced features work, and others fail (RFC 8414 §2, security #143)', () => {
  it('each endpoint, at its only address under the issuer', () => {
    const addresses = Object.entries(discovery).filter(([name]) => /(_endpoint|_uri|_iframe)$/.test(name));
    const paths = addresses.map(([, address]) => String(address).slice(issuer.length));
    expect(addresses.every(([, address]) => String(address).startsWith(`${issuer}/`))).toBe(true);
    for (const path of paths) expect(findRoute(path), path).toBeDefined();
    const quiet = ['/connect/endsession/callback', '/health', '/health/live', '/metrics'];
    const rest = protocolRoutes
      .map(({ path }) => path)
      .filter((path) => !paths.includes(path) && !quiet.includes(path));
    expect(rest.every((path) => path.startsWith('/.well-known/') || path.startsWith('/connect/register'))).toBe(true);
  });

  it('response types', async () => {
    const values = announced('response_types_supported');
    expect(values).toHaveLength(7);
    for (const response_type of values) {
      const answer = await authorize({ response_type });
      const expected = response_type.split(' ').map((part) => (part === 'token' ? 'access_token' : part));
      for (const name of expected) expect(answer.has(name), response_type).toBe(true);
    }
    for (const response_type of ['none', 'token code id_token none', 'id_token code code', 'vp_token']) {
      expect(await errorOf({ response_type })).toBe('unsupported_response_type');
    }
  });

  it('response modes', async () => {
    const signed = ['form_post.jwt', 'fragment.jwt', 'jwt', 'query.jwt'];
    expect(announced('response_modes_supported').toSorted()).toEqual(
      ['form_post', 'fragment', 'query', ...signed].sort(),
    );
    for (const response_mode of ['jwt', 'query.jwt', 'fragment.jwt']) {
      expect((await authorize({ response_mode })).has('response'), response_mode).toBe(true);
    }
    for (const response_mode of ['query', 'fragment']) {
      expect((await authorize({ response_mode })).has('code'), response_mode).toBe(true);
    }
    const page = await provider.send(authorizeRequest({ response_mode: 'form_post', prompt: 'none' }).path);
    expect(page.body).toContain('name="error" value="login_required"');
    for (const response_mode of ['JWT', 'web_message', 'form_post.JWT']) {
      expect(await errorOf({ response_mode })).toBe('invalid_request');
    }
  });

  it('scopes and prompt values', async () => {
    for (const scope of announced('scopes_supported')) {
      const known = await errorOf({ scope: scope === 'openid' ? scope : `openid ${scope}`, prompt: 'none' });
      const mayHave = [...every.scope.split(' '), 'openid'].includes(scope);
      expect(known, scope).toBe(mayHave ? 'login_required' : 'invalid_scope');
    }
    expect(announced('scopes_supported')).not.toContain('retired');
    expect(announced('prompt_values_supported')).toEqual(expect.arrayContaining(['none', 'login', 'consent']));
    expect(await errorOf({ prompt: 'none' })).toBe('login_required');
  });

  it('levels, by their names and aliases (OpenID Connect Discovery §3)', async () => {
    const names = ['urn:signet:acr:1', 'urn:signet:acr:2', 'phr', 'phrh'];
    expect(announced('acr_values_supported')).toEqual(names);
    await provider.configure({ ...configuration, portal: { acr_aliases: { gold: 2 } } });
    const { body } = await provider.send('/.well-known/openid-configuration');
    expect(JSON.parse(body).acr_values_supported).toEqual([...names, 'gold']);
    await provider.configure({ ...configuration, portal: { acr_aliases: {} } });
  });

  it('claims', async () => {
    const issued = await issueCode(provider, { scope: 'openid profile email' });
    const { access_token } = bodyOf(await redeem(provider, issued));
    const claims = Object.keys(bodyOf(await userinfo(provider, access_token)));
    expect(claims).toEqual(expect.arrayContaining(['sub', 'name', 'email']));
    for (const name of claims) expect(announced('claims_supported')).toContain(name);
  });

  it('grants', async () => {
    const ask = async (grant_type: string) => {
      const headers = { authorization: basic('every', secrets.web) };
      return bodyOf(await provider.post('/connect/token', { grant_type }, headers)).error;
    };
    const extensions = ['urn:ietf:params:oauth:grant-type:token-exchange'];
    for (const grantType of announced('grant_types_supported')) {
      const error = await ask(grantType);
      const isRefused = error === 'unsupported_grant_type';
      // `implicit` is not a grant of the token endpoint. An extension grant is refused with the same error if the
      // client does not have it.
      expect(isRefused, grantType).toBe(grantType === 'implicit' || extensions.includes(grantType));
    }
    for (const grantType of ['urn:ietf:params:oauth:grant-type:jwt-bearer', 'urn:openid:params:grant-type:ciba']) {
      expect(announced('grant_types_supported')).not.toContain(grantType);
      expect(await ask(grantType)).toBe('unsupported_grant_type');
    }
  });

  it('authentication methods of clients and APIs', async () => {
    const fields = { grant_type: 'client_credentials' };
    const ways: Record<string, () => Promise<number>> = {
      client_secret_basic: async () =>
        (await provider.post('/connect/token', fields, { authorization: basic('m2m', secrets.m2m) })).status,
      client_secret_post: async () =>
        (await provider.post('/connect/token', { ...fields, client_id: 'm2m', client_secret: secrets.m2m })).status,
      none: async () => (await authorizeDevice(provider)).status,
    };
    const proved = announced('token_endpoint_auth_methods_supported').filter((way) => way !== 'private_key_jwt');
    expect(proved.toSorted()).toEqual(Object.keys(ways).toSorted());
    for (const way of proved) expect(await ways[way]?.(), way).toBe(200);
    const inBody = { token: 'x', client_id: 'orders', client_secret: apiSecret };
    const inHeader = { authorization: basic('orders', apiSecret) };
    expect((await provider.post('/connect/introspect', inBody)).status).toBe(200);
    expect((await provider.post('/connect/introspect', { token: 'x' }, inHeader)).status).toBe(200);
    expect(announced('introspection_endpoint_auth_methods_supported').toSorted()).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
    ]);
  });

  it('algorithms that tokens are signed with, each with a published key', async () => {
    const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body).keys;
    expect(announced('id_token_signing_alg_values_supported').toSorted()).toEqual(algs.toSorted());
    for (const alg of algs) {
      const issued = await issueCode(provider, { client_id: alg });
      const { id_token, access_token } = bodyOf(await redeem(provider, issued, {}, basic(alg, secrets.web)));
      const headers = [id_token, access_token].map((token) => decodeProtectedHeader(String(token)));
      expect(headers.map((header) => header.alg)).toContain(alg);
      for (const header of headers) {
        expect(keys).toContainEqual(expect.objectContaining({ kid: header.kid, alg: header.alg }));
      }
    }
  });

  it('algorithms of proofs of possession (RFC 9449 §5.1)', async () => {
    const ask = async (alg: string) => {
      const { prove } = await createProofMaker(provider, alg);
      const headers = { authorization: basic('m2m', secrets.m2m), dpop: await prove() };
      return bodyOf(await provider.post('/connect/token', { grant_type: 'client_credentials' }, headers));
    };
    const values = announced('dpop_signing_alg_values_supported');
    expect(values).toEqual(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'PS256', 'RS256']);
    for (const alg of values) expect((await ask(alg)).token_type, alg).toBe('DPoP');
    for (const alg of ['RS512', 'PS384']) expect((await ask(alg)).error, alg).toBe('invalid_dpop_proof');
  });

  it('PKCE methods, while a client may use them', async () => {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const ask = (method: string) =>
      errorOf({ code_challenge: challenge, code_challenge_method: method, prompt: 'none' });
    expect(announced('code_challenge_methods_supported')).toEqual(['S256']);
    expect(await ask('S256')).toBe('login_required');
    expect(await ask('plain')).toBe('invalid_request');
    const own = await createTestProvider({ ...configuration, clients: [{ ...every, allow_plain_pkce: true }] });
    const document: Discovery = JSON.parse((await own.send('/.well-known/openid-configuration')).body);
    expect(document.code_challenge_methods_supported).toEqual(['S256', 'plain']);
    const { path } = authorizeRequest({ client_id: 'every', code_challenge_method: 'plain', prompt: 'none' });
    expect(answerOf(await own.send(path)).error).toBe('login_required');
    await own.close();
  });

  it('features that are on or off', async () => {
    expect(discovery).toMatchObject({
      claims_parameter_supported: true,
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      require_pushed_authorization_requests: false,
      authorization_response_iss_parameter_supported: true,
      subject_types_supported: ['public', 'pairwise'],
      claim_types_supported: ['normal'],
    });
    expect(await errorOf({ request: 'a.b.c' })).toBe('invalid_request_object');
    expect(await errorOf({ request_uri: redirectUri })).toBe('invalid_request_uri');
    const idToken = (
      await authorize({ response_type: 'id_token', claims: '{"id_token":{"name":null}}', scope: 'openid profile' })
    ).get('id_token');
    expect(decodeJwt(idToken ?? '')).toHaveProperty('name');
    expect((await authorize({ prompt: 'none' })).get('iss')).toBe(discovery.issuer);
  });

  it('the same document at the address of RFC 8414, for the issuer byte for byte', async () => {
    expect(discovery.issuer).toBe(issuer);
    expect(findRoute('/.well-known/oauth-authorization-server')?.handler).toBe(
      findRoute('/.well-known/openid-configuration')?.handler,
    );
  });
});

describe('the discovery document', () => {
  /** The document of a provider with only these clients, and further changes. */
  function documentOf(portal: Partial<Portal>, clients: readonly Client[] = [], change: Partial<Snapshot> = {}) {
    const { settings, snapshot, now } = provider.context();
    const configured = {
      portal: { ...snapshot.portal, ...portal },
      clients: new Map(clients.map((client, index) => [`c${index}`, client])),
    };
    const source = { settings, now, snapshot: { ...snapshot, ...configured, ...change } };
    return JSON.parse(discoveryDocument.document(undefined, source).body);
  }

  /** The scopes of the provider, with changes to this API. */
  const withApi = (change: Partial<Scope>) => {
    const { scopes } = provider.context().snapshot;
    const orders = scopes.get('orders');
    if (orders === undefined) throw new Error('no scope');
    return { scopes: new Map([...scopes, ['orders', { ...orders, ...change }]]) };
  };

  it.each([
    ['off', undefined],
    ['token', `${issuer}/connect/register`],
    ['open', `${issuer}/connect/register`],
  ] as const)('registration %s has the endpoint %s (OpenID Connect Discovery §3)', (dynamicRegistration, address) => {
    expect(documentOf({ dynamicRegistration }).registration_endpoint).toBe(address);
  });

  it.each<[string, Partial<Portal>, readonly Client[], object]>([
    ['nobody who has one', {}, [testClient()], { request_uri_parameter_supported: false }],
    [
      'no client with a metadata document',
      { clientIdMetadataDocuments: 'open' },
      [],
      { request_uri_parameter_supported: false },
    ],
    [
      'no client that is disabled',
      {},
      [testClient({ enabled: false, requestUris: ['https://rp.test/request'] })],
      { request_uri_parameter_supported: false },
    ],
    [
      'a client that may register one with a token',
      { dynamicRegistration: 'token' },
      [],
      { request_uri_parameter_supported: true, require_request_uri_registration: true },
    ],
    [
      'a client that registered one',
      {},
      [testClient(), testClient({ requestUris: ['https://rp.test/request'] })],
      { request_uri_parameter_supported: true, require_request_uri_registration: true },
    ],
    [
      'a client that may register one',
      { dynamicRegistration: 'open' },
      [],
      { request_uri_parameter_supported: true, require_request_uri_registration: true },
    ],
  ])('takes request objects by their address of %s (RFC 9101 §10.5)', (_, portal, clients, expected) => {
    expect(documentOf(portal, clients)).toMatchObject(expected);
  });

  it.each<[string, Partial<Portal>, readonly Client[], Partial<Scope>, boolean]>([
    ['for nobody', {}, [testClient()], {}, false],
    ['for a client that may register', { dynamicRegistration: 'token' }, [], {}, true],
    ['for an ID token', {}, [testClient(), testClient({ idTokenEncryptedResponseAlg: 'RSA-OAEP-256' })], {}, true],
    ['for UserInfo', {}, [testClient({ userinfoEncryptedResponseAlg: 'RSA-OAEP-256' })], {}, true],
    [
      'for an authorization response',
      {},
      [testClient({ authorizationEncryptedResponseAlg: 'RSA-OAEP-256' })],
      {},
      true,
    ],
    ['for an API', {}, [], { introspectionEncryptedResponseAlg: 'RSA-OAEP-256' }, true],
    [
      'for no client that is disabled',
      {},
      [testClient({ enabled: false, idTokenEncryptedResponseAlg: 'RSA-OAEP-256' })],
      {},
      false,
    ],
  ])('encrypts %s (OpenID Connect Discovery §3)', (_, portal, clients, api, isOffered) => {
    const document = documentOf(portal, clients, withApi(api));
    for (const kind of ['id_token', 'userinfo', 'authorization', 'introspection']) {
      expect(Object.hasOwn(document, `${kind}_encryption_alg_values_supported`), kind).toBe(isOffered);
      expect(Object.hasOwn(document, `${kind}_encryption_enc_values_supported`), kind).toBe(isOffered);
    }
  });

  it('names the active keys for request objects (RFC 9101 §10.5)', () => {
    const [key] = provider.context().snapshot.keys.values();
    if (key === undefined) throw new Error('no key');
    const later = new Date(provider.context().now.getTime() + 1000);
    const active = { ...key, kid: 'a', alg: 'ECDH-ES' } as const;
    const announced = { ...key, kid: 'b', alg: 'RSA-OAEP-256', activatesAt: later } as const;
    const algsOf = (keys: readonly (typeof active | typeof announced)[]) => {
      const decryptionKeys = new Map(keys.map((one) => [one.kid, one]));
      return documentOf({}, [], { decryptionKeys }).request_object_encryption_alg_values_supported;
    };
    expect(algsOf([active, announced])).toEqual(['ECDH-ES']);
    expect(algsOf([announced])).toBeUndefined();
    expect(algsOf([])).toBeUndefined();
  });

  it('lists the algorithms that APIs configure for introspection, and RS256 by default (RFC 9701 §7)', () => {
    const algsOf = (change: Partial<Scope>) =>
      documentOf({}, [], withApi(change)).introspection_signing_alg_values_supported;
    expect(algsOf({})).toEqual(['RS256']);
    expect(algsOf({ introspectionSignedResponseAlg: 'ES256' })).toEqual(['RS256', 'ES256']);
  });

  const algNames = ['id_token', 'userinfo', 'authorization'].map((name) => `${name}_signing_alg_values_supported`);
  const fapi = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

  it.each<[string, Partial<Portal>, readonly string[]]>([
    ['by anybody', { dynamicRegistration: 'open' }, signingAlgs],
    ['with a token', { dynamicRegistration: 'token' }, signingAlgs],
    ['with a document', { clientIdMetadataDocuments: 'open' }, signingAlgs],
    ['under a profile', { dynamicRegistration: 'open', securityProfile: 'fapi2' }, fapi],
    ['not at all', {}, ['RS256']],
  ])('lists the algorithms that clients can register %s (OpenID Connect Discovery §3)', (_, portal, expected) => {
    const document = documentOf(portal);
    for (const name of algNames) expect([name, document[name].toSorted()]).toEqual([name, expected.toSorted()]);
  });

  it('lists legacy flows only while they are on', () => {
    expect(documentOf({ legacyFlows: 'off' })).toMatchObject({ response_types_supported: ['code'] });
    expect(documentOf({ legacyFlows: 'off' }).grant_types_supported).not.toContain('implicit');
    expect(documentOf({ legacyFlows: 'off' }).grant_types_supported).not.toContain('password');
    expect(documentOf({ legacyFlows: 'on' }).response_types_supported).toContain('code id_token token');
    expect(documentOf({ legacyFlows: 'on' }).grant_types_supported).toEqual(
      expect.arrayContaining(['authorization_code', 'implicit', 'password']),
    );
  });

  it.each<[string, Partial<Portal>, readonly object[], readonly string[]]>([
    ['with passkeys', { passkeys: 'on' }, [], ['phr', 'phrh', 'silver', 'gold']],
    ['without passkeys', { passkeys: 'off' }, [], ['silver']],
    [
      'with a provider that vouches for level 3',
      { passkeys: 'off' },
      [{ acr_mapping: { 'urn:corp:strong': 3 } }],
      ['phr', 'silver', 'gold'],
    ],
    [
      'with a disabled provider that does',
      { passkeys: 'off' },
      [{ acr_mapping: { 'urn:corp:strong': 4 }, enabled: false }],
      ['silver'],
    ],
  ])('lists the levels that a sign-in can reach: %s (OpenID Connect Discovery §3)', (_, portal, given, expected) => {
    const corp = { name: 'corp', display_name: 'Corp', type: 'oidc', issuer: 'https://corp.test', client_id: 'signet' };
    const parsed = given.map((changes) => ({ ...providerSchema.parse({ ...corp, ...changes }), clientSecret: null }));
    const providers = new Map(parsed.map((one) => [one.name, one]));
    const aliases = { silver: 2, gold: 3 } as const;
    expect(documentOf({ ...portal, acrAliases: aliases }, [], { providers }).acr_values_supported).toEqual([
      'urn:signet:acr:1',
      'urn:signet:acr:2',
      ...expected,
    ]);
  });

  it('lists plain PKCE only for an enabled client', () => {
    const methodsOf = (client: Partial<Client>) =>
      documentOf({}, [testClient({ allowPlainPkce: true, ...client })]).code_challenge_methods_supported;
    expect(methodsOf({})).toEqual(['S256', 'plain']);
    expect(methodsOf({ enabled: false })).toEqual(['S256']);
    expect(methodsOf({ allowPlainPkce: false })).toEqual(['S256']);
  });

  it.each([
    ['off', undefined],
    ['open', true],
  ] as const)('metadata documents %s: %s', (clientIdMetadataDocuments, expected) => {
    expect(documentOf({ clientIdMetadataDocuments }).client_id_metadata_document_supported).toBe(expected);
  });

  it('announces the requirements of the portal’s profile (FAPI 2.0 Security Profile §5.4.1)', () => {
    const none = documentOf({ securityProfile: 'none' });
    const signing = documentOf({ securityProfile: 'fapi2_message_signing' });
    expect(none).not.toHaveProperty('require_signed_request_object');
    expect(signing.require_signed_request_object).toBe(true);
    expect(documentOf({ securityProfile: 'fapi2' })).not.toHaveProperty('require_signed_request_object');
    expect(none.dpop_signing_alg_values_supported).toContain('RS256');
    expect(signing.dpop_signing_alg_values_supported.toSorted()).toEqual(['ES256', 'Ed25519', 'EdDSA', 'PS256'].sort());
  });

  it('is explained member by member in docs/protocol.md, whatever is on', () => {
    const page = readFileSync('docs/protocol.md', 'utf8');
    const all = {
      ...documentOf({ dynamicRegistration: 'open', clientIdMetadataDocuments: 'open' }),
      ...documentOf({ securityProfile: 'fapi2_message_signing' }),
    };
    expect(Object.keys(all).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('lists the claims of identity scopes, and none of an API', () => {
    const { claims_supported: claims } = documentOf({}, [], withApi({ claims: ['credit_limit'] }));
    expect(claims).toEqual(expect.arrayContaining(['sub', 'name', 'email']));
    expect(claims).not.toContain('credit_limit');
  });
});
