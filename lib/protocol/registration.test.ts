import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { clientTable, countSelfRegistered, findClient, listClients } from '#lib/clients/client-store';
import { createInitialToken } from '#lib/clients/registration/initial-token-store';
import { noteUse, type UseKind } from '#lib/clients/usage/note-use';
import { beginRecording, writeUses } from '#lib/clients/usage/use-store';
import { exportConfiguration } from '#lib/config/export';
import { hashHandle } from '#lib/crypto/hash';
import type { Transaction } from '#lib/db/database';
import { bumpRevision, readRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { findLiveKeys } from '#lib/keys/key-store';
import { findRoute } from '#lib/routes';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { changeClients, storedSettings } from '#lib/testing/change-clients';
import { fixtures, redeem, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { refusalOf } from '#lib/testing/without-reference';
import { answerPreflight, withCors } from './cors';
import { handleRegistration } from './registration';
import { openLimits } from './registration/find-no-place';
import { sweepRegistrations } from './registration/sweep-registrations';

const device = 'urn:ietf:params:oauth:grant-type:device_code';
const rp = { redirect_uris: ['https://rp.example/cb'] };
let token: TestProvider;
let open: TestProvider;

beforeAll(async () => {
  token = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'token' } });
  open = await createTestProvider({
    ...fixtures,
    scopes: [
      ...fixtures.scopes,
      { name: 'notes', type: 'resource', resource: 'https://notes.test/mcp', audience: 'resource', open: true },
    ],
    portal: { dynamic_registration: 'open' },
  });
});
afterAll(() => Promise.all([token.close(), open.close()]));

type Sent = { readonly bearer?: string | undefined; readonly type?: string; readonly address?: string };

function register(provider: TestProvider, metadata: unknown, { bearer, type, address = '192.0.2.1' }: Sent = {}) {
  return provider.send('/connect/register', {
    method: 'POST',
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
    headers: {
      'content-type': type ?? 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    clientAddress: address,
  });
}

type Credentials = { readonly uri: string; readonly bearer: string; readonly id: string; readonly secret: string };

async function registered(provider: TestProvider, metadata: object = rp, sent: Sent = {}): Promise<Credentials> {
  const response = await register(provider, metadata, sent);
  if (response.status !== 201) throw new Error(`not registered: ${response.status} ${response.body}`);
  const body = bodyOf(response);
  return {
    uri: String(body.registration_client_uri),
    bearer: String(body.registration_access_token),
    id: String(body.client_id),
    secret: String(body.client_secret),
  };
}

function manage(
  provider: TestProvider,
  method: string,
  { uri, bearer }: Omit<Credentials, 'id' | 'secret'>,
  body = '',
) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return provider.send(uri, { method, body, headers });
}

async function initialToken(provider: TestProvider, uses: number | null = null): Promise<string> {
  const { db, now } = provider.context();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  return createInitialToken(db, { description: null, remainingUses: uses, flows: 'code', expiresAt }, now);
}

/** The error code, and the part of the description that identifies the rule. */
function errorOf(response: HttpResponse): string {
  const { error, error_description: description } = bodyOf(response);
  return `${response.status} ${error} ${description}`;
}

describe('the registration endpoint', () => {
  it('does not exist while dynamic_registration is off, and discovery does not name it', async () => {
    const provider = await createTestProvider(fixtures);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect((await provider.send('/connect/register', { method })).status).toBe(404);
    }
    expect(bodyOf(await provider.send('/.well-known/openid-configuration'))).not.toHaveProperty(
      'registration_endpoint',
    );
    await provider.close();
  });

  it('is in discovery while it is on (OpenID Connect Discovery §3)', async () => {
    const document = bodyOf(await token.send('/.well-known/openid-configuration'));
    expect(document.registration_endpoint).toBe('https://op.test/connect/register');
  });

  it('answers with generated credentials and the metadata in force (RFC 7591 §3.2.1)', async () => {
    const response = await register(open, {
      ...rp,
      client_name: 'Shop',
      'client_name#de': 'Laden',
      contacts: ['a@b.c'],
    });
    expect(response).toMatchObject({ status: 201, headers: { 'cache-control': expect.stringContaining('no-store') } });
    const { db, now } = open.context();
    const body = bodyOf(response);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[\w-]{22}$/),
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
      registration_access_token: expect.stringMatching(/^[\w-]{43}$/),
      registration_client_uri: `https://op.test/connect/register?client_id=${body.client_id}`,
      client_name: 'Shop',
      application_type: 'web',
      subject_type: 'public',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: ['https://rp.example/cb'],
      post_logout_redirect_uris: [],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'openid profile email phone address roles notes offline_access',
      id_token_signed_response_alg: 'RS256',
      frontchannel_logout_session_required: true,
      backchannel_logout_session_required: true,
      default_acr_values: [],
      contacts: ['a@b.c'],
      require_auth_time: true,
      require_pushed_authorization_requests: false,
      require_signed_request_object: false,
      request_uris: [],
      authorization_signed_response_alg: 'RS256',
      dpop_bound_access_tokens: false,
      tls_client_certificate_bound_access_tokens: false,
    });
    const stored = JSON.stringify(await db.client.findMany({ include: { secrets: true } }));
    expect(stored).not.toContain(body.client_secret);
    expect(stored).not.toContain(body.registration_access_token);
  });

  it('issues no secret to a client without one, and requires PKCE of it (RFC 9700 §2.1.1)', async () => {
    const none = await register(open, { ...rp, token_endpoint_auth_method: 'none' });
    expect(bodyOf(none)).not.toHaveProperty('client_secret');
    expect(bodyOf(none)).not.toHaveProperty('client_secret_expires_at');
    const parameters = { client_id: String(bodyOf(none).client_id), redirect_uri: 'https://rp.example/cb' };
    const { path } = authorizeRequest({ ...parameters, code_challenge: undefined, code_challenge_method: undefined });
    expect((await createPerson(open).get(path)).body).toContain('A code_challenge is required');
  });

  it('creates a client that works at once, with consent, and with optional PKCE when it has a secret', async () => {
    const { id, secret } = await registered(open);
    const person = createPerson(open);
    const { path, verifier } = authorizeRequest({ client_id: id, redirect_uri: 'https://rp.example/cb' });
    const consent = await person.signIn(await person.get(path));
    const { code = '' } = answerOf(await person.allow(consent));
    const fields = { redirect_uri: 'https://rp.example/cb' };
    const tokens = await redeem(open, { code, verifier }, fields, basic(id, secret));
    expect(tokens.status).toBe(200);
    const plain = { code_challenge: undefined, code_challenge_method: undefined };
    const again = authorizeRequest({ client_id: id, redirect_uri: 'https://rp.example/cb', ...plain });
    expect((await person.get(again.path)).status).toBe(303);
  });

  it('ignores values that only the server or an operator sets (security #57, #159)', async () => {
    const chosen = {
      client_id: 'web',
      client_secret: 'chosen-secret-of-the-client',
      client_secrets: [{ value: 'chosen-secret-of-the-client' }],
      secretHash: 'x',
      enabled: false,
      self_registered: false,
      registration_token_hash: null,
      require_consent: false,
      require_pkce: false,
      allow_plain_pkce: true,
      access_token_format: 'reference',
      access_token_lifetime_seconds: 999_999,
      claims: { role: 'admin' },
      tenant: 'acme',
      token_exchange: { subjects: ['web'], delegation: false },
      allowed_cors_origins: ['https://evil.test'],
      isFirstParty: true,
      ['__proto__']: { require_consent: false },
    };
    const { id } = await registered(open, { ...rp, ...chosen, token_endpoint_auth_method: 'none' });
    expect(id).not.toBe('web');
    const record = (await listClients(open.context().db)).find((client) => client.clientId === id);
    expect(record).toMatchObject({
      enabled: true,
      secrets: [],
      selfRegistered: true,
      requireConsent: true,
      requirePkce: 'auto',
      allowPlainPkce: false,
      accessTokenFormat: 'jwt',
      accessTokenLifetimeSeconds: 3600,
      claims: {},
      tenant: null,
      tokenExchange: null,
      allowedCorsOrigins: null,
    });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://rp.example/1',
    'file:///etc/passwd',
    'about:blank',
    'intent:x',
    'ws://rp.example',
    'http://rp.example/cb',
    'https://rp.example/cb#f',
    'https://rp.example/cb?code=x',
    'https://rp.example/cb?state=x',
    'https://rp.example/cb?iss=x',
    'https://rp.example/cb?error=x',
    'https://rp.example@evil.test/cb',
    'https://*.rp.example/cb',
  ])('refuses the redirect URI %j (security #1, #3, #6, #7, #8)', async (uri) => {
    const response = await register(open, { redirect_uris: [uri], application_type: 'web' });
    expect(errorOf(response)).toMatch(/^400 invalid_redirect_uri redirect_uris\[0\]: /);
  });

  it.each(['com.example.app:/cb', 'http://127.0.0.1/cb', 'http://[::1]:5000/cb'])(
    'takes %s for a native client (security #7, #8)',
    async (uri) => {
      const response = await register(open, { redirect_uris: [uri], token_endpoint_auth_method: 'none' });
      expect(bodyOf(response)).toMatchObject({ application_type: 'native', redirect_uris: [uri] });
    },
  );

  it.each([
    [{ post_logout_redirect_uris: ['javascript:alert(1)'] }, 'post_logout_redirect_uris[0]'],
    [
      { initiate_login_uri: 'http://localhost/start' },
      'initiate_login_uri: expected an address that starts with https',
    ],
    [{ initiate_login_uri: 'javascript:alert(1)' }, 'initiate_login_uri: '],
    [{ initiate_login_uri: 'https://user@rp.example/start' }, 'initiate_login_uri: '],
    [{ client_name: 'x'.repeat(201) }, 'client_name: expected at most 200 characters'],
    [{ client_name: 7 }, 'client_name: expected text, got a number'],
    [{ redirect_uris: 'https://rp.example/cb', client_name: 7 }, 'client_name'],
    [{ token_endpoint_auth_method: 'client_secret_jwt' }, 'token_endpoint_auth_method: expected one of'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'jwks: private_key_jwt needs jwks or jwks_uri'],
    [{ response_types: ['id_token'] }, 'response_types: id_token is not open to registration'],
    [{ grant_types: ['implicit'], response_types: ['id_token'] }, 'grant_types: implicit is not open to registration'],
    [{ grant_types: ['implicit', 'refresh_token'] }, 'grant_types: implicit is not open to registration'],
    [{ response_types: ['code token', 'token'] }, 'response_types: code token is not open to registration'],
    [{ id_token_signed_response_alg: 'none' }, 'id_token_signed_response_alg'],
    [{ id_token_signed_response_alg: 'HS256' }, 'id_token_signed_response_alg'],
    [{ subject_type: 'random' }, 'subject_type'],
    [{ sector_identifier_uri: 'http://rp.example/sector' }, 'sector_identifier_uri'],
    [
      { subject_type: 'pairwise', redirect_uris: ['https://a.example/cb', 'https://b.example/cb'] },
      'sector_identifier_uri: redirect URIs on several hosts',
    ],
    [
      { subject_type: 'pairwise', redirect_uris: ['https://victim.example/cb', 'http://127.0.0.1/cb'] },
      'sector_identifier_uri: redirect URIs on several hosts',
    ],
    [{ userinfo_signed_response_alg: 'none' }, 'userinfo_signed_response_alg'],
    [
      { userinfo_encrypted_response_alg: 'RSA-OAEP', jwks_uri: 'https://rp.example/jwks' },
      'userinfo_encrypted_response_alg',
    ],
    [{ id_token_encrypted_response_alg: 'RSA1_5' }, 'id_token_encrypted_response_alg'],
    [{ id_token_encrypted_response_alg: 'dir' }, 'id_token_encrypted_response_alg'],
    [{ id_token_encrypted_response_alg: 'RSA-OAEP' }, 'jwks: id_token_encrypted_response_alg needs jwks'],
    [{ id_token_encrypted_response_enc: 'A128GCM' }, 'id_token_encrypted_response_enc'],
    [{ request_object_encryption_alg: 'RSA-OAEP' }, 'request_object_encryption_alg'],
    [{ request_object_encryption_enc: 'A128GCM' }, 'request_object_encryption_enc'],
    [{ token_endpoint_auth_signing_alg: 'HS256' }, 'token_endpoint_auth_signing_alg'],
    [{ grant_types: ['password'] }, 'grant_types: password is not open to registration'],
    [{ grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] }, 'grant_types: urn:ietf'],
    [{ grant_types: [device] }, `grant_types: ${device} needs an initial access token`],
    [{ grant_types: ['client_credentials'] }, 'grant_types: client_credentials needs an initial access token'],
    [{ frontchannel_logout_uri: 'https://other.example/out' }, 'frontchannel_logout_uri: expected scheme, host and'],
    [{ jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, 'jwks.keys[0].kty'],
    [{ jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, 'jwks.keys[0].d: must not be included'],
    [{ request_uris: ['https://127.0.0.1/request.jwt'] }, 'request_uris: is not a public address'],
    [{ require_signed_request_object: true }, 'jwks: require_signed_request_object needs jwks or jwks_uri'],
    [{ default_max_age: -1 }, 'default_max_age: expected at least 0'],
    [{ dpop_bound_access_tokens: 'true' }, 'dpop_bound_access_tokens: expected true or false, got text'],
    [{ default_acr_values: 'phr' }, 'default_acr_values: expected a list, got text'],
    [{ default_acr_values: ['phr', 'silver'] }, 'default_acr_values: level silver does not exist'],
    [{ grant_types: 'authorization_code' }, 'grant_types: expected a list, got text'],
    [{ grant_types: [5] }, 'grant_types[0]: expected text, got a number'],
    [{ response_types: 'code' }, 'response_types: expected a list, got text'],
  ])('refuses %j as invalid_client_metadata (RFC 7591 §3.2.2, security #6, #125)', async (change, description) => {
    const response = await register(open, { ...rp, ...change });
    expect(errorOf(response)).toContain(`400 invalid_client_metadata ${description}`);
  });

  it.each<[string, unknown]>([
    ['client_uri', 'javascript:alert(1)'],
    ['client_uri', ''],
    ['logo_uri', ''],
    ['logo_uri', 'data:image/svg+xml,x'],
    ['logo_uri', '/logo.png'],
    ['tos_uri', ''],
    ['tos_uri', 'blob:x'],
    ['tos_uri', 7],
    ['policy_uri', ''],
    ['policy_uri', 'https://user@rp.example'],
    ['policy_uri', `https://rp.example/${'x'.repeat(3000)}`],
    ['contacts', ''],
    ['contacts', 'a@b.c'],
    ['contacts', ['', 7, 'x'.repeat(321)]],
    ['contacts', Array.from({ length: 21 }, (_, index) => `a${index}@b.c`)],
    ['software_id', ''],
    ['software_id', ['x']],
    ['software_version', 1.2],
    ['software_version', 'x'.repeat(201)],
  ])('leaves out a %s that is unusable, and registers the rest (%#)', async (name, value) => {
    const response = await register(open, { ...rp, client_name: 'Shop', [name]: value });
    expect(response.status).toBe(201);
    const body = bodyOf(response);
    expect(body).toMatchObject({ client_name: 'Shop', redirect_uris: rp.redirect_uris });
    expect(body[name] ?? []).toEqual([]);
  });

  it('keeps and echoes what describes the client, and forgets it by an update without it (RFC 7591 §2)', async () => {
    const software = { software_id: '4NRB1-0XZABZI9E6-5SM3R', software_version: '2.1' };
    const described = { ...software, contacts: ['ops@rp.example', 'Zoë <zoe@rp.example>'] };
    const client = await registered(open, {
      ...rp,
      ...described,
      contacts: [...described.contacts, '', 'ops@rp.example'],
    });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject(described);
    const update = { ...rp, client_id: client.id };
    const moved = { ...update, ...described, software_version: '2.2' };
    expect(bodyOf(await manage(open, 'PUT', client, JSON.stringify(moved)))).toMatchObject({
      ...described,
      software_version: '2.2',
    });
    const left = bodyOf(await manage(open, 'PUT', client, JSON.stringify(update)));
    expect([left.contacts, left.software_id, left.software_version]).toEqual([[], undefined, undefined]);
  });

  it.each([true, false, undefined])('answers require_auth_time %s with true, because it holds', async (wish) => {
    const client = await registered(open, { ...rp, require_auth_time: wish });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject({ require_auth_time: true });
  });

  it('registers default_acr_values, and echoes them (OpenID Connect Dynamic Client Registration §2)', async () => {
    const default_acr_values = ['phrh', 'urn:signet:acr:2'];
    const client = await registered(open, { ...rp, default_acr_values, minimum_acr: 'phr' });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject({ default_acr_values });
    const record = await findClient(open.context().db, client.id);
    expect(record?.record).toMatchObject({ defaultAcrValues: default_acr_values, minimumAcr: null });
  });

  it('registers dpop_bound_access_tokens, echoes it, and forgets it by an update without it (RFC 9449 §5.2)', async () => {
    const client = await registered(open, { ...rp, dpop_bound_access_tokens: true, dpop_require_nonce: true });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject({ dpop_bound_access_tokens: true });
    const { record } = (await findClient(open.context().db, client.id)) ?? {};
    expect(record).toMatchObject({ dpopBoundAccessTokens: true, dpopRequireNonce: false });
    const update = await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id }));
    expect(bodyOf(update)).toMatchObject({ dpop_bound_access_tokens: false });
  });

  it('registers certificate-bound tokens with mTLS, and refuses them without (RFC 8705 §3.4)', async () => {
    const asked = { ...rp, tls_client_certificate_bound_access_tokens: true };
    expect(errorOf(await register(open, asked))).toContain('400 invalid_client_metadata');
    const mtls = {
      SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
      SIGNET_MTLS_HEADER: 'nginx',
      SIGNET_TRUSTED_PROXIES: '10.0.0.1',
    };
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } }, mtls);
    expect(bodyOf(await register(provider, asked))).toMatchObject({ tls_client_certificate_bound_access_tokens: true });
    await provider.close();
  });

  it('registers signed requests, echoes them, and forgets them by an update without them (RFC 9101 §10.5)', async () => {
    const signed = {
      request_object_signing_alg: 'ES256',
      require_signed_request_object: true,
      request_uris: ['https://rp.example/request.jwt'],
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] },
    };
    const client = await registered(open, { ...rp, ...signed });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject(signed);
    const update = bodyOf(await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id })));
    expect(update).toMatchObject({ require_signed_request_object: false, request_uris: [] });
    expect(update).not.toHaveProperty('request_object_signing_alg');
  });

  it('registers how responses are signed, echoes it, and forgets it by an update without it (JARM §3)', async () => {
    const signed = { response_modes: ['jwt', 'form_post.jwt'], authorization_signed_response_alg: 'ES512' };
    const client = await registered(open, { ...rp, ...signed });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject(signed);
    const update = bodyOf(await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id })));
    expect(update).toMatchObject({ authorization_signed_response_alg: 'RS256' });
    expect(update).not.toHaveProperty('response_modes');
  });

  it('registers userinfo_signed_response_alg, echoes it, and forgets it by an update without it', async () => {
    const client = await registered(open, { ...rp, userinfo_signed_response_alg: 'ES256' });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject({ userinfo_signed_response_alg: 'ES256' });
    const update = bodyOf(await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id })));
    expect(update).not.toHaveProperty('userinfo_signed_response_alg');
  });

  it('registers encryption, echoes it, and forgets it by an update without it', async () => {
    const encryption = {
      id_token_encrypted_response_alg: 'RSA-OAEP-256',
      id_token_encrypted_response_enc: 'A256GCM',
      userinfo_encrypted_response_alg: 'ECDH-ES',
      authorization_encrypted_response_alg: 'ECDH-ES+A256KW',
      authorization_encrypted_response_enc: 'A128GCM',
      request_object_encryption_alg: 'ECDH-ES',
      request_object_encryption_enc: 'A256CBC-HS512',
    };
    const keys = { jwks_uri: 'https://rp.example/jwks', userinfo_signed_response_alg: 'ES256' };
    const client = await registered(open, { ...rp, ...keys, ...encryption });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject(encryption);
    const update = bodyOf(await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id })));
    for (const name of Object.keys(encryption)) expect(update).not.toHaveProperty(name);
  });

  it('registers token_endpoint_auth_signing_alg, echoes it, and forgets it by an update without it', async () => {
    const client = await registered(open, { ...rp, token_endpoint_auth_signing_alg: 'ES256' });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject({ token_endpoint_auth_signing_alg: 'ES256' });
    const update = await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id }));
    expect(bodyOf(update)).not.toHaveProperty('token_endpoint_auth_signing_alg');
  });

  it('registers initiate_login_uri, echoes it, and forgets it by an update without it (OpenID Connect Core §4)', async () => {
    const initiate_login_uri = 'https://rp.example/start?from=portal';
    const client = await registered(open, { ...rp, initiate_login_uri });
    expect(bodyOf(await manage(open, 'GET', client))).toMatchObject({ initiate_login_uri });
    const update = { ...rp, client_id: client.id };
    const moved = { ...update, initiate_login_uri: 'https://rp.example/moved' };
    expect(bodyOf(await manage(open, 'PUT', client, JSON.stringify(moved)))).toMatchObject({
      initiate_login_uri: 'https://rp.example/moved',
    });
    expect(bodyOf(await manage(open, 'PUT', client, JSON.stringify(update)))).not.toHaveProperty('initiate_login_uri');
  });

  it.each([
    'http://127.0.0.1/keys',
    'https://127.0.0.1/keys',
    'https://[::1]/keys',
    'https://[::ffff:169.254.169.254]/keys',
    'https://[fd00::1]/keys',
    'https://169.254.169.254/keys',
    'https://100.100.100.200/keys',
    'https://0.0.0.0/keys',
    'https://metadata.google.internal/keys',
    'https://x.localhost/keys',
    'https://rp.example:22/keys',
    'https://op.test/keys',
    'http://rp.example/keys',
  ])('refuses %s for every address that we would fetch (security #123, #124)', async (uri) => {
    for (const name of ['jwks_uri', 'backchannel_logout_uri']) {
      const response = await register(open, { ...rp, [name]: uri });
      expect(errorOf(response)).toContain(`400 invalid_client_metadata ${name}: `);
    }
  });

  it.each([
    ['no JSON', '{"redirect_uris":', '400 invalid_request The body is not a JSON object'],
    ['a list', '[]', '400 invalid_request The body is not a JSON object'],
    ['a text', '"x"', '400 invalid_request The body is not a JSON object'],
    ['a name twice', '{"scope":"openid","scope":"email"}', '400 invalid_request A name appears twice in the body'],
    ['no redirect URI', '{}', '400 invalid_redirect_uri redirect_uris: authorization_code needs at least one'],
  ])('refuses %s', async (_name, body, error) => {
    expect(errorOf(await register(open, body))).toContain(error);
  });

  it.each([
    ['200,000 nested arrays', '['.repeat(200_000)],
    ['nested members', `{"jwks":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`],
    ['a list for a text', '{"redirect_uris":["https://rp.example/cb"],"client_name":[["x"]]}'],
    ['an operator for a text', '{"redirect_uris":["https://rp.example/cb"],"client_name":{"not":""}}'],
    ['an operator for a list', '{"redirect_uris":{"in":["https://rp.example/cb"]}}'],
    ['a number without end', '{"redirect_uris":["https://rp.example/cb"],"default_max_age":1e400}'],
    ['half a character', '{"redirect_uris":["https://rp.example/cb"],"client_name":"\\ud800"}'],
    ['a byte order mark', '\ufeff{"redirect_uris":["https://rp.example/cb"]}'],
    ['UTF-16', Buffer.from('{"redirect_uris":["https://rp.example/cb"]}', 'utf16le').toString('latin1')],
  ])('refuses %s, and stores nothing (security #146, #149)', async (_name, body) => {
    const { db } = open.context();
    const before = await db.client.count();
    expect((await register(open, body)).status).toBe(400);
    expect(await db.client.count()).toBe(before);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=latin1', ''])(
    'refuses the content type %j with 415',
    async (type) => {
      expect((await register(open, rp, { type })).status).toBe(415);
      const { uri, bearer } = await registered(open);
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': type };
      expect((await open.send(uri, { method: 'PUT', body: JSON.stringify(rp), headers })).status).toBe(415);
    },
  );

  it('treats null as an absent member (RFC 7592 §2.2)', async () => {
    const names = [
      'scope',
      'grant_types',
      'response_types',
      'token_endpoint_auth_method',
      'contacts',
      'default_max_age',
    ];
    const absent = Object.fromEntries(names.map((name) => [name, null]));
    expect((await register(open, { ...rp, ...absent })).status).toBe(201);
  });

  it('tells every process about a new client', async () => {
    const { db } = open.context();
    const before = await readRevision(db);
    await registered(open);
    expect(await readRevision(db)).toBeGreaterThan(before);
  });
});

const everythingOpen = 'openid profile email phone address roles notes offline_access';

describe('a registration drops forbidden values from lists with permitted ones (RFC 7591 §3.2.1)', () => {
  it.each<[string, object, object]>([
    [
      'implicit beside the code flow',
      { grant_types: ['authorization_code', 'implicit'], response_types: ['code', 'id_token'] },
      { grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    [
      'hybrid response types',
      { grant_types: ['authorization_code', 'implicit'], response_types: ['code id_token', 'code'] },
      { grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    [
      'every flow that takes an administrator',
      { grant_types: ['password', 'authorization_code', 'client_credentials', device, 'refresh_token'] },
      { grant_types: ['authorization_code', 'refresh_token'] },
    ],
    ['a response type that nobody knows', { response_types: ['nonsense', 'code'] }, { response_types: ['code'] }],
    ['nothing of offline_access', { scope: 'openid offline_access' }, { scope: 'openid offline_access' }],
    ['nothing that we have one way of doing', { subject_type: 'public', require_signed_request_object: false }, {}],
    [
      'nothing of a front-channel address at a redirect URI',
      { frontchannel_logout_uri: 'https://rp.example/out' },
      { frontchannel_logout_uri: 'https://rp.example/out' },
    ],
    ['nothing of an open scope', { scope: 'openid notes' }, { scope: 'openid notes' }],
    ['an API without a token', { scope: 'openid orders' }, { scope: 'openid' }],
    ['a scope that there is not', { scope: 'openid nonsense retired' }, { scope: 'openid' }],
    ['the scopes of the admin API', { scope: 'openid signet.admin.owner' }, { scope: 'openid' }],
    ['all it asked for, as if it had not', { scope: 'orders nonsense' }, { scope: everythingOpen }],
    [
      'redirect URIs that cannot be used',
      { redirect_uris: ['other://x/cb', 'https://rp.example/cb', 'https://rp.example/cb#f', 'http://rp.example/'] },
      { redirect_uris: ['https://rp.example/cb'] },
    ],
    [
      'a redirect URI that came twice',
      { redirect_uris: ['https://rp.example/a', 'https://rp.example/a'] },
      { redirect_uris: ['https://rp.example/a'] },
    ],
    [
      'a post-logout URI that cannot be used',
      { post_logout_redirect_uris: ['javascript:alert(1)', 'https://rp.example/out'] },
      { post_logout_redirect_uris: ['https://rp.example/out'] },
    ],
  ])('%s', async (_, asked, left) => {
    const response = await register(open, { ...rp, ...asked });
    expect(response.status).toBe(201);
    expect(bodyOf(response)).toMatchObject(left);
    const { id, uri, bearer } = {
      id: String(bodyOf(response).client_id),
      uri: String(bodyOf(response).registration_client_uri),
      bearer: String(bodyOf(response).registration_access_token),
    };
    expect(bodyOf(await manage(open, 'GET', { uri, bearer }))).toMatchObject(left);
    const replaced = await manage(open, 'PUT', { uri, bearer }, JSON.stringify({ ...rp, ...asked, client_id: id }));
    expect(bodyOf(replaced)).toMatchObject(left);
  });

  it('drops less with an initial access token, and never gives implicit, hybrid or password', async () => {
    const bearer = await initialToken(token);
    const asked = {
      ...rp,
      grant_types: ['authorization_code', 'implicit', 'password', 'client_credentials', device],
      response_types: ['code', 'token'],
      scope: 'openid orders nonsense retired signet.admin signet.admin.owner',
    };
    expect(bodyOf(await register(token, asked, { bearer }))).toMatchObject({
      grant_types: ['authorization_code', 'client_credentials', device],
      response_types: ['code'],
      scope: 'openid orders',
    });
    const scheme = await register(token, { redirect_uris: ['other://x/cb'] }, { bearer });
    expect(errorOf(scheme)).toContain('400 invalid_redirect_uri');
  });
});

const flows = ['authorization_code', 'implicit', 'password', 'client_credentials', 'refresh_token', device];

describe('a self-registered client with more than it may have', () => {
  const stored = (id: string, secret: string, change: object) => ({
    clients: [
      {
        ...rp,
        client_id: id,
        client_secrets: [{ value: secret }],
        grant_types: flows,
        response_types: ['code', 'id_token', 'code id_token'],
        scope: 'openid orders',
        ...change,
      },
    ],
  });

  it('uses only the code flow and refresh tokens, until an operator vouches for it', async () => {
    const client = await registered(open);
    const attempt = async () => {
      const asked = { client_id: client.id, redirect_uri: 'https://rp.example/cb', scope: 'openid' };
      const implicit = authorizeRequest({ ...asked, response_type: 'id_token', nonce: 'n' }).path;
      const front = await createPerson(open).get(implicit);
      const headers = { authorization: basic(client.id, client.secret) };
      const machine = await open.post('/connect/token', { grant_type: 'client_credentials', scope: 'orders' }, headers);
      const password = await open.post(
        '/connect/token',
        { grant_type: 'password', username: 'alice', password: 'x', scope: 'openid' },
        headers,
      );
      const connected = await open.post('/connect/deviceauthorization', { scope: 'openid' }, headers);
      const location = front.headers.location;
      const isSignIn = typeof location === 'string' && location.includes('/login?');
      return [isSignIn, ...[machine, password, connected].map((answer) => bodyOf(answer).error)];
    };
    await open.configure(stored(client.id, client.secret, { self_registered: true }));
    expect(await attempt()).toEqual([false, 'unauthorized_client', 'unauthorized_client', 'unauthorized_client']);
    await open.configure(stored(client.id, client.secret, {}));
    expect(await attempt()).toEqual([true, undefined, 'invalid_grant', undefined]);
  });

  it('loses it with the next update (RFC 7592 §2.2)', async () => {
    const client = await registered(open);
    await open.configure(stored(client.id, client.secret, { self_registered: true }));
    const body = { ...rp, client_id: client.id, grant_types: flows, response_types: ['code', 'id_token'] };
    expect(bodyOf(await manage(open, 'PUT', client, JSON.stringify(body)))).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  });
});

it('a client that registered an open scope cannot ask for it once it is closed (decision 013)', async () => {
  const { id, secret } = await registered(open);
  const notes = { name: 'notes', type: 'resource', resource: 'https://notes.test/mcp', audience: 'resource' };
  const ask = async () => {
    const [redirectUri = ''] = rp.redirect_uris;
    const { path, verifier } = authorizeRequest({ client_id: id, redirect_uri: redirectUri, scope: 'openid notes' });
    const person = createPerson(open);
    const { code = '' } = answerOf(await person.allow(await person.signIn(await person.get(path))));
    const fields = { redirect_uri: redirectUri };
    return bodyOf(await redeem(open, { code, verifier }, fields, basic(id, secret))).scope;
  };
  expect(await ask()).toBe('openid notes');
  await open.configure({ scopes: [{ ...notes, open: false }] });
  expect(await ask()).toBe('openid');
  await open.configure({ scopes: [{ ...notes, open: true }] });
});

describe('an initial access token (RFC 7591 §3)', () => {
  it.each([
    ['no token', undefined],
    ['an unknown token', 'x'.repeat(43)],
  ])('is needed: %s', async (_name, bearer) => {
    const response = await register(token, rp, { bearer });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="signet", error="invalid_token"');
    expect((await register(token, { redirect_uris: ['x:y'] }, { bearer })).status, 'before its body is judged').toBe(
      401,
    );
  });

  it('registers its number of clients, also simultaneously, and none after it expires', async () => {
    const bearer = await initialToken(token, 3);
    expect((await register(token, { redirect_uris: ['x:y'] }, { bearer })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(token, rp, { bearer })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 401, 401, 401, 401, 401]);
    const later = await initialToken(token);
    token.advance(3601);
    expect((await register(token, rp, { bearer: later })).status).toBe(401);
  });

  it('vouches for the client: resource scopes, client_credentials and the device grant are open to it', async () => {
    const bearer = await initialToken(token);
    const metadata = {
      ...rp,
      grant_types: ['authorization_code', 'client_credentials', device],
      scope: 'openid orders',
    };
    const { id, secret } = await registered(token, metadata, { bearer });
    const record = (await listClients(token.context().db)).find((client) => client.clientId === id);
    expect(record).toMatchObject({ selfRegistered: false, requireConsent: true });
    const fields = { grant_type: 'client_credentials', scope: 'orders' };
    const answer = await token.post('/connect/token', fields, { authorization: basic(id, secret) });
    expect(answer.status).toBe(200);
    expect(errorOf(await register(token, { ...rp, grant_types: ['password'] }, { bearer }))).toContain('password');
  });

  it('is needed for the methods with certificates, which need mTLS too (RFC 8705 §2)', async () => {
    const mtls = {
      SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
      SIGNET_MTLS_HEADER: 'nginx',
      SIGNET_TRUSTED_PROXIES: '10.0.0.1',
    };
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } }, mtls);
    const name = { tls_client_auth_san_dns: 'rp.example' };
    const asked = { ...rp, token_endpoint_auth_method: 'tls_client_auth', ...name };
    const selfSigned = {
      ...rp,
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks_uri: 'https://rp.example/k',
    };
    for (const metadata of [asked, selfSigned]) {
      expect(errorOf(await register(provider, metadata))).toContain('needs an initial access token');
      const without = await register(open, metadata, { bearer: await initialToken(open) });
      expect(errorOf(without)).toContain('token_endpoint_auth_method: this value is not supported');
    }
    const bearer = await initialToken(provider);
    expect(bodyOf(await register(provider, selfSigned, { bearer }))).toMatchObject(selfSigned);
    expect(errorOf(await register(provider, { ...asked, tls_client_auth_san_dns: null }, { bearer }))).toContain(
      'tls_client_auth_subject_dn: tls_client_auth needs exactly one of',
    );
    const client = await registered(provider, asked, { bearer });
    expect(bodyOf(await manage(provider, 'GET', client))).toMatchObject(asked);
    const renamed = JSON.stringify({ ...asked, client_id: client.id, client_name: 'Shop' });
    expect(bodyOf(await manage(provider, 'PUT', client, renamed))).toMatchObject(asked);
    const update = { ...asked, client_id: client.id, token_endpoint_auth_method: 'none' };
    const updated = bodyOf(await manage(provider, 'PUT', client, JSON.stringify(update)));
    expect(updated).not.toHaveProperty('tls_client_auth_san_dns');
    const back = JSON.stringify({ ...asked, client_id: client.id });
    expect(errorOf(await manage(provider, 'PUT', client, back))).toContain('needs an initial access token');
    await provider.close();
  });

  it('is checked when it is sent, even if registration is open', async () => {
    expect((await register(open, rp, { bearer: 'wrong' })).status).toBe(401);
    const bearer = await initialToken(open);
    expect((await register(open, { ...rp, scope: 'orders' }, { bearer })).status).toBe(201);
  });
});

describe('a registered client manages itself (RFC 7592 §2)', () => {
  it('reads its registration, without the secret, which is stored only as a hash', async () => {
    const client = await registered(open);
    const response = await manage(open, 'GET', client);
    expect(response.status).toBe(200);
    expect(bodyOf(response)).toMatchObject({
      client_id: client.id,
      registration_access_token: client.bearer,
      registration_client_uri: client.uri,
      client_secret_expires_at: 0,
      redirect_uris: ['https://rp.example/cb'],
    });
    expect(bodyOf(response)).not.toHaveProperty('client_secret');
  });

  it.each([
    ['of one that an administrator gave it', ['2027-01-01T00:00:00.900Z'], 1_798_761_600],
    ['of the last of several', ['2027-01-01T00:00:00Z', '2026-06-01T00:00:00Z'], 1_798_761_600],
    ['0, because one never expires', ['2027-01-01T00:00:00Z', null], 0],
  ])('reads when its secret expires: %s (RFC 7591 §3.2.1)', async (_, ends, expected) => {
    const client = await registered(open);
    const secretsOfClient = ends.map((expires_at, index) => ({ value: `secret-of-the-area-${index}`, expires_at }));
    const own = { ...rp, client_id: client.id, self_registered: true, client_secrets: secretsOfClient };
    await open.configure({ clients: [own] });
    expect(bodyOf(await manage(open, 'GET', client)).client_secret_expires_at).toBe(expected);
  });

  it.each(['GET', 'PUT', 'DELETE'])('needs its own token for %s', async (method) => {
    const client = await registered(open);
    const other = await registered(open);
    const wrong = [other.bearer, client.secret, 'x', hashHandle(client.bearer)];
    for (const bearer of wrong) expect((await manage(open, method, { ...client, bearer })).status).toBe(401);
    const unknown = { ...client, uri: `${client.uri}x` };
    expect(refusalOf(await manage(open, method, unknown))).toEqual(
      refusalOf(await manage(open, method, { ...client, bearer: 'x' })),
    );
    expect((await open.send(client.uri, { method })).status).toBe(401);
    expect((await manage(open, method, { ...client, uri: '/connect/register' })).status).toBe(400);
    const twice = { ...client, uri: `${client.uri}&client_id=${other.id}` };
    expect((await manage(open, method, twice)).status).toBe(400);
  });

  it('cannot manage a client of the configuration file', async () => {
    for (const bearer of ['', 'x', 'null']) {
      const target = { uri: '/connect/register?client_id=web', bearer };
      expect((await manage(open, 'GET', target)).status).toBe(401);
    }
  });

  it('replaces its metadata completely and rotates nothing (RFC 7592 §2.2)', async () => {
    const client = await registered(open, { ...rp, client_name: 'Shop', client_uri: 'https://rp.example/' });
    const body = { client_id: client.id, client_secret: client.secret, redirect_uris: ['https://rp.example/new'] };
    const response = await manage(open, 'PUT', client, JSON.stringify({ ...body, logo_uri: null }));
    expect(response.status).toBe(200);
    const { client_secret: _, ...shown } = body;
    expect(bodyOf(response)).toMatchObject({ ...shown, registration_access_token: client.bearer });
    expect(bodyOf(response)).not.toHaveProperty('client_secret');
    expect(bodyOf(response)).not.toHaveProperty('client_name');
    expect(bodyOf(response)).not.toHaveProperty('client_uri');
    const inUse = open.context().snapshot.clients.get(client.id);
    expect(inUse?.redirectUris, 'at once').toEqual(['https://rp.example/new']);
    const answer = await open.post(
      '/connect/token',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://rp.example/new' },
      { authorization: basic(client.id, client.secret) },
    );
    expect(bodyOf(answer).error).toBe('invalid_grant');
  });

  it.each([
    ['no client_id', {}],
    ['another client_id', { client_id: 'web' }],
  ])('is refused with %s in the body', async (_name, body) => {
    const client = await registered(open);
    const response = await manage(open, 'PUT', client, JSON.stringify({ ...rp, ...body }));
    expect(errorOf(response)).toContain('400 invalid_client_metadata client_id');
  });

  it('keeps the keys that its own profile needs (FAPI 2.0 Security Profile §5.3.2.1, decision 011)', async () => {
    const client = await registered(open);
    const { publicKey } = await generateKeyPair('ES256');
    const keyed = { ...rp, client_id: client.id, jwks: { keys: [await exportJWK(publicKey)] } };
    await open.configure({ clients: [{ ...keyed, self_registered: true, security_profile: 'fapi2' }] });
    const put = (body: object) => manage(open, 'PUT', client, JSON.stringify(body));
    expect(errorOf(await put({ ...keyed, jwks: null }))).toContain('jwks: Clients need public keys');
    expect((await put({ ...keyed, client_name: 'Shop' })).status).toBe(200);
  });

  it('cannot choose its secret, and stays bound by the rules of registration', async () => {
    const client = await registered(open);
    const put = (change: object) =>
      manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id, ...change }));
    for (const secret of ['chosen', 5]) {
      expect(errorOf(await put({ client_secret: secret }))).toContain('client_secret: expected the secret');
    }
    expect(errorOf(await put({ redirect_uris: ['javascript:alert(1)'] }))).toContain('400 invalid_redirect_uri');
    expect(errorOf(await put({ jwks_uri: 'https://169.254.169.254/' }))).toContain('jwks_uri');
    expect(bodyOf(await put({ scope: 'openid orders' })).scope).toBe('openid');
    expect(errorOf(await put({ grant_types: [device] }))).toContain('needs an initial access token');
    const implicit = { grant_types: ['authorization_code', 'implicit'], response_types: ['code', 'token'] };
    expect(bodyOf(await put(implicit))).toMatchObject({
      grant_types: ['authorization_code'],
      response_types: ['code'],
    });
  });

  it('gets a secret when it starts to need one, and loses it when it does not', async () => {
    const client = await registered(open, { ...rp, token_endpoint_auth_method: 'none' });
    const put = async (method: string) => {
      const body = { ...rp, client_id: client.id, token_endpoint_auth_method: method };
      return bodyOf(await manage(open, 'PUT', client, JSON.stringify(body)));
    };
    expect(await put('client_secret_post')).toMatchObject({ client_secret: expect.any(String) });
    expect(await put('client_secret_post')).not.toHaveProperty('client_secret');
    expect(await put('none')).not.toHaveProperty('client_secret_expires_at');
  });

  it('keeps values that an operator set or vouched for', async () => {
    const bearer = await initialToken(open);
    const client = await registered(open, { ...rp, scope: 'openid orders' }, { bearer });
    await open.configure({
      clients: [
        {
          ...rp,
          client_id: client.id,
          client_secrets: [{ value: client.secret }],
          scope: 'openid orders invoices',
          access_token_format: 'reference',
          require_pkce: true,
          grant_types: flows,
          response_types: ['code', 'id_token'],
        },
      ],
    });
    const kept = { grant_types: flows, response_types: ['code', 'id_token'] };
    const body = { ...rp, ...kept, client_id: client.id, scope: 'openid orders invoices' };
    expect(bodyOf(await manage(open, 'PUT', client, JSON.stringify(body)))).toMatchObject(kept);
    const record = (await listClients(open.context().db)).find(({ clientId }) => clientId === client.id);
    const set = { accessTokenFormat: 'reference', scope: ['openid', 'orders', 'invoices'] };
    expect(record).toMatchObject({ ...set, requirePkce: true });
    const code = { grant_types: ['authorization_code'], response_types: ['code'] };
    const none = { ...body, ...code, token_endpoint_auth_method: 'none' };
    expect((await manage(open, 'PUT', client, JSON.stringify(none))).status).toBe(200);
    const publicClient = (await findClient(open.context().db, client.id))?.record;
    expect(publicClient, 'PKCE of a public client is no setting').toMatchObject({ ...set, requirePkce: 'auto' });
  });

  it('needs consent again after it changed: remembered consents are for the former description', async () => {
    const client = await registered(open);
    const person = createPerson(open);
    const { path } = authorizeRequest({ client_id: client.id, redirect_uri: 'https://rp.example/cb', scope: 'openid' });
    await person.allow(await person.signIn(await person.get(path)), { remember_consent: 'true' });
    expect(answerOf(await person.get(path))).toHaveProperty('code');
    const body = { ...rp, client_id: client.id, client_name: 'Your bank' };
    await manage(open, 'PUT', client, JSON.stringify(body));
    expect(String((await person.get(path)).headers.location)).toContain('/consent?');
  });

  it('writes nothing when nothing changed: remembered consents stay', async () => {
    const client = await registered(open, { ...rp, client_name: 'Shop' });
    const person = createPerson(open);
    const { path } = authorizeRequest({ client_id: client.id, redirect_uri: 'https://rp.example/cb', scope: 'openid' });
    await person.allow(await person.signIn(await person.get(path)), { remember_consent: 'true' });
    const { db } = open.context();
    const before = await db.revision.findFirst();
    const same = { ...rp, client_name: 'Shop', client_id: client.id, client_secret: client.secret };
    const answer = await manage(open, 'PUT', client, JSON.stringify(same));
    expect([answer.status, bodyOf(answer)]).toEqual([200, bodyOf(await manage(open, 'GET', client))]);
    expect(await db.revision.findFirst()).toEqual(before);
    expect(answerOf(await person.get(path))).toHaveProperty('code');
  });

  it('cannot replace itself after an owner lets it administer, with any scope (security #161)', async () => {
    const client = await registered(open);
    const { db } = open.context();
    await changeClients(db, { clientId: client.id }, { scope: ['openid', 'signet.admin'] });
    for (const scope of ['openid signet.admin', 'openid', undefined]) {
      const body = { redirect_uris: ['https://evil.example/cb'], client_id: client.id, scope };
      expect(errorOf(await manage(open, 'PUT', client, JSON.stringify(body)))).toContain('403 insufficient_scope');
    }
    const record = (await listClients(db)).find(({ clientId }) => clientId === client.id);
    expect(record).toMatchObject({ redirectUris: rp.redirect_uris });
  });

  it.each([
    ['disabled', { enabled: false }],
    ['blocked', { agentState: 'blocked' }],
  ])('gets 403 while an operator has it %s, and cannot change that', async (_, data) => {
    // It has its own address, because a block applies to all registrations of the same program.
    const client = await registered(open, { redirect_uris: ['https://stopped.example/cb'] });
    const { db } = open.context();
    await changeClients(db, { clientId: client.id }, data);
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await manage(open, method, client)).status).toBe(403);
  });

  it.each<[string, string, { enabled?: false; registrationTokenHash?: null }, number]>([
    ['PUT', 'disables it', { enabled: false }, 403],
    ['PUT', 'ends its registration token', { registrationTokenHash: null }, 401],
    ['DELETE', 'disables it', { enabled: false }, 403],
    ['DELETE', 'ends its registration token', { registrationTokenHash: null }, 401],
  ])('cannot finish a %s when an operator %s at the same time', async (method, _, data, status) => {
    const client = await registered(open);
    const { db } = open.context();
    const where = { clientId: client.id };
    const request = {
      method,
      path: '/connect/register',
      query: `client_id=${client.id}`,
      headers: { authorization: `Bearer ${client.bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...rp, client_id: client.id, client_name: 'Renamed' }),
      clientAddress: '192.0.2.1',
    };
    const change = () => changeClients(db, where, data);
    const answer = await handleRegistration(request, { ...open.context(), db: beforeTransaction(db, change) });
    expect(answer.status).toBe(status);
    expect((await storedSettings(db, client.id)).clientName).toBeNull();
  });

  it('ends all its grants at once when it deletes itself (RFC 7592 §2.3)', async () => {
    const client = await registered(open);
    const person = createPerson(open);
    const { path, verifier } = authorizeRequest({ client_id: client.id, redirect_uri: 'https://rp.example/cb' });
    const { code = '' } = answerOf(await person.allow(await person.signIn(await person.get(path))));
    const fields = { redirect_uri: 'https://rp.example/cb' };
    const tokens = bodyOf(await redeem(open, { code, verifier }, fields, basic(client.id, client.secret)));
    expect((await userinfo(open, tokens.access_token)).status).toBe(200);
    expect(await manage(open, 'DELETE', client)).toMatchObject({ status: 204, body: '' });
    expect((await userinfo(open, tokens.access_token)).status).toBe(401);
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await manage(open, method, client)).status).toBe(401);
    const again = await redeem(open, { code, verifier }, fields, basic(client.id, client.secret));
    expect(bodyOf(again).error).toBe('invalid_client');
  });

  it('is known to every process after each step, with a key of ours for each algorithm that it asks for', async () => {
    const { db, now } = open.context();
    const added = ['EdDSA', 'ES384'];
    await db.signingKey.deleteMany({ where: { alg: { in: added } } });
    const algs = async () => (await findLiveKeys(db, now)).map(({ alg }) => alg);
    const revisions = [await readRevision(db)];
    const asked = { ...rp, id_token_signed_response_alg: 'EdDSA' };
    const client = await registered(open, asked);
    expect(await algs()).toContain('EdDSA');
    await manage(
      open,
      'PUT',
      client,
      JSON.stringify({ ...rp, client_id: client.id, userinfo_signed_response_alg: 'ES384' }),
    );
    expect(await algs()).toContain('ES384');
    for (const change of [
      () => registered(open, asked),
      () => manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id, client_name: 'Shop' })),
      () => manage(open, 'DELETE', client),
    ]) {
      await change();
      revisions.push(await readRevision(db));
    }
    expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other));
  });

  it('records each step in the audit log, without a secret', async () => {
    const client = await registered(open);
    await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id, client_name: 'Shop' }));
    await manage(open, 'DELETE', client);
    const events = await open.context().db.auditEvent.findMany({ where: { targetId: client.id } });
    expect(events.map(({ type }) => type).sort()).toEqual(['client.created', 'client.deleted', 'client.updated']);
    expect(events.every(({ actorKind, address }) => actorKind === 'client' && address !== null)).toBe(true);
    for (const secret of [client.bearer, client.secret]) expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('records each step in the history, so that an administrator can revert it', async () => {
    const client = await registered(open);
    await manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id, client_name: 'Renamed' }));
    await manage(open, 'DELETE', client);
    const { db } = open.context();
    const changes = await db.configurationChange.findMany({
      where: { section: 'clients', key: client.id },
      orderBy: { number: 'asc' },
      include: { revision: true },
    });
    const nameIn = (entry: string | null) => (entry === null ? 'none' : JSON.parse(entry).client_name);
    expect(changes.map(({ before, after }) => [nameIn(before), nameIn(after)])).toEqual([
      ['none', null],
      [null, 'Renamed'],
      ['Renamed', 'none'],
    ]);
    expect(changes.every(({ revision }) => revision.source === 'registration')).toBe(true);
    for (const secret of [client.bearer, client.secret]) expect(JSON.stringify(changes)).not.toContain(secret);
  });

  it('is in the export with its marks, which apply accepts again (design: configuration)', async () => {
    const client = await registered(open);
    const exported = JSON.parse(await exportConfiguration(open.context().db, 'json'));
    const entry = exported.clients.find((one: { client_id: string }) => one.client_id === client.id);
    expect(entry).toMatchObject({ self_registered: true, registration_token_hash: expect.stringMatching(/^sha256:/) });
    const other = await createTestProvider({ ...fixtures, ...exported });
    expect((await manage(other, 'GET', client)).status).toBe(200);
    await other.close();
  });
});

describe('abandoned registrations', () => {
  const day = 86_400;

  it('free their places after 7 days, unless somebody signed in with them', async () => {
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
    const abandoned = await registered(provider, { ...rp, client_name: 'Abandoned' });
    const used = await registered(provider);
    const bearer = await initialToken(provider);
    const vouched = await registered(provider, rp, { bearer });
    const person = createPerson(provider);
    const { path } = authorizeRequest({ client_id: used.id, redirect_uri: 'https://rp.example/cb', scope: 'openid' });
    await person.allow(await person.signIn(await person.get(path)));
    const { db } = provider.context();
    const sweep = async () => [await sweepRegistrations(db, { now: provider.context().now }), await readRevision(db)];
    const revision = await readRevision(db);
    provider.advance(7 * day);
    expect(await sweep()).toEqual([0, revision]);
    provider.advance(1);
    expect(await sweep()).toEqual([1, revision + 1]);
    const left = (await listClients(db)).map(({ clientId }) => clientId);
    expect(left).toEqual(expect.arrayContaining([used.id, vouched.id, 'web']));
    expect(left).not.toContain(abandoned.id);
    const [change] = await db.configurationChange.findMany({ where: { key: abandoned.id, after: null } });
    expect(change?.before).toContain('Abandoned');
    const event = await db.auditEvent.findFirst({ where: { type: 'client.deleted', targetId: abandoned.id } });
    expect(event).toMatchObject({ actorKind: 'retention', targetName: 'Abandoned' });
    await provider.close();
  });

  it('go however many there are', async () => {
    const provider = await createTestProvider(fixtures);
    const { db, now } = provider.context();
    const many = Array.from({ length: 60 }, (_, index) => ({ ...blankClient(`c-${index}`), selfRegistered: true }));
    await transaction(db, clientTable.create(db.prepared.dialect, many, { now }));
    provider.advance(7 * day + 1);
    const later = provider.context().now;
    const stopping = { now: later, signal: AbortSignal.abort() };
    expect(await sweepRegistrations(db, stopping), 'a batch when the process stops (decision 005)').toBe(50);
    expect(await sweepRegistrations(db, { now: later })).toBe(10);
    await provider.close();
  });

  it('stay when an operator vouches for them at the same time', async () => {
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
    const { id } = await registered(provider);
    provider.advance(7 * day + 1);
    const { db, now } = provider.context();
    const written = await db.configurationRevision.count();
    let sweeping = Promise.resolve(0);
    await transaction(db, async (tx) => {
      await bumpRevision(tx);
      await changeClients(tx, { clientId: id }, { selfRegistered: false });
      sweeping = sweepRegistrations(db, { now });
      // By the end of this transaction, the sweep has already looked for abandoned registrations.
      for (let looks = 0; looks < 20; looks += 1) await db.client.count();
    });
    expect(await sweeping).toBe(0);
    expect(await db.configurationRevision.count(), 'nothing is written').toBe(written);
    expect(await listClients(db, [id])).toHaveLength(1);
    await provider.close();
  });

  type FirstUse = { readonly clientId: string; readonly sub: string; readonly now: Date; readonly expiresAt: Date };

  it.each<[string, { unusedDays?: number }, (tx: Transaction, use: FirstUse) => Promise<unknown>]>([
    [
      'an unused one gets a grant',
      {},
      (tx, { clientId, sub, now, expiresAt }) =>
        tx.grant.create({ data: { id: 'g', clientId, sub, scope: 'openid', createdAt: now, expiresAt } }),
    ],
    [
      'an unused one gets its first use',
      {},
      (tx, { clientId, now }) =>
        tx.clientUse.create({
          data: { clientId, kind: 'redirect_uri', value: 'https://rp.example/cb', lastUsedAt: now },
        }),
    ],
    [
      'an unused one gets a request for approval',
      {},
      (tx, { clientId, sub, expiresAt }) => tx.agentRequest.create({ data: { clientId, sub, expiresAt } }),
    ],
    [
      'an idle one gets a grant',
      { unusedDays: 7 },
      (tx, { clientId, now, expiresAt }) =>
        tx.grant.create({ data: { id: 'g', clientId, scope: 'api', createdAt: now, expiresAt } }),
    ],
  ])('stay when %s at the same time', async (_, unused, use) => {
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
    const { db, now: before } = provider.context();
    const { id: clientId } = await registered(provider);
    await beginRecording(db, before);
    // An idle one was used, and only the longer absence counts.
    const lastUse = { clientId, kind: 'redirect_uri', value: '', lastUsedAt: before };
    if (unused.unusedDays !== undefined) await db.clientUse.create({ data: lastUse });
    const { sub } = await db.user.findFirstOrThrow({ select: { sub: true } });
    provider.advance(7 * day + 1);
    const { now } = provider.context();
    let sweeping = Promise.resolve(0);
    await transaction(db, async (tx) => {
      await use(tx, { clientId, sub, now, expiresAt: new Date(now.getTime() + day * 1000) });
      sweeping = sweepRegistrations(db, { now, ...unused });
      // By the end of this transaction, the sweep waits for the client.
      for (let looks = 0; looks < 40; looks += 1) await db.client.count();
    });
    expect(await sweeping).toBe(0);
    expect(await listClients(db, [clientId])).toHaveLength(1);
    await provider.close();
  });

  it('are deleted when unused for a while, but not those that are blocked or still have access', async () => {
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
    const [idle, used, live, blocked, decided] = [
      await registered(provider, { ...rp, client_name: 'idle' }),
      await registered(provider, { ...rp, client_name: 'used' }),
      await registered(provider, { ...rp, client_name: 'live' }),
      await registered(provider, { ...rp, client_name: 'blocked', redirect_uris: ['https://blocked.example/cb'] }),
      await registered(provider, { ...rp, client_name: 'approved' }),
    ];
    const { db, now } = provider.context();
    await beginRecording(db, now);
    const note = (clientId: string, kind: UseKind, value: string, at: Date) =>
      noteUse(db, { clientId, kind, value, at });
    for (const { id } of [idle, used, live, blocked, decided]) note(id, 'redirect_uri', 'https://rp.example/cb', now);
    await changeClients(db, { clientId: blocked.id }, { agentState: 'blocked' });
    await changeClients(db, { clientId: decided.id }, { agentState: 'approved' });
    provider.advance(90 * day - 1);
    note(used.id, 'client', '', provider.context().now);
    await writeUses(db);
    const { path } = authorizeRequest({ client_id: live.id, redirect_uri: 'https://rp.example/cb', scope: 'openid' });
    const person = createPerson(provider);
    await person.allow(await person.signIn(await person.get(path)));
    await db.clientUse.deleteMany({ where: { clientId: live.id, kind: 'client' } });
    await db.grant.updateMany({
      where: { clientId: live.id },
      data: { expiresAt: new Date(now.getTime() + 91 * day * 1000) },
    });
    const sweep = (days: number | null) => sweepRegistrations(db, { now: provider.context().now, unusedDays: days });
    expect(await sweep(90)).toBe(0);
    provider.advance(2);
    expect([await sweep(null), await sweep(91), await sweep(90), await sweep(90)]).toEqual([0, 0, 2, 0]);
    const left = (await listClients(db)).map(({ clientId }) => clientId);
    expect(left).toEqual(expect.arrayContaining([used.id, live.id, blocked.id]));
    await provider.close();
  });

  it('stay if uses have not been recorded for as long', async () => {
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
    const { id } = await registered(provider);
    const { db, now } = provider.context();
    noteUse(db, { clientId: id, kind: 'redirect_uri', value: 'https://rp.example/cb', at: now });
    await writeUses(db);
    provider.advance(91 * day);
    const sweep = () => sweepRegistrations(db, { now: provider.context().now, unusedDays: 90 });
    expect(await sweep()).toBe(0);
    await beginRecording(db, new Date(now.getTime() + day * 1000 + 1));
    expect(await sweep(), 'for less than 90 days').toBe(0);
    provider.advance(1);
    expect(await sweep(), 'for 90 days').toBe(1);
    await provider.close();
  });

  it('free their places after a day, only while more than half of the places are taken', async () => {
    const provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
    const { id } = await registered(provider);
    const { db, now } = provider.context();
    const record = (await listClients(db)).find(({ clientId }) => clientId === id);
    if (record === undefined) throw new Error('the client is not stored');
    const copies = Array.from({ length: openLimits.clients / 2 }, (_, index) => ({
      ...record,
      clientId: `copy-${index}`,
      redirectUris: [],
      secrets: [],
    }));
    await transaction(db, clientTable.create(db.prepared.dialect, copies, { now }), { timeout: 120_000 });
    provider.advance(day);
    expect(await sweepRegistrations(db, { now: provider.context().now })).toBe(0);
    provider.advance(1);
    // It deletes one batch at a time, and counts again before each.
    expect(await sweepRegistrations(db, { now: provider.context().now })).toBe(50);
    await provider.close();
  }, 120_000);
});

describe('CORS at the registration endpoint', () => {
  const route = findRoute('/connect/register');
  const request = {
    method: 'OPTIONS',
    path: '',
    query: '',
    headers: { origin: 'https://agent.example' },
    body: '',
    clientAddress: '',
  };

  it.each([
    ['open', '*'],
    ['token', undefined],
    ['off', undefined],
  ] as const)('while registration is %s allows pages of the origin %s', async (dynamicRegistration, allowed) => {
    if (route === undefined) throw new Error('no route');
    const { snapshot } = open.context();
    const portal = { ...snapshot.portal, dynamicRegistration };
    const preflight = answerPreflight(route, request, { ...snapshot, portal });
    expect(preflight.headers['access-control-allow-origin']).toBe(allowed);
    const answer = withCors(route, request, { ...snapshot, portal }, await register(open, { redirect_uris: [] }));
    expect(answer.headers['access-control-allow-origin']).toBe(allowed);
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('open registration is bounded', () => {
  it('by address: 429 with Retry-After past the limit, without effect on other addresses', async () => {
    const { db, now } = open.context();
    const expiresAt = new Date(now.getTime() + 60_000);
    const key = 'register:198.51.100.7';
    await db.rateLimit.create({ data: { key, count: openLimits.perAddress, expiresAt } });
    const refused = await register(open, rp, { address: '198.51.100.7' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await register(open, rp, { address: '198.51.100.8' })).status).toBe(201);
    const bearer = await initialToken(open);
    expect((await register(open, rp, { address: '198.51.100.7', bearer })).status, 'vouched for').toBe(201);
    await db.rateLimit.delete({ where: { key } });
  });

  it('by address for replacements too, except for a client that an operator vouched for', async () => {
    const { db, now } = open.context();
    const stranger = await registered(open);
    const vouched = await registered(open, rp, { bearer: await initialToken(open) });
    const key = 'register:192.0.2.1';
    const limit = { count: openLimits.perAddress, expiresAt: new Date(now.getTime() + 60_000) };
    await db.rateLimit.upsert({ where: { key }, create: { key, ...limit }, update: limit });
    const replace = (client: Credentials) =>
      manage(open, 'PUT', client, JSON.stringify({ ...rp, client_id: client.id, client_name: 'Shop' }));
    const refused = await replace(stranger);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await replace(vouched)).status).toBe(200);
    await db.rateLimit.delete({ where: { key } });
  });

  it('in number: 503 past the limit, and an initial access token still works', async () => {
    const { db, now } = open.context();
    await db.client.deleteMany({ where: { clientId: { startsWith: 'copy-' } } });
    const length = openLimits.clients - (await countSelfRegistered(db)) - 1;
    const copies = Array.from({ length }, (_, index) => ({ ...blankClient(`copy-${index}`), selfRegistered: true }));
    await transaction(db, clientTable.create(db.prepared.dialect, copies, { now }), { timeout: 120_000 });
    // Another network, because this one has more than its share by now.
    expect((await register(open, rp, { address: '203.0.113.9' })).status, 'the last place').toBe(201);
    expect(errorOf(await register(open, rp))).toContain('503 temporarily_unavailable');
    expect((await register(open, rp, { bearer: await initialToken(open) })).status).toBe(201);
  }, 120_000);
});
