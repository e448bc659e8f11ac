import { createServer, type Server } from 'node:http';
import {
  compactDecrypt,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

const signedType = 'application/token-introspection+jwt';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const secret = 'api-secret-of-thirty-two-characters';
const named = 'https://mcp.test/mcp';
const formats = ['jwt', 'reference'] as const;
type Key = Awaited<ReturnType<typeof generateKeyPair>>;

let signing: Key;
let encrypting: Key;
let server: Server;
let provider: TestProvider;
const tokens = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  signing = await generateKeyPair('ES256', { extractable: true });
  encrypting = await generateKeyPair('ECDH-ES', { extractable: true });
  const jwks = {
    keys: [
      { ...(await exportJWK(signing.publicKey)), use: 'sig' },
      { ...(await exportJWK(encrypting.publicKey)), use: 'enc' },
    ],
  };
  server = createServer((_, response) => response.end(JSON.stringify(jwks))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const jwks_uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks`;
  const scopes = ['orders.read', 'orders.write', 'mcp.use', 'far.use', 'old.use', 'plain'];
  const roles = [{ name: 'approver', groups: ['staff'] }, { name: 'clerk' }, { name: 'reader', default: true }];
  provider = await createTestProvider(
    {
      ...fixtures,
      scopes: [...fixtures.scopes, ...scopes.map((name) => ({ name, type: 'resource' }))],
      groups: [{ name: 'staff' }],
      apis: [
        {
          ...{ name: 'shop', scopes: ['orders.read', 'orders.write'], jwks, roles, secrets: [{ value: secret }] },
          ...{ claims: ['groups', 'email'], introspection_signed_response_alg: 'ES384' },
        },
        { name: named, scopes: ['mcp.use'], jwks, roles, introspection_encrypted_response_alg: 'ECDH-ES+A256KW' },
        { name: 'far', scopes: ['far.use'], jwks_uri },
        { name: 'old', scopes: ['old.use'], jwks, enabled: false },
        { name: 'keyless', scopes: ['far.use'] },
      ],
      clients: formats.map((format) => ({
        ...fixtureClient('silent'),
        client_id: format,
        access_token_format: format,
        scope: `openid ${scopes.filter((name) => name !== 'old.use').join(' ')}`,
      })),
      users: [{ ...fixtures.users[0], groups: ['staff'] }],
    },
    { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' },
  );
  for (const format of formats) {
    const issued = await issueCode(provider, { client_id: format, scope: 'openid orders.read mcp.use far.use plain' });
    tokens.set(format, bodyOf(await redeem(provider, issued, {}, basic(format, secrets.web))));
  }
});
afterAll(async () => {
  await provider.close();
  server.close();
});

let count = 0;
async function introspect(name: string, token: unknown, accept = 'application/json', changes: object = {}) {
  const seconds = provider.context().now.getTime() / 1000;
  count += 1;
  const claims = {
    iss: name,
    sub: name,
    aud: issuer,
    jti: `jti-${count}`,
    iat: seconds,
    exp: seconds + 60,
    ...changes,
  };
  const client_assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(signing.privateKey);
  const fields = { token: String(token), client_assertion, client_assertion_type: assertionType };
  return provider.post('/connect/introspect', fields, { accept });
}

async function verify(jwt: string, audience: string) {
  const keys = createLocalJWKSet(JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body));
  const currentDate = provider.context().now;
  return jwtVerify(jwt, keys, { issuer, audience, typ: 'token-introspection+jwt', currentDate });
}

describe.each(formats)('introspection by an API with a key of its own (RFC 7523 §3), of a %s', (format) => {
  const token = () => tokens.get(format)?.access_token;

  it('answers with its name as audience, its scopes alone, and its claims and roles now', async () => {
    const told = bodyOf(await introspect('shop', token()));
    expect(told).toMatchObject({ active: true, aud: 'shop', scope: 'orders.read', client_id: format });
    expect(told).toMatchObject({ roles: ['approver', 'reader'], groups: ['staff'], email: 'alice@example.com' });
    const other = bodyOf(await introspect(named, token()));
    expect(other).toMatchObject({ active: true, aud: named, scope: 'mcp.use', roles: ['approver', 'reader'] });
    expect(other).not.toHaveProperty('email');
    expect(other).not.toHaveProperty('groups');
  });

  it('says the same as with a secret', async () => {
    const headers = { authorization: basic('shop', secret) };
    const bySecret = await provider.post('/connect/introspect', { token: String(token()) }, headers);
    expect(bodyOf(await introspect('shop', token()))).toEqual(bodyOf(bySecret));
  });

  it('takes the keys that an API publishes at its jwks_uri', async () => {
    expect(bodyOf(await introspect('far', token()))).toMatchObject({ active: true, aud: 'far', scope: 'far.use' });
  });

  it('signs the answer as the API says (RFC 9701 §5)', async () => {
    const response = await introspect('shop', token(), signedType);
    expect([response.status, response.headers['content-type']]).toEqual([200, signedType]);
    const { payload, protectedHeader } = await verify(response.body, 'shop');
    expect(protectedHeader).toEqual({ alg: 'ES384', kid: expect.any(String), typ: 'token-introspection+jwt' });
    expect(payload).toEqual({
      ...{ iss: issuer, aud: 'shop', iat: provider.context().now.getTime() / 1000 },
      token_introspection: bodyOf(await introspect('shop', token())),
    });
    expect(payload.token_introspection).toMatchObject({ active: true, roles: ['approver', 'reader'] });
  });

  it('encrypts the signed answer to a key of the API, and names it by its address (RFC 9701 §5)', async () => {
    const response = await introspect(named, token(), signedType);
    expect(decodeProtectedHeader(response.body)).toMatchObject({ alg: 'ECDH-ES+A256KW', cty: 'JWT' });
    const { plaintext } = await compactDecrypt(response.body, encrypting.privateKey);
    const { payload, protectedHeader } = await verify(Buffer.from(plaintext).toString(), named);
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload.token_introspection).toEqual(bodyOf(await introspect(named, token())));
  });

  it.each([
    ['a token that is not for the API', async () => (await narrowed('plain')).access_token],
    ['an unknown token', async () => 'unknown'],
    ['a refresh token', async () => tokens.get(format)?.refresh_token ?? 'none'],
  ])('says only active: false of %s, signed too', async (_, find) => {
    const found = await find();
    expect((await introspect('shop', found)).body).toBe('{"active":false}');
    const { payload } = await verify((await introspect('shop', found, signedType)).body, 'shop');
    expect(payload.token_introspection).toEqual({ active: false });
  });

  /** A token of another sign-in, for one scope. */
  async function narrowed(scope: string) {
    const issued = await issueCode(provider, { client_id: format, scope: `openid ${scope}` });
    return bodyOf(await redeem(provider, issued, {}, basic(format, secrets.web)));
  }
});

describe('an API that cannot prove itself by a key (RFC 6749 §5.2)', () => {
  it.each<[string, string, object]>([
    ['is disabled', 'old', {}],
    ['has no keys', 'keyless', {}],
    ['does not exist', 'nothing', {}],
    ['signs for another server', 'shop', { aud: 'https://other.test' }],
    ['signs as another API', 'shop', { iss: named }],
  ])('gets 401 as JSON if it %s, also where it asked for a signed answer', async (_, name, changes) => {
    const response = await introspect(name, tokens.get('jwt')?.access_token, signedType, changes);
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
    expect(response.headers['content-type']).toContain('application/json');
  });

  it('uses an assertion once', async () => {
    const jti = { jti: 'once' };
    const asked = [1, 2, 3].map(() => introspect('shop', 'x', 'application/json', jti));
    expect((await Promise.all(asked)).map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });
});

it('discovery names the algorithms of the APIs (RFC 9701 §7)', async () => {
  const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
  expect(document.introspection_signing_alg_values_supported).toEqual(expect.arrayContaining(['RS256', 'ES384']));
  expect(document.introspection_encryption_alg_values_supported).toContain('ECDH-ES+A256KW');
  expect(document.introspection_endpoint_auth_methods_supported).toContain('private_key_jwt');
});
