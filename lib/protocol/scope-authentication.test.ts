import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { handleIntrospection } from './introspection';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const secret = 'api-secret-0123456789abcdef';
type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

type Changes = Readonly<Record<string, unknown>>;

let provider: TestProvider;
let key: Key;
let foreign: Key;
beforeAll(async () => {
  const own = await generateKeyPair('ES256', { extractable: true });
  const other = await generateKeyPair('ES256', { extractable: true });
  [key, foreign] = [own.privateKey, other.privateKey];
  const jwks = { keys: [await exportJWK(own.publicKey)] };
  provider = await createTestProvider({
    scopes: [
      { name: 'orders', type: 'resource', jwks, secrets: [{ value: secret }] },
      { name: 'keyless', type: 'resource' },
      { name: 'retired', type: 'resource', enabled: false, jwks },
      { name: 'profile', type: 'identity' },
    ],
    clients: [
      { client_id: 'robot', token_endpoint_auth_method: 'private_key_jwt', grant_types: ['client_credentials'], jwks },
    ],
  });
});
afterAll(() => provider.close());

let count = 0;
async function assertion(changes: Changes = {}, signer = key, typ?: string, alg = 'ES256'): Promise<string> {
  const seconds = provider.context().now.getTime() / 1000;
  count += 1;
  const claims = { iss: 'orders', sub: 'orders', aud: issuer, jti: `id-${count}`, iat: seconds, exp: seconds + 60 };
  const header = { alg, ...(typ !== undefined && { typ }) };
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader(header).sign(signer);
}

const ask = (jwt: string, fields: FormFields = {}, headers = {}) =>
  provider.post(
    '/connect/introspect',
    { token: 'x', client_assertion: jwt, client_assertion_type: assertionType, ...fields },
    headers,
  );

describe('an API authenticates by private_key_jwt (RFC 7523 §3)', () => {
  it.each<[string, Changes, string | undefined]>([
    ['for the issuer', {}, undefined],
    ['for the endpoint', { aud: `${issuer}/connect/introspect` }, undefined],
    ['for the token endpoint, as libraries do', { aud: `${issuer}/connect/token` }, undefined],
    ['for a list of the issuer alone', { aud: [issuer] }, 'JWT'],
    ['with the type of RFC 7523bis', {}, 'client-authentication+jwt'],
  ])('%s', async (_, changes, typ) => {
    expect((await ask(await assertion(changes, key, typ))).body).toBe('{"active":false}');
  });

  it('along with its secrets, which still work, and with its name as client_id', async () => {
    const bySecret = await provider.post(
      '/connect/introspect',
      { token: 'x' },
      { authorization: basic('orders', secret) },
    );
    expect(bySecret.status).toBe(200);
    expect((await ask(await assertion(), { client_id: 'orders' })).status).toBe(200);
  });

  it.each<[string, Changes]>([
    ['of a scope without keys', { iss: 'keyless', sub: 'keyless' }],
    ['of a disabled scope', { iss: 'retired', sub: 'retired' }],
    ['of an identity scope', { iss: 'profile', sub: 'profile' }],
    ['of an unknown scope', { iss: 'nobody', sub: 'nobody' }],
    ['of a client', { iss: 'robot', sub: 'robot' }],
    ['without sub', { sub: undefined }],
    ['of another issuer', { iss: 'keyless' }],
    ['for another server', { aud: 'https://other.test' }],
    ['for two audiences', { aud: [issuer, 'https://other.test'] }],
    ['without jti', { jti: undefined }],
    ['without exp', { exp: undefined }],
    ['that has expired', { exp: 1 }],
    ['for a day', { exp: 4_000_000_000 }],
  ])('not with an assertion %s: 401', async (_, changes) => {
    const response = await ask(await assertion(changes));
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });

  it.each(['at+jwt', 'token-introspection+jwt', 'dpop+jwt'])('not with a JWT of the type %s', async (typ) => {
    expect((await ask(await assertion({}, key, typ))).status).toBe(401);
  });

  it('not with an unregistered key, or another client_id or assertion type', async () => {
    expect((await ask(await assertion({}, foreign))).status).toBe(401);
    expect((await ask(await assertion(), { client_id: 'keyless' })).status).toBe(401);
    expect((await ask(await assertion(), { client_assertion_type: 'x' })).status).toBe(401);
    expect((await ask('a.b.c')).status).toBe(401);
  });

  it('not together with another method: invalid_request', async () => {
    const other = await ask(await assertion(), {}, { authorization: basic('orders', secret) });
    expect([other.status, bodyOf(other).error]).toEqual([400, 'invalid_request']);
    expect((await ask(await assertion(), { client_secret: secret })).status).toBe(400);
  });

  it('only once with the same assertion, also simultaneously', async () => {
    const jwt = await assertion();
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => ask(jwt)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('not at the token endpoint: it is not a client', async () => {
    const fields = { grant_type: 'client_credentials', client_assertion: await assertion() };
    const response = await provider.post('/connect/token', { ...fields, client_assertion_type: assertionType });
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });
});

describe('an API under the profile of the portal (FAPI 2.0 Security Profile §5.4.1)', () => {
  let rsa: Key;
  beforeAll(async () => {
    const [ec, pair] = [key, await generateKeyPair('RS256', { extractable: true })];
    rsa = pair.privateKey;
    const keys = [{ ...(await exportJWK(ec)), d: undefined }, await exportJWK(pair.publicKey)];
    const api = { name: 'orders', type: 'resource', jwks: { keys: JSON.parse(JSON.stringify(keys)) } };
    await provider.configure({ scopes: [api] });
  });

  const seconds = () => provider.context().now.getTime() / 1000;
  const statusUnder = async (securityProfile: SecurityProfile, jwt: string) => {
    const { snapshot, ...context } = provider.context();
    const portal = { ...snapshot.portal, securityProfile };
    const body = encodeForm({ token: 'x', client_assertion: jwt, client_assertion_type: assertionType });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = {
      method: 'POST',
      path: '/connect/introspect',
      query: '',
      headers,
      body,
      clientAddress: '192.0.2.1',
    };
    return (await handleIntrospection(request, { ...context, snapshot: { ...snapshot, portal } })).status;
  };

  it.each<[string, SecurityProfile, () => Promise<string>, number]>([
    ['ES256', 'fapi2', () => assertion(), 200],
    ['RS256', 'none', () => assertion({}, rsa, undefined, 'RS256'), 200],
    ['RS256', 'fapi2', () => assertion({}, rsa, undefined, 'RS256'), 401],
    ['RS256', 'fapi2_message_signing', () => assertion({}, rsa, undefined, 'RS256'), 401],
    ['a lifetime of 600 seconds', 'fapi2', () => assertion({ exp: seconds() + 600 }), 200],
    ['a lifetime of an hour', 'fapi2', () => assertion({ exp: seconds() + 3600 }), 401],
    ['a lifetime of an hour', 'none', () => assertion({ exp: seconds() + 3600 }), 200],
  ])('with %s and the profile %s', async (_, profile, jwt, status) => {
    expect(await statusUnder(profile, await jwt())).toBe(status);
  });
});
