import { randomBytes } from 'node:crypto';
import { exportJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { createProofMaker, type ProofMaker } from '#lib/testing/dpop';
import { fixtures, issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { readJwt } from '#lib/vocabulary/jwt';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { handleToken } from '../token';
import { dpopAlgs, readProof } from './read-proof';

const machine = { client_secrets: [{ value: secrets.m2m }], grant_types: ['client_credentials'], scope: 'orders' };
const spa = {
  client_id: 'spa',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://rp.test/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile offline_access',
  refresh_token_grace_seconds: 60,
};

let provider: TestProvider;
let key: ProofMaker;
let other: ProofMaker;
let rsa: ProofMaker;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    scopes: fixtures.scopes.map((scope) =>
      scope.name === 'orders' ? { ...scope, secrets: [{ value: secrets.web }] } : scope,
    ),
    clients: [
      ...fixtures.clients.filter(({ client_id }) => client_id !== 'spa' && client_id !== 'm2m'),
      { ...machine, client_id: 'm2m' },
      { ...machine, client_id: 'reference', access_token_format: 'reference' },
      { ...machine, client_id: 'bound', dpop_bound_access_tokens: true },
      { ...machine, client_id: 'nonce', dpop_bound_access_tokens: true, dpop_require_nonce: true },
      spa,
      { ...spa, client_id: 'spa-slow', refresh_token_rotation: false },
    ],
  });
  [key, other, rsa] = await Promise.all([
    createProofMaker(provider),
    createProofMaker(provider),
    createProofMaker(provider, 'RS256'),
  ]);
});
afterAll(() => provider.close());

type Headers = Record<string, string>;
const invalidProof = 'invalid_dpop_proof';
const seconds = () => Math.floor(provider.context().now.getTime() / 1000);

function ask(clientId: string, headers: Headers = {}) {
  const authorization = basic(clientId, secrets.m2m);
  return provider.post('/connect/token', { grant_type: 'client_credentials' }, { authorization, ...headers });
}

/** The proof of a client with this profile, before it is used up. */
function read(dpop: string, securityProfile: SecurityProfile) {
  const from = { method: 'POST', path: '/connect/token', query: '', body: '', clientAddress: '' };
  const client = { securityProfile, dpopRequireNonce: false };
  return readProof({ ...from, headers: { dpop } }, { client, accessToken: null }, provider.context());
}

const askWith = async (proof: string | Promise<string>, clientId = 'm2m') => ask(clientId, { dpop: await proof });

function claimsOf(response: Parameters<typeof bodyOf>[0]): Readonly<Record<string, unknown>> {
  return readJwt(String(bodyOf(response).access_token)).payload;
}

describe('a token request with a proof (RFC 9449 §5, security #59)', () => {
  it.each(dpopAlgs)('binds the access token to a key for %s', async (alg) => {
    const maker = await createProofMaker(provider, alg);
    const response = await askWith(maker.prove());
    expect(bodyOf(response).token_type, response.body).toBe('DPoP');
    expect(claimsOf(response).cnf).toEqual({ jkt: maker.jkt });
  });

  it('binds nothing without one', async () => {
    const response = await ask('m2m');
    expect(bodyOf(response).token_type).toBe('Bearer');
    expect(claimsOf(response)).not.toHaveProperty('cnf');
    expect(response.headers).not.toHaveProperty('dpop-nonce');
  });

  it('tells the API the key of a reference token, which is bound', async () => {
    const response = await askWith(key.prove(), 'reference');
    const fields = { token: String(bodyOf(response).access_token) };
    const authorization = basic('orders', secrets.web);
    const told = await provider.post('/connect/introspect', fields, { authorization });
    expect(bodyOf(told)).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: key.jkt } });
  });

  it('is needed by a client with dpop_bound_access_tokens', async () => {
    const refused = await ask('bound');
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_request']);
    expect((await askWith(key.prove(), 'bound')).status).toBe(200);
  });

  it.each<[string, () => Promise<string>]>([
    ['two proofs in one header', async () => `${await key.prove()}, ${await key.prove()}`],
    ['no JWT', async () => 'x'],
    ['more than 4096 characters', () => key.prove({ claims: { filler: 'x'.repeat(4096) } })],
    ['another typ', () => key.prove({ header: { typ: 'JWT' } })],
    ['no typ', () => key.prove({ header: { typ: undefined } })],
    ['no key', () => key.prove({ header: { jwk: undefined } })],
    ['the key of somebody else', () => key.prove({ header: { jwk: other.jwk } })],
    ['a private key', async () => key.prove({ header: { jwk: await exportJWK(key.privateKey) } })],
    ['a symmetric key', () => key.prove({ header: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } })],
    ['a key that does not fit the alg', () => key.prove({ header: { jwk: { ...key.jwk, crv: 'P-384' } } })],
    ['jku', () => key.prove({ header: { jku: 'https://evil.test/jwks' } })],
    ['no jti', () => key.prove({ claims: { jti: undefined } })],
    ['an empty jti', () => key.prove({ claims: { jti: '' } })],
    ['a jti of 129 characters', () => key.prove({ claims: { jti: 'x'.repeat(129) } })],
    ['a jti that is no text', () => key.prove({ claims: { jti: 1 } })],
    ['no iat', () => key.prove({ claims: { iat: undefined } })],
    ['an iat that is no number', () => key.prove({ claims: { iat: 'now' } })],
    ['an iat 31 seconds ahead', () => key.prove({ claims: { iat: seconds() + 31 } })],
    ['an exp that has passed', () => key.prove({ claims: { exp: seconds() } })],
    ['an nbf 31 seconds ahead', () => key.prove({ claims: { nbf: seconds() + 31 } })],
    ['no htm', () => key.prove({ claims: { htm: undefined } })],
    ['another htm', () => key.prove({ claims: { htm: 'GET' } })],
    ['htm in lower case', () => key.prove({ claims: { htm: 'post' } })],
    ['no htu', () => key.prove({ claims: { htu: undefined } })],
    ['the htu of another endpoint', () => key.prove({ path: '/connect/par' })],
    ['the htu of another server', () => key.prove({ claims: { htu: 'https://evil.test/connect/token' } })],
    ['the htu of another port', () => key.prove({ claims: { htu: 'https://op.test:8443/connect/token' } })],
    ['an htu with a user', () => key.prove({ claims: { htu: 'https://op.test@evil.test/connect/token' } })],
    ['an htu that is a path', () => key.prove({ claims: { htu: '/connect/token' } })],
    ['an htu in another case', () => key.prove({ claims: { htu: `${issuer}/connect/Token` } })],
  ])('is refused with %s (RFC 9449 §4.3)', async (_, proof) => {
    const response = await askWith(proof());
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_dpop_proof']);
  });

  it('is verified even when its key was used before (RFC 9449 §4.3)', async () => {
    expect((await askWith(key.prove())).status).toBe(200);
    expect((await askWith(key.prove())).status).toBe(200);
    const foreign = await other.prove({ header: { jwk: key.jwk } });
    const [header] = foreign.split('.');
    expect((await key.prove()).split('.')[0]).toBe(header);
    const response = await askWith(foreign);
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_dpop_proof']);
  });

  it.each([
    [1024, /too short/],
    [2048, /signature/],
    [4096, /signature/],
    [4104, /too long/],
  ])('with an RSA key of %i bits is refused because of %s', async (bits, reason) => {
    // A different key each time, because keys are cached.
    const n = Buffer.from([0xff, ...randomBytes(bits / 8 - 2), 0xff]).toString('base64url');
    const dpop = await rsa.prove({ header: { jwk: { kty: 'RSA', n, e: 'AQAB' } } });
    const facts = { reason: expect.stringMatching(reason) };
    await expect(read(dpop, 'none')).rejects.toMatchObject({ code: 'invalid_dpop_proof', facts });
  });

  it.each<[string, string, RegExp]>([
    ['of 32 bits', Buffer.alloc(4, 0xff).toString('base64url'), /signature/],
    ['of 33 bits', Buffer.from([1, 0, 0, 0, 1]).toString('base64url'), /exponent/],
    ['as long as the modulus', Buffer.alloc(256, 0xff).toString('base64url'), /exponent/],
  ])('with an RSA key whose exponent is %s is refused', async (_, e, reason) => {
    const n = Buffer.from([0xff, ...randomBytes(254), 0xff]).toString('base64url');
    const dpop = await rsa.prove({ header: { jwk: { kty: 'RSA', n, e } } });
    const facts = { reason: expect.stringMatching(reason) };
    await expect(read(dpop, 'none')).rejects.toMatchObject({ code: 'invalid_dpop_proof', facts });
  });

  it('is signed with an algorithm of the client’s profile (FAPI 2.0 Security Profile §5.4.1)', async () => {
    await expect(read(await rsa.prove(), 'fapi2')).rejects.toMatchObject({ code: 'invalid_dpop_proof' });
    expect(await read(await key.prove(), 'fapi2')).toMatchObject({ jkt: key.jkt });
    expect(await read(await rsa.prove(), 'none')).toMatchObject({ jkt: rsa.jkt });
  });

  it('may have a jti of 128 characters', async () => {
    expect((await askWith(key.prove({ claims: { jti: randomBytes(64).toString('hex') } }))).status).toBe(200);
  });

  it.each<[string, string]>([
    ['the default port', 'https://op.test:443/connect/token'],
    ['the host in upper case', 'https://OP.test/connect/token'],
    ['a query and a fragment', `${issuer}/connect/token?x=1#y`],
  ])('may have an htu with %s', async (_, htu) => {
    expect((await askWith(key.prove({ claims: { htu } }))).status).toBe(200);
  });

  it('may come from a clock that is 30 seconds ahead, or 60 behind', async () => {
    for (const iat of [seconds() + 30, seconds() - 60]) {
      expect((await askWith(key.prove({ claims: { iat } }))).status).toBe(200);
    }
  });

  it('works once, in any process (security #60)', async () => {
    const second = await openDatabase(provider.databaseUrl);
    const dpop = await key.prove();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic('m2m', secrets.m2m),
      dpop,
    };
    const body = encodeForm({ grant_type: 'client_credentials' });
    const request = { method: 'POST', path: '/connect/token', query: '', headers, body, clientAddress: '192.0.2.1' };
    const contexts = [0, 1, 2, 3].flatMap(() => [provider.context(), { ...provider.context(), db: second.db }]);
    const answers = await Promise.all(contexts.map((context) => handleToken(request, context)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(bodyOf(await askWith(dpop)).error).toBe('invalid_dpop_proof');
    await second.close();
  });

  it('is not used up by a request that fails', async () => {
    const dpop = await key.prove();
    const failed = await ask('m2m', { authorization: basic('m2m', 'wrong-secret-0123456789'), dpop });
    expect(failed.status).toBe(401);
    const scope = await provider.post(
      '/connect/token',
      { grant_type: 'client_credentials', scope: 'nothing' },
      { authorization: basic('m2m', secrets.m2m), dpop },
    );
    expect(bodyOf(scope).error).toBe('invalid_scope');
    expect((await askWith(dpop)).status).toBe(200);
  });
});

describe('a nonce (RFC 9449 §8)', () => {
  const nonceOf = async () => {
    const response = await askWith(key.prove());
    return String(response.headers['dpop-nonce']);
  };

  it('is offered with every answer to a proof, except where the newest was used', async () => {
    const refused = await askWith('x');
    const nonce = String(refused.headers['dpop-nonce']);
    expect(nonce).toMatch(/^[\w-]{22}$/);
    const response = await askWith(key.prove({ claims: { nonce } }));
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('dpop-nonce');
  });

  it('is demanded of a client with dpop_require_nonce, which then continues with it', async () => {
    const first = await askWith(key.prove(), 'nonce');
    expect([first.status, bodyOf(first).error]).toEqual([400, 'use_dpop_nonce']);
    const claims = { nonce: first.headers['dpop-nonce'] };
    expect((await askWith(key.prove({ claims }), 'nonce')).status).toBe(200);
  });

  it('helps a client whose clock is far behind', async () => {
    const iat = seconds() - 61;
    const first = await askWith(key.prove({ claims: { iat } }));
    expect([first.status, bodyOf(first).error]).toEqual([400, 'use_dpop_nonce']);
    const claims = { iat, nonce: first.headers['dpop-nonce'] };
    expect((await askWith(key.prove({ claims }))).status).toBe(200);
    const ahead = key.prove({ claims: { nonce: first.headers['dpop-nonce'], iat: seconds() + 31 } });
    expect(bodyOf(await askWith(ahead)).error, 'not one that is ahead').toBe('invalid_dpop_proof');
  });

  it.each<[string, string, () => Record<string, unknown>, string]>([
    [
      'an old nonce, before an iat that is ahead',
      'm2m',
      () => ({ nonce: 'old', iat: seconds() + 31 }),
      'use_dpop_nonce',
    ],
    ['no nonce, before an iat that is ahead', 'nonce', () => ({ iat: seconds() + 31 }), 'use_dpop_nonce'],
    ['an nbf that is ahead, before an old nonce', 'm2m', () => ({ nonce: 'old', nbf: seconds() + 31 }), invalidProof],
    ['an exp that has passed, before a missing nonce', 'nonce', () => ({ exp: seconds() }), invalidProof],
    ['another htu, before an old nonce', 'm2m', () => ({ nonce: 'old', htu: 'https://evil.test/' }), invalidProof],
    ['an iat that is no number, before an old nonce', 'm2m', () => ({ nonce: 'old', iat: '1' }), invalidProof],
  ])('is checked after the target and validity, and before the age: %s', async (_, clientId, claims, error) => {
    const response = await askWith(key.prove({ claims: claims() }), clientId);
    expect([response.status, bodyOf(response).error]).toEqual([400, error]);
    expect(response.headers['dpop-nonce']).toMatch(/^[\w-]{22}$/);
  });

  it('is valid for four minutes, only from this server', async () => {
    const nonce = await nonceOf();
    provider.advance(240);
    expect((await askWith(key.prove({ claims: { nonce } }))).status).toBe(200);
    provider.advance(60);
    expect(bodyOf(await askWith(key.prove({ claims: { nonce } }))).error).toBe('use_dpop_nonce');
    for (const foreign of ['A'.repeat(22), '', 7]) {
      expect(bodyOf(await askWith(key.prove({ claims: { nonce: foreign } }))).error).toBe('use_dpop_nonce');
    }
  });
});

describe('a refresh token (RFC 9449 §5)', () => {
  async function begin(clientId: string, maker: ProofMaker | null) {
    const issued = await issueCode(provider, { client_id: clientId, scope: 'openid offline_access' });
    const headers: Headers = maker === null ? {} : { dpop: await maker.prove() };
    const { code, verifier } = issued;
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId };
    const response = await provider.post('/connect/token', { ...fields, redirect_uri: 'https://rp.test/cb' }, headers);
    expect(response.status, response.body).toBe(200);
    return bodyOf(response);
  }

  async function renew(token: unknown, maker: ProofMaker | null, clientId = 'spa') {
    const headers: Headers = maker === null ? {} : { dpop: await maker.prove() };
    const fields = { grant_type: 'refresh_token', refresh_token: String(token), client_id: clientId };
    return provider.post('/connect/token', fields, headers);
  }

  it('of a public client is bound by its first proof, and so is each successor', async () => {
    const first = await begin('spa', key);
    const second = await renew(first.refresh_token, key);
    expect(bodyOf(second).token_type).toBe('DPoP');
    const third = await renew(bodyOf(second).refresh_token, key);
    expect(third.status).toBe(200);
    const without = await renew(bodyOf(third).refresh_token, null);
    expect([without.status, bodyOf(without).error]).toEqual([400, 'invalid_request']);
    expect((await renew(bodyOf(third).refresh_token, key)).status, 'nothing was used up').toBe(200);
  });

  it('of a public client becomes bound by a later proof', async () => {
    const first = await begin('spa', null);
    const second = await renew(first.refresh_token, key);
    expect(bodyOf(second).token_type).toBe('DPoP');
    expect(bodyOf(await renew(bodyOf(second).refresh_token, null)).error).toBe('invalid_request');
  });

  it('without rotation becomes bound too', async () => {
    const { refresh_token: token } = await begin('spa-slow', null);
    expect((await renew(token, key, 'spa-slow')).status).toBe(200);
    expect(bodyOf(await renew(token, null, 'spa-slow')).error).toBe('invalid_request');
    expect(bodyOf(await renew(token, other, 'spa-slow')).error).toBe('invalid_grant');
    expect(bodyOf(await renew(token, key, 'spa-slow')).error, 'the family has ended').toBe('invalid_grant');
  });

  it.each(['in', 'out of'])('with another key ends its family, %s the grace window', async (where) => {
    const first = await begin('spa', key);
    const second = bodyOf(await renew(first.refresh_token, key));
    provider.advance(where === 'in' ? 1 : 61);
    const refused = await renew(first.refresh_token, other);
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_grant']);
    expect(bodyOf(await renew(second.refresh_token, key)).error).toBe('invalid_grant');
    const { db } = provider.context();
    expect(await db.auditEvent.count({ where: { type: 'refresh_token.wrong_key' } })).toBeGreaterThan(0);
  });

  it.each<[string, () => ProofMaker | null, string]>([
    ['that key', () => key, 'repeats the answer'],
    ['another key', () => other, 'ends the family'],
    ['no key', () => null, 'ends the family'],
  ])('without a key, first used with one: a use in the grace window with %s %s', async (_, maker, outcome) => {
    const first = await begin('spa', null);
    const second = bodyOf(await renew(first.refresh_token, key));
    const again = await renew(first.refresh_token, maker());
    const repeats = outcome === 'repeats the answer';
    expect(bodyOf(again)).toMatchObject(repeats ? { refresh_token: second.refresh_token } : { error: 'invalid_grant' });
    expect((await renew(second.refresh_token, key)).status).toBe(repeats ? 200 : 400);
  });

  it('of a confidential client is bound to its authentication: a new key is accepted', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access' });
    const { code, verifier } = issued;
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://rp.test/cb',
      code_verifier: verifier,
    };
    const authorization = basic('web', secrets.web);
    const first = bodyOf(await provider.post('/connect/token', fields, { authorization, dpop: await key.prove() }));
    expect(first.token_type).toBe('DPoP');
    const renewed = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) };
    const headers = { authorization, dpop: await other.prove() };
    const second = await provider.post('/connect/token', renewed, headers);
    expect(claimsOf(second).cnf).toEqual({ jkt: other.jkt });
    const third = await refresh(provider, bodyOf(second).refresh_token);
    expect(bodyOf(third).token_type).toBe('Bearer');
  });

  it('does not need a proof if none was ever sent', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access' });
    const first = bodyOf(await redeem(provider, issued));
    expect(bodyOf(await refresh(provider, first.refresh_token)).token_type).toBe('Bearer');
  });
});
