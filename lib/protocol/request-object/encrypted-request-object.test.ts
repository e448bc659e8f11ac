import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import { base64url, CompactEncrypt, type CompactJWEHeaderParameters, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateKeys } from '#lib/keys/rotate-keys';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { answerOf, createPerson, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, encodeForm, type TestProvider } from '#lib/testing/provider';
import { createRequestSigner, type RequestSigner } from '#lib/testing/request-object';
import { contentEncryptions } from '#lib/vocabulary/encryption-algs';

const algs = ['RSA-OAEP-256', 'ECDH-ES'] as const;
const pairs = algs.flatMap((alg) => contentEncryptions.map((enc) => [alg, enc] as const));

let provider: TestProvider;
let signer: RequestSigner;
beforeAll(async () => {
  signer = await createRequestSigner();
  const web = { ...fixtureClient('web'), require_consent: false, jwks: { keys: [signer.jwk] } };
  const clients = pairs.map(([alg, enc]) => ({
    ...web,
    client_id: `${alg}/${enc}`,
    request_object_encryption_alg: alg,
    ...(enc !== 'A128CBC-HS256' && { request_object_encryption_enc: enc }),
  }));
  provider = await createTestProvider({ ...fixtures, clients: [web, ...clients] });
});
afterAll(() => provider.close());

const clientId = 'ECDH-ES/A128GCM';
const header = { alg: 'ECDH-ES', enc: 'A128GCM' };

async function publishedKeys(alg: string): Promise<readonly JWK[]> {
  const { keys } = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  return keys.filter((key: JWK) => key.use === 'enc' && key.alg === alg);
}

async function encrypt(content: string, protectedHeader: CompactJWEHeaderParameters = header): Promise<string> {
  const [jwk = {}] = await publishedKeys(protectedHeader.alg);
  const key = await importJWK(jwk, protectedHeader.alg);
  return new CompactEncrypt(Buffer.from(content)).setProtectedHeader(protectedHeader).encrypt(key);
}

/** Encrypts by hand with ECDH-ES and A128GCM, with exactly the given header text (RFC 7518 §4.6). */
async function encryptUnder(write: (header: object) => string, content: string): Promise<string> {
  const [jwk = {}] = await publishedKeys('ECDH-ES');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const part = write({ ...header, epk: publicKey.export({ format: 'jwk' }) });
  const shared = diffieHellman({ privateKey, publicKey: createPublicKey({ format: 'jwk', key: { ...jwk } }) });
  const length = (bytes: number) => Buffer.from([0, 0, 0, bytes]);
  const info = [length(7), Buffer.from('A128GCM'), length(0), length(0), length(128)];
  const digest = createHash('sha256').update(Buffer.concat([length(1), shared, ...info]));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-128-gcm', digest.digest().subarray(0, 16), iv).setAAD(Buffer.from(part));
  const text = Buffer.concat([cipher.update(content), cipher.final()]);
  return [part, '', ...[iv, text, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join('.');
}

const sign = (claims: object = {}) => signer.sign({ client_id: clientId, prompt: 'none', ...claims });
const answerTo = async (request: string, id = clientId) => {
  const body = encodeForm({ client_id: id, redirect_uri: redirectUri, request });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return answerOf(await provider.send('/connect/authorize', { body, headers }));
};

/** Replaces the header or another part of the same cipher text. */
function tamper(jwe: string, index: number, change: (part: string) => string): string {
  return jwe
    .split('.')
    .map((part, position) => (position === index ? change(part) : part))
    .join('.');
}

function withHeader(jwe: string, members: object): string {
  return tamper(jwe, 0, (part) => base64url.encode(JSON.stringify({ ...decode(part), ...members })));
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

describe('an encrypted request object (RFC 9101 §6.1)', () => {
  it.each(pairs)('is opened: %s with %s', async (alg, enc) => {
    const id = `${alg}/${enc}`;
    const request = await encrypt(await sign({ client_id: id }), { alg, enc, cty: 'JWT' });
    expect(await answerTo(request, id)).toMatchObject({ error: 'login_required', state: 'inside' });
  });

  it('may name the key, and leads to a code', async () => {
    const [jwk] = await publishedKeys('ECDH-ES');
    const content = await sign({ prompt: undefined });
    const request = await encrypt(content, { ...header, kid: String(jwk?.kid), typ: 'oauth-authz-req+jwt' });
    const person = createPerson(provider);
    const login = await person.get(`/connect/authorize?${encodeForm({ client_id: clientId, request })}`);
    expect(answerOf(await person.signIn(login))).toMatchObject({ state: 'inside', code: expect.any(String) });
  });

  it('may be pushed (RFC 9126 §3)', async () => {
    const request = await encrypt(await sign());
    const headers = { authorization: basic(clientId, secrets.web) };
    expect((await provider.post('/connect/par', { request }, headers)).status).toBe(201);
  });

  it('is optional: a signed one is still accepted', async () => {
    expect((await answerTo(await sign())).error).toBe('login_required');
  });

  it('is announced, with its keys (RFC 9101 §10.5)', async () => {
    const document = bodyOf(await provider.send('/.well-known/openid-configuration'));
    expect(document.request_object_encryption_alg_values_supported).toEqual(algs);
    expect(document.request_object_encryption_enc_values_supported).toEqual(contentEncryptions);
    const plain = await createTestProvider(fixtures);
    const without = bodyOf(await plain.send('/.well-known/openid-configuration'));
    expect(without).not.toHaveProperty('request_object_encryption_alg_values_supported');
    await plain.close();
  });
});

describe('what is refused as invalid_request_object', () => {
  const unsigned = `${base64url.encode('{"alg":"none"}')}.${base64url.encode(`{"client_id":"${clientId}"}`)}.`;
  const offCurve = (part: string) => {
    const { epk, ...rest } = decode(part);
    return base64url.encode(JSON.stringify({ ...rest, epk: { ...Object(epk), y: Object(epk).x } }));
  };
  it.each<[string, () => Promise<string>]>([
    ['JSON that nobody signed (CVE-2026-9793)', () => encrypt(JSON.stringify({ client_id: clientId }))],
    ['an object with alg none inside', () => encrypt(unsigned)],
    ['an encrypted object inside', async () => encrypt(await encrypt(await sign()))],
    ['bytes that are no text', () => encrypt('\0\xff')],
    ['the object of another client', async () => encrypt(await signer.sign({ prompt: 'none' }))],
    ['another alg than the registered one', async () => encrypt(await sign(), { ...header, alg: 'RSA-OAEP-256' })],
    ['another enc than the registered one', async () => encrypt(await sign(), { ...header, enc: 'A256GCM' })],
    ['RSA1_5', async () => withHeader(await encrypt(await sign()), { alg: 'RSA1_5' })],
    ['dir', async () => withHeader(await encrypt(await sign()), { alg: 'dir' })],
    ['zip', async () => withHeader(await encrypt(await sign()), { zip: 'DEF' })],
    ['crit', async () => withHeader(await encrypt(await sign()), { crit: ['exp'] })],
    // The rows above break the authentication tag. Here the tag is valid, and the header itself is refused.
    ['a key in the header', async () => encrypt(await sign(), { ...header, jwk: {} })],
    ['the address of keys in the header', async () => encrypt(await sign(), { ...header, jku: 'https://rp.test' })],
    ['another typ', async () => encrypt(await sign(), { ...header, typ: 'at+jwt' })],
    ['another cty', async () => encrypt(await sign(), { ...header, cty: 'json' })],
    ['an unknown kid', async () => encrypt(await sign(), { ...header, kid: 'nobody' })],
    ['an ECDH point beside the curve', async () => tamper(await encrypt(await sign()), 0, offCurve)],
    [
      'a point of another curve',
      async () => withHeader(await encrypt(await sign()), { epk: { kty: 'EC', crv: 'P-384' } }),
    ],
    ['no point', async () => withHeader(await encrypt(await sign()), { epk: undefined })],
    ['a header that is no object', async () => tamper(await encrypt(await sign()), 0, () => base64url.encode('[]'))],
    ['a header that is no JSON', async () => tamper(await encrypt(await sign()), 0, () => base64url.encode('{'))],
    ['a changed header', async () => withHeader(await encrypt(await sign()), { apu: 'eA' })],
    ['a changed tag', async () => tamper(await encrypt(await sign()), 4, () => base64url.encode('x'.repeat(16)))],
    ['six parts', async () => `${await encrypt(await sign())}.x`],
    ['four parts', async () => (await encrypt(await sign())).replace('..', '.')],
    ['more than 24,000 characters', async () => encrypt(await sign({ nonce: 'x'.repeat(20_000) }))],
  ])('%s', async (_, make) => {
    const { error, error_description: description } = await answerTo(await make());
    expect(error).toBe('invalid_request_object');
    // All reasons have the same description, except for signed content.
    if (_ !== 'the object of another client') expect(description).toMatch(/^The request object could not be verified/);
  });

  it('a header that is not the canonical base64url of its bytes (RFC 7515 §2)', async () => {
    // If the number of bytes is one more than a multiple of three, the last character has four unused bits.
    const write = (change: (part: string) => string) => (members: object) => {
      const json = JSON.stringify(members);
      return change(base64url.encode(json.padEnd(json.length + ((4 - (json.length % 3)) % 3), ' ')));
    };
    expect((await answerTo(await encryptUnder(write(String), await sign()))).error).toBe('login_required');
    const spare = (part: string) => part.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
    const other = await encryptUnder(write(spare), await sign());
    expect((await answerTo(other)).error).toBe('invalid_request_object');
  });

  it('encryption by a client that did not register it', async () => {
    const request = await encrypt(await signer.sign({ prompt: 'none' }));
    expect((await answerTo(request, 'web')).error).toBe('invalid_request_object');
  });
});

describe('after a rotation of the keys', () => {
  it('the former key still decrypts for a day, and the new one does at once', async () => {
    const former = await encrypt(await sign());
    const { db, settings, now } = provider.context();
    await rotateKeys(db, settings.secret, now, { announceSeconds: 0, longestLifetimeSeconds: 60 });
    await provider.configure({});
    expect(await publishedKeys('ECDH-ES')).toHaveLength(1);
    expect((await answerTo(former)).error).toBe('login_required');
    expect((await answerTo(await encrypt(await sign()))).error).toBe('login_required');
    provider.advance(86_400);
    expect((await answerTo(former)).error).toBe('invalid_request_object');
  });
});
