import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listIssuerAssertions, writeUses } from '#lib/clients/usage/use-store';
import { openDatabase } from '#lib/db/open';
import { sweepExpired } from '#lib/db/sweep';
import { findExplanation } from '#lib/explain/explanation-store';
import { readFacts } from '#lib/explain/limited-facts';
import { fixtures, secrets } from '#lib/testing/fixtures';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { referenceIn, refusalOf } from '#lib/testing/without-reference';
import { findRule } from './rules/find-rule';
import { handleToken } from './token';

const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const algs = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;

type Keys = Record<string, CryptoKeyPair>;
type Change = {
  claims?: Readonly<Record<string, unknown>>;
  header?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
};

let keys: Keys;
let provider: TestProvider;
beforeAll(async () => {
  const pair = async (alg: string) => [alg, await generateKeyPair(alg, { extractable: true })] as const;
  keys = Object.fromEntries(await Promise.all(algs.map(pair)));
  keys.foreign = await generateKeyPair('ES256', { extractable: true });
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      await machine('pkjwt', ['RS256', 'ES256', 'ES384', 'EdDSA']),
      await machine('pss', ['PS256']),
      await machine('other', ['ES256']),
      { ...(await machine('strict', ['ES256'])), client_assertion_audience: 'issuer' },
      { ...(await machine('secretive', ['ES256'])), token_endpoint_auth_method: 'client_secret_basic' },
      { ...(await machine('held', ['ES256', 'RS256'])), token_endpoint_auth_signing_alg: 'RS256' },
    ],
  });
});
afterAll(() => provider.close());

async function machine(clientId: string, names: readonly string[]) {
  const registered = names.map(async (alg) => ({ ...(await exportJWK(keyOf(alg).publicKey)), kid: alg, alg }));
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: await Promise.all(registered) },
    client_secrets: [{ value: secrets.m2m }],
    grant_types: ['client_credentials'],
    scope: 'orders',
  };
}

function keyOf(name: string): CryptoKeyPair {
  const pair = keys[name];
  if (pair === undefined) throw new Error(`no key ${name}`);
  return pair;
}

/** A valid assertion with changed claims and headers. Undefined removes one. */
function assertion({ claims = {}, header = {}, key }: Change = {}): Promise<string> {
  const now = provider.context().now.getTime() / 1000;
  const right = { iss: 'pkjwt', sub: 'pkjwt', aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
  const protectedHeader = { alg: 'ES256', kid: 'ES256', ...header };
  return new SignJWT(JSON.parse(JSON.stringify({ ...right, ...claims })))
    .setProtectedHeader(JSON.parse(JSON.stringify(protectedHeader)))
    .sign(key ?? keyOf('ES256').privateKey);
}

const fieldsOf = (client_assertion: string): FormFields => ({
  grant_type: 'client_credentials',
  client_assertion_type: type,
  client_assertion,
});

const post = (client_assertion: string, fields: FormFields = {}, headers: Record<string, string> = {}) =>
  provider.post('/connect/token', { ...fieldsOf(client_assertion), ...fields }, headers);

const seconds = () => provider.context().now.getTime() / 1000;

describe('private_key_jwt (RFC 7523 §2.2 and §3, OpenID Connect Core §9)', () => {
  it.each(algs)('authenticates a client by an assertion it signed with %s', async (alg) => {
    const clientId = alg === 'PS256' ? 'pss' : 'pkjwt';
    const change = { claims: { iss: clientId, sub: clientId }, header: { alg, kid: alg }, key: keyOf(alg).privateKey };
    const response = await post(await assertion(change));
    expect(response.status, response.body).toBe(200);
  });

  it.each([
    ['RS256', 200],
    ['ES256', 401],
  ])(
    'of a client with token_endpoint_auth_signing_alg: RS256, with %s (OpenID Connect Dynamic Client Registration §2)',
    async (alg, status) => {
      const change = { claims: { iss: 'held', sub: 'held' }, header: { alg, kid: alg }, key: keyOf(alg).privateKey };
      expect((await post(await assertion(change))).status).toBe(status);
    },
  );

  it.each<[string, Change]>([
    ['without kid, when one key suits', { header: { kid: undefined } }],
    ['with typ JWT', { header: { typ: 'JWT' } }],
    ['with its own typ', { header: { typ: 'client-authentication+jwt' } }],
    ['without iat', { claims: { iat: undefined } }],
    ['for our token endpoint (OpenID Connect Core §9)', { claims: { aud: `${issuer}/connect/token` } }],
    ['for a list of our issuer alone', { claims: { aud: [issuer] } }],
    ['for a list of our token endpoint alone', { claims: { aud: [`${issuer}/connect/token`] } }],
    ['that is good for an hour', { claims: { exp: 1767268800 + 3600 } }],
    ['that is good for an hour, from a clock 30 seconds ahead', { claims: { exp: 1767268830 + 3600 } }],
    ['that was issued an hour ago', { claims: { iat: 1767268800 - 3600 } }],
    ['from a clock 30 seconds ahead (security #144)', { claims: { iat: 1767268830, nbf: 1767268830 } }],
    ['in the second before it expires', { claims: { exp: 1767268801 } }],
  ])('takes an assertion %s', async (_, change) => {
    expect((await post(await assertion(change))).status).toBe(200);
  });

  it.each<[string, unknown, number]>([
    ['the endpoint that is called', `${issuer}/connect/par`, 201],
    ['the token endpoint', `${issuer}/connect/token`, 201],
    ['the issuer', issuer, 201],
    ['another endpoint', `${issuer}/connect/revocation`, 401],
  ])('takes or refuses at another endpoint an assertion for %s (RFC 9126 §2)', async (_, aud, status) => {
    const fields = { ...fieldsOf(await assertion({ claims: { aud } })), grant_type: undefined };
    const request = { response_type: 'code', redirect_uri: 'https://rp.test/cb', scope: 'openid', nonce: 'n1' };
    const response = await provider.post('/connect/par', { ...fields, ...request });
    // A client without the code flow is authenticated first, and then refused.
    expect([response.status, bodyOf(response).error]).toEqual(
      status === 201 ? [400, 'invalid_request'] : [401, 'invalid_client'],
    );
  });

  it.each<[string, unknown, number]>([
    ['the issuer', issuer, 200],
    ['a list of the issuer', [issuer], 401],
    ['the token endpoint', `${issuer}/connect/token`, 401],
    ['a list of the token endpoint', [`${issuer}/connect/token`], 401],
  ])('of a client with client_assertion_audience: issuer, for %s', async (_, aud, status) => {
    const response = await post(await assertion({ claims: { iss: 'strict', sub: 'strict', aud } }));
    expect(response.status, response.body).toBe(status);
  });

  it('accepts the same client_id next to it, and refuses another (RFC 7521 §4.2)', async () => {
    expect((await post(await assertion(), { client_id: 'pkjwt' })).status).toBe(200);
    expect(bodyOf(await post(await assertion(), { client_id: 'other' })).error).toBe('invalid_client');
  });

  it.each<[string, () => Change | Promise<Change>]>([
    ['no iss', () => ({ claims: { iss: undefined } })],
    ['no sub', () => ({ claims: { sub: undefined } })],
    ['no aud', () => ({ claims: { aud: undefined } })],
    ['no exp', () => ({ claims: { exp: undefined } })],
    ['no jti', () => ({ claims: { jti: undefined } })],
    ['an empty jti', () => ({ claims: { jti: '' } })],
    ['a jti that is no text', () => ({ claims: { jti: 7 } })],
    ['iss of another client', () => ({ claims: { iss: 'other' } })],
    ['sub of another client', () => ({ claims: { sub: 'other' } })],
    ['sub and iss of a client without keys', () => ({ claims: { iss: 'm2m', sub: 'm2m' } })],
    [
      'sub and iss of a client with keys that registered a secret',
      () => ({ claims: { iss: 'secretive', sub: 'secretive' } }),
    ],
    ['sub and iss of nobody', () => ({ claims: { iss: 'nobody', sub: 'nobody' } })],
    ['sub that is no text', () => ({ claims: { sub: ['pkjwt'] } })],
    ['aud of another server', () => ({ claims: { aud: 'https://other.test' } })],
    ['aud as a list of another server alone', () => ({ claims: { aud: ['https://other.test'] } })],
    ['aud with a foreign entry', () => ({ claims: { aud: [issuer, 'https://other.test'] } })],
    ['aud as an empty list', () => ({ claims: { aud: [] } })],
    ['aud with two of ours', () => ({ claims: { aud: [issuer, `${issuer}/connect/token`] } })],
    ['aud with the same twice', () => ({ claims: { aud: [issuer, issuer] } })],
    ['aud of another endpoint of ours', () => ({ claims: { aud: `${issuer}/connect/par` } })],
    ['aud of our token endpoint with a query', () => ({ claims: { aud: `${issuer}/connect/token?x` } })],
    ['aud of no endpoint', () => ({ claims: { aud: `${issuer}/connect` } })],
    ['aud of our issuer with a slash', () => ({ claims: { aud: `${issuer}/` } })],
    ['exp an hour ago', () => ({ claims: { exp: seconds() - 3600 } })],
    ['exp now', () => ({ claims: { exp: seconds() } })],
    ['exp before all times', () => ({ claims: { exp: -1e20 } })],
    ['exp in ten years', () => ({ claims: { exp: seconds() + 315_360_000 } })],
    ['exp in 3631 seconds', () => ({ claims: { exp: seconds() + 3631 } })],
    ['exp that is no number', () => ({ claims: { exp: 'tomorrow' } })],
    ['nbf 31 seconds in the future', () => ({ claims: { nbf: seconds() + 31 } })],
    ['iat 31 seconds in the future', () => ({ claims: { iat: seconds() + 31 } })],
    ['iat that is no number', () => ({ claims: { iat: 'now' } })],
    ['nbf that is null', () => ({ claims: { nbf: null } })],
    ['iat 3601 seconds ago', () => ({ claims: { iat: seconds() - 3601 } })],
    ["another client's key under our kid", () => ({ key: keyOf('foreign').privateKey })],
    ['an unknown kid', () => ({ header: { kid: 'nope' } })],
    ['a kid that is a path (security #137)', () => ({ header: { kid: '../../dev/null' } })],
    ['a kid of a prototype', () => ({ header: { kid: '__proto__' } })],
    ['RS256 under the kid of another type', () => ({ header: { alg: 'RS256' }, key: keyOf('RS256').privateKey })],
    [
      'HS256 with the public key as the secret',
      async () => ({
        header: { alg: 'HS256' },
        key: new TextEncoder().encode(await exportSPKI(keyOf('ES256').publicKey)),
      }),
    ],
    [
      'the key in the header',
      async () => ({
        header: { kid: undefined, jwk: await exportJWK(keyOf('foreign').publicKey) },
        key: keyOf('foreign').privateKey,
      }),
    ],
    ['a right signature and jwk', async () => ({ header: { jwk: await exportJWK(keyOf('ES256').publicKey) } })],
    ['jku', () => ({ header: { jku: 'https://evil.test/jwks' } })],
    ['x5u', () => ({ header: { x5u: 'https://evil.test/cert' } })],
    ['x5c', () => ({ header: { x5c: ['MIIB'] } })],
    ['the type of an access token', () => ({ header: { typ: 'at+jwt' } })],
    ['the type of a DPoP proof', () => ({ header: { typ: 'dpop+jwt' } })],
  ])('refuses an assertion with %s (security #66)', async (_, change) => {
    const response = await post(await assertion(await change()));
    expect(response.status).toBe(401);
    expect(refusalOf(response)).toEqual({ error: 'invalid_client', error_description: 'Client authentication failed' });
  });

  it('refuses anything but a JWT signed with one of the algorithms (security #66, #136)', async () => {
    const [header = '', payload = '', signature = ''] = (await assertion()).split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const crit = encode({ alg: 'ES256', kid: 'ES256', crit: ['b64'], b64: true });
    for (const altered of [
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'None' })}.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
      `${header}.${payload}`,
      `${header}..${signature}`,
      `${crit}.${payload}.${signature}`,
      `${encode({ alg: 'ES256' })}.${encode([])}.${signature}`,
      'x',
      '..',
      JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
      `${header}.${payload}.${signature}${'A'.repeat(17_000)}`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature}.`,
      `${header}A.${payload}.${signature}`,
    ]) {
      const response = await post(altered);
      expect([response.status, bodyOf(response).error], altered.slice(0, 80)).toEqual([401, 'invalid_client']);
    }
    expect((await post(`${header}.${payload}.${signature}`)).status, 'none of them used it up').toBe(200);
  });

  it.each<[string, FormFields]>([
    ['no type', { client_assertion_type: undefined }],
    ['another type', { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }],
    ['a type without an assertion', { client_assertion: undefined }],
  ])('refuses %s', async (_, fields) => {
    const response = await post(await assertion(), fields);
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
  });

  it.each<[string, Change, { reason: string; setting: string; facts?: object }]>([
    [
      'an audience that is not ours',
      { claims: { aud: 'https://else.test' } },
      {
        reason: 'aud of the assertion is not an audience that the client may send',
        setting: 'client_assertion_audience',
        facts: { name: 'aud', received: 'https://else.test', registered: expect.arrayContaining([issuer]) },
      },
    ],
    [
      'a list of audiences, none of them ours',
      { claims: { aud: ['https://else.test', 'https://other.test'] } },
      {
        reason: 'aud of the assertion is a list without an audience that the client may send',
        setting: 'client_assertion_audience',
        facts: { received: '["https://else.test","https://other.test"]' },
      },
    ],
    [
      'a list of two audiences',
      { claims: { aud: [issuer, 'https://else.test'] } },
      { reason: 'aud names more than one audience', setting: 'client_assertion_audience' },
    ],
    [
      'no exp',
      { claims: { exp: undefined } },
      { reason: 'the assertion has no exp', setting: 'client_assertion_audience' },
    ],
    [
      'another iss',
      { claims: { iss: 'web' } },
      { reason: 'iss of the assertion is not the client_id', setting: 'client_assertion_audience' },
    ],
    [
      'a time that has passed',
      { claims: { exp: 1_600_000_000 } },
      { reason: 'the assertion expired at 2020-09-13T12:26:40.000Z', setting: 'client_assertion_audience' },
    ],
    [
      'a key that the client does not have',
      { header: { kid: 'nobody' } },
      { reason: 'no single registered key matches the kid and alg of the header', setting: 'jwks' },
    ],
  ])('is refused for %s, and explained in words (design: explain)', async (_, change, { reason, setting, facts }) => {
    const refused = await post(await assertion(change));
    expect(refused.status).toBe(401);
    await provider.flushExplanations();
    const { db, snapshot } = provider.context();
    const record = await findExplanation(db, referenceIn(refused));
    if (record === null) throw new Error('no record');
    expect(readFacts(record.facts)).toMatchObject({ reason, ...facts });
    expect(record.facts).not.toContain('[object');
    expect(readFacts(record.facts).setting ?? findRule(record.rule)?.setting).toBe(setting);
    expect(snapshot.clients.has(record.clientId ?? '')).toBe(true);
  });

  it('is not combined with another method (RFC 6749 §2.3, security #62)', async () => {
    const used = await assertion();
    for (const response of [
      await post(used, { client_id: 'pkjwt', client_secret: secrets.m2m }),
      await post(used, {}, { authorization: basic('pkjwt', secrets.m2m) }),
      await post(used, { client_id: 'm2m', client_secret: secrets.m2m, client_assertion_type: undefined }),
      await post(used, { client_id: 'm2m', client_secret: secrets.m2m, client_assertion: undefined }),
    ]) {
      expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_request']);
    }
  });

  it('is the only method of its client, and refused for other clients (security #62)', async () => {
    const asked = { grant_type: 'client_credentials' };
    const header = { authorization: basic('pkjwt', secrets.m2m) };
    expect((await provider.post('/connect/token', asked, header)).status).toBe(401);
    const body = { ...asked, client_id: 'pkjwt', client_secret: secrets.m2m };
    expect((await provider.post('/connect/token', body)).status).toBe(401);
    expect((await provider.post('/connect/token', { ...asked, client_id: 'pkjwt' })).status).toBe(401);
  });

  it('is verified with the keys the client publishes at its jwks_uri (RFC 7591 §2)', async () => {
    const published = { keys: [{ ...(await exportJWK(keyOf('ES256').publicKey)), kid: 'ES256' }] };
    const server = createServer((_, response) => response.end(JSON.stringify(published)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const jwks_uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks`;
    const remote = { ...(await machine('pkjwt', ['ES256'])), jwks: undefined };
    const file = {
      scopes: fixtures.scopes,
      clients: [
        { ...remote, jwks_uri },
        { ...remote, client_id: 'unreachable', jwks_uri: 'https://127.0.0.2/jwks' },
      ],
    };
    const own = await createTestProvider(file, { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' });
    const answer = async (change: Change) => {
      const response = await own.post('/connect/token', fieldsOf(await assertion(change)));
      return [response.status, bodyOf(response).error];
    };
    expect(await answer({})).toEqual([200, undefined]);
    expect(await answer({ key: keyOf('foreign').privateKey })).toEqual([401, 'invalid_client']);
    const unreachable = { iss: 'unreachable', sub: 'unreachable' };
    expect(await answer({ claims: unreachable })).toEqual([401, 'invalid_client']);
    server.close();
    await own.close();
  });

  it('stops working when the client is disabled (security #39)', async () => {
    const off = await createTestProvider({
      clients: [{ ...(await machine('pkjwt', ['ES256'])), enabled: false }],
      scopes: fixtures.scopes,
    });
    expect((await off.post('/connect/token', fieldsOf(await assertion()))).status).toBe(401);
    await off.close();
  });

  it('is announced (RFC 8414 §2)', async () => {
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    expect(document.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
    expect(document.token_endpoint_auth_signing_alg_values_supported).toEqual(
      expect.arrayContaining(['RS256', 'PS256', 'ES256', 'EdDSA']),
    );
    expect(JSON.stringify(document.token_endpoint_auth_signing_alg_values_supported)).not.toMatch(/none|HS/);
  });
});

describe('the audience of assertions', () => {
  it('is recorded, so that the checks can suggest issuer-only audiences to clients that send nothing else', async () => {
    const send = async (clientId: string, aud: unknown) => {
      const response = await post(await assertion({ claims: { iss: clientId, sub: clientId, aud } }));
      expect(response.status, response.body).toBe(200);
      const { db, now } = provider.context();
      await writeUses(db);
      return listIssuerAssertions(db, now);
    };
    expect(await send('other', issuer)).toContain('other');
    expect(await send('other', [issuer]), 'a list is not what the setting would take').not.toContain('other');
    expect(await send('strict', issuer)).not.toContain('other');
    provider.advance(90 * 86_400);
    expect(await send('other', issuer), 'what it sent long ago does not count').toContain('other');
  });
});

describe('an assertion is used once (RFC 7523 §3 item 7, security #67)', () => {
  it('is refused the second time at every endpoint', async () => {
    const used = await assertion();
    expect((await post(used)).status).toBe(200);
    expect(bodyOf(await post(used)).error).toBe('invalid_client');
    const pushed = await provider.post('/connect/par', { ...fieldsOf(used), response_type: 'code' });
    expect([pushed.status, bodyOf(pushed).error]).toEqual([401, 'invalid_client']);
  });

  it('is identified by its jti and client: another signature over the same jti is a replay too', async () => {
    const claims = { jti: 'Same' };
    expect((await post(await assertion({ claims }))).status).toBe(200);
    expect((await post(await assertion({ claims }))).status).toBe(401);
    expect((await post(await assertion({ claims: { jti: 'same' } }))).status, 'case matters').toBe(200);
    const foreign = { ...claims, iss: 'other', sub: 'other' };
    expect((await post(await assertion({ claims: foreign }))).status, 'of another client').toBe(200);
  });

  it.each(['\0', 'ä'.repeat(1000), '\ud800', "' OR 1=1--"])('accepts any text as jti, once', async (jti) => {
    expect((await post(await assertion({ claims: { jti } }))).status).toBe(200);
    expect((await post(await assertion({ claims: { jti } }))).status).toBe(401);
  });

  it('is not used up by a failed attempt', async () => {
    const claims = { jti: 'kept' };
    await post(await assertion({ claims, key: keyOf('foreign').privateKey }));
    await post(await assertion({ claims: { ...claims, aud: 'https://other.test' } }));
    expect((await post(await assertion({ claims }))).status).toBe(200);
  });

  it('is remembered until it has expired', async () => {
    const { context } = provider;
    const claims = { exp: seconds() + 60 };
    const used = await assertion({ claims });
    await post(used);
    provider.advance(59);
    await sweepExpired(context().db, context().now);
    expect((await post(used)).status).toBe(401);
    expect(await context().db.usedJwt.count()).toBeGreaterThan(0);
    provider.advance(2 * 3600);
    await sweepExpired(context().db, context().now);
    expect(await context().db.usedJwt.count()).toBe(0);
    expect((await post(used)).status).toBe(401);
  });

  it('is accepted by only one of two nodes at the same moment', async () => {
    const second = await openDatabase(provider.databaseUrl);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let round = 0; round < 10; round += 1) {
      const body = encodeForm(fieldsOf(await assertion()));
      const request = { method: 'POST', path: '/connect/token', query: '', headers, body, clientAddress: '192.0.2.1' };
      const contexts = [0, 1, 2, 3].flatMap(() => [provider.context(), { ...provider.context(), db: second.db }]);
      const answers = await Promise.all(contexts.map((context) => handleToken(request, context)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    }
    await second.close();
  });
});
