import { compactDecrypt, createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { fixtureClient, fixtures, issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { authorizeRequest } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { asksForJwt } from './answer';

const signedType = 'application/token-introspection+jwt';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const secret = 'api-secret-0123456789abcdef';
const api = { type: 'resource', claims: ['role'], secrets: [{ value: secret }] };
const named = { ES384: 'signed', PS256: 'by-uri' } as const;
const configuration = {
  users: fixtures.users,
  scopes: [
    { ...api, name: 'orders' },
    { ...api, name: named.ES384, introspection_signed_response_alg: 'ES384' },
    {
      ...api,
      name: named.PS256,
      introspection_signed_response_alg: 'PS256',
      resource: 'https://api.test/',
      audience: 'resource',
    },
  ],
  clients: [
    { ...fixtureClient('silent'), scope: 'openid profile orders signed by-uri' },
    {
      client_id: 'orders',
      client_secrets: [{ value: secret }],
      grant_types: [exchangeGrant],
      scope: 'signed',
      token_exchange: { subjects: ['silent'], delegation: false },
    },
  ],
};

let provider: TestProvider;
let token: string;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
  const asked = { client_id: 'silent', scope: 'openid orders signed by-uri' };
  const tokens = bodyOf(await redeem(provider, await issueCode(provider, asked), {}, basic('silent', secrets.web)));
  token = String(tokens.access_token);
});
afterAll(() => provider.close());

const introspect = (value: string, accept?: string, name = 'orders') =>
  provider.post(
    '/connect/introspect',
    { token: value },
    { authorization: basic(name, secret), ...(accept !== undefined && { accept }) },
  );

async function verify(jwt: string, audience: string) {
  const keys = createLocalJWKSet(JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body));
  const currentDate = provider.context().now;
  return jwtVerify(jwt, keys, { issuer, audience, typ: 'token-introspection+jwt', currentDate });
}

describe('an API asks for a signed answer by Accept (RFC 9701 §4)', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/*', false],
    ['application/json', false],
    ['application/jwt', false],
    [signedType, true],
    [signedType.toUpperCase(), true],
    [`${signedType};q=0.1`, true],
    [`${signedType};q=0`, false],
    [`${signedType}, application/json`, true],
    [`application/json;q=0.9, ${signedType}`, true],
    [`application/json, ${signedType};q=0.9`, false],
    [`${signedType};q=0.5, */*`, false],
    [`${signedType}, */*;q=0.1`, true],
    [`text/html, ${signedType};q=0.5`, true],
  ])('%s: %s', (accept, expected) => {
    expect(asksForJwt(accept)).toBe(expected);
  });
});

describe('a signed answer (RFC 9701 §5)', () => {
  it.each([
    ['RS256, without an algorithm of its own', 'orders', 'RS256', 'orders'],
    ['the algorithm of the API', named.ES384, 'ES384', named.ES384],
    ['the URI of the API as audience', named.PS256, 'PS256', 'https://api.test/'],
  ])('has %s', async (_, name, alg, audience) => {
    const response = await introspect(token, signedType, name);
    expect([response.status, response.headers['content-type']]).toEqual([200, signedType]);
    expect(response.headers['cache-control']).toContain('no-store');
    const { payload, protectedHeader } = await verify(response.body, audience);
    expect(protectedHeader).toEqual({ alg, kid: expect.any(String), typ: 'token-introspection+jwt' });
    const plain = await introspect(token, 'application/json', name);
    expect(plain.headers['content-type']).toContain('application/json');
    const iat = provider.context().now.getTime() / 1000;
    expect(payload).toEqual({ iss: issuer, aud: audience, iat, token_introspection: bodyOf(plain) });
    expect(payload.token_introspection).toMatchObject({ active: true, aud: audience, role: ['buyer'] });
  });

  it.each([
    ['an unknown token', () => 'unknown'],
    ['a token without the scope of the API', () => exchangedToken()],
  ])('says only active: false of %s (§5)', async (_, find) => {
    const { payload } = await verify((await introspect(await find(), signedType)).body, 'orders');
    expect(payload.token_introspection).toEqual({ active: false });
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'iat', 'iss', 'token_introspection']);
  });

  it('is not returned to an unauthenticated API: 401 as JSON', async () => {
    const headers = { authorization: basic('orders', 'wrong'), accept: signedType };
    const response = await provider.post('/connect/introspect', { token }, headers);
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });
});

describe('an encrypted answer (RFC 9701 §5)', () => {
  it('is the signed one, encrypted to a key of the API; JSON stays unencrypted', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    const encrypted = {
      ...api,
      name: 'signed',
      introspection_signed_response_alg: 'ES384',
      introspection_encrypted_response_alg: 'ECDH-ES+A256KW',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'api-1' }] },
    };
    await provider.configure({ scopes: [encrypted] });
    const response = await introspect(token, signedType, 'signed');
    expect([response.status, response.headers['content-type']]).toEqual([200, signedType]);
    const header = { alg: 'ECDH-ES+A256KW', enc: 'A128CBC-HS256', cty: 'JWT', kid: 'api-1' };
    expect(decodeProtectedHeader(response.body)).toMatchObject(header);
    const { plaintext } = await compactDecrypt(response.body, privateKey);
    const { payload } = await verify(Buffer.from(plaintext).toString(), 'signed');
    expect(payload.token_introspection).toEqual(bodyOf(await introspect(token, 'application/json', 'signed')));
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    expect(document.introspection_encryption_alg_values_supported).toContain('ECDH-ES+A256KW');
    expect(document.introspection_encryption_enc_values_supported).toContain('A128CBC-HS256');
  });

  it('is 503 while the API publishes no suitable key', async () => {
    const keyless = { ...api, introspection_encrypted_response_alg: 'ECDH-ES', jwks_uri: 'https://api.test/jwks' };
    await provider.configure({ scopes: [{ ...keyless, name: 'signed', introspection_signed_response_alg: 'ES384' }] });
    const response = await introspect(token, signedType, 'signed');
    expect([response.status, bodyOf(response).error]).toEqual([503, 'temporarily_unavailable']);
    expect((await introspect(token, undefined, 'signed')).status).toBe(200);
  });
});

describe('a signed answer is not accepted as a token (RFC 9701 §8.1)', () => {
  let answer: string;
  beforeAll(async () => {
    answer = (await introspect(token, signedType)).body;
  });

  it.each(['access_token', 'id_token'] as const)('not for an %s', (kind) => {
    const { snapshot, now } = provider.context();
    expect(verifyOwnJwt(snapshot.keys, answer, { kind, issuer, now, ignoreExpiry: true })).toBeNull();
  });

  it('at UserInfo: 401', async () => {
    expect((await userinfo(provider, answer)).status).toBe(401);
  });

  it('at introspection: inactive', async () => {
    expect((await introspect(answer)).body).toBe('{"active":false}');
  });

  it('as id_token_hint: invalid_request', async () => {
    const { path } = authorizeRequest({ client_id: 'silent', prompt: 'none', id_token_hint: answer });
    expect(String((await provider.send(path)).headers.location)).toContain('error=invalid_request');
  });

  it('as subject token: invalid_request (RFC 8693 §2.2.2)', async () => {
    expect(bodyOf(await exchange(answer)).error).toBe('invalid_request');
  });
});

const exchange = (subject: string) => {
  const type = 'urn:ietf:params:oauth:token-type:access_token';
  const fields = { grant_type: exchangeGrant, subject_token: subject, subject_token_type: type };
  return provider.post('/connect/token', fields, { authorization: basic('orders', secret) });
};

async function exchangedToken(): Promise<string> {
  return String(bodyOf(await exchange(token)).access_token);
}

describe('discovery (RFC 9701 §7)', () => {
  it('announces RS256 and the algorithms of the APIs', async () => {
    const { introspection_signing_alg_values_supported: algs } = bodyOf(
      await provider.send('/.well-known/openid-configuration'),
    );
    expect(algs).toEqual(['RS256', 'PS256', 'ES384']);
  });
});
