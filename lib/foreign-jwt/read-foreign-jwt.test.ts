import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JwtPurpose, readForeignJwt, verifyForeignJwt } from './read-foreign-jwt';

const now = new Date('2026-01-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const purpose: JwtPurpose = {
  noun: 'message',
  maximumLength: 4096,
  types: ['message+jwt'],
  algorithms: ['ES256'],
  lifetimeSeconds: 60,
};

type Parts = { header?: Record<string, unknown>; claims?: Record<string, unknown>; signedBy?: CryptoKey };

let keys: CryptoKeyPair;
let foreign: CryptoKeyPair;
beforeAll(async () => {
  [keys, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
});

function sign({ header = {}, claims = {}, signedBy = keys.privateKey }: Parts = {}): Promise<string> {
  return new SignJWT({ exp: seconds + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'message+jwt', ...header })
    .sign(signedBy);
}

async function read(text: string, change: Partial<JwtPurpose> = {}) {
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
  return verifyForeignJwt(readForeignJwt(text, { ...purpose, ...change }), createLocalJWKSet(jwks), now);
}

const encode = (text: string | Uint8Array) => Buffer.from(text).toString('base64url');
const header = encode('{"alg":"ES256","typ":"message+jwt"}');
const payload = encode('{}');

describe('a JWT of another issuer', () => {
  it('returns its claims when all checks pass', async () => {
    expect(await read(await sign({ claims: { iss: 'a' } }))).toEqual({ iss: 'a', exp: seconds + 60 });
  });

  it('may write its type in any case (RFC 7515 §4.1.9)', async () => {
    expect(await read(await sign({ header: { typ: 'Message+JWT' } }))).toEqual({ exp: seconds + 60 });
  });

  it('is not malformed because of its claims', async () => {
    expect(await read(await sign({ claims: { text: 'ä\u0000\ufeff' } }))).toMatchObject({ text: 'ä\u0000\ufeff' });
  });

  it.each<[step: string, string]>([
    ['length', ''],
    ['length', 'x'.repeat(4097)],
    ['form', 'x'],
    ['form', `${header}.${payload}`],
    ['form', `${header}.${payload}.`],
    ['form', `${header}.${payload}.AA.AA`],
    ['form', `${header}.${payload}.AA==`],
    ['form', `${header}.${payload}.AB`],
    ['form', `${header}.${payload}.A A`],
    ['form', `${header}.${encode('[]')}.AA`],
    ['form', `${header}.${encode('null')}.AA`],
    ['form', `${header}.${encode('{"a":1,"a":1}')}.AA`],
    ['form', `${encode('{"alg":"none","alg":"ES256","typ":"message+jwt"}')}.${payload}.AA`],
    ['form', `${header}.${encode(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))}.AA`],
    ['form', `${header}.${encode('\ufeff{}')}.AA`],
    ['typ', `${encode('{"alg":"none","typ":"at+jwt"}')}.${payload}.AA`],
    ['typ', `${encode('{"alg":"ES256"}')}.${payload}.AA`],
    ['typ', `${encode('{"alg":"ES256","typ":["message+jwt"]}')}.${payload}.AA`],
    ['alg', `${encode('{"alg":"none","crit":[],"typ":"message+jwt"}')}.${payload}.AA`],
    ['alg', `${encode('{"typ":"message+jwt"}')}.${payload}.AA`],
    ['header', `${encode('{"alg":"ES256","crit":["exp"],"exp":1,"typ":"message+jwt"}')}.${payload}.AA`],
    ['signature', `${header}.${payload}.AA`],
  ])('is refused at %s: %s', async (step, text) => {
    await expect(read(text)).rejects.toMatchObject({ name: 'ForeignJwtError', step });
  });

  it.each<[step: string, name: string | undefined, Parts]>([
    ['typ', 'typ', { header: { typ: 'JWT', jku: 'https://a.example' } }],
    ['header', 'jku', { header: { jku: 'https://a.example', kid: 'two' } }],
    ['header', 'x5u', { header: { x5u: 'https://a.example' } }],
    ['header', 'x5c', { header: { x5c: ['MIIB'] } }],
    ['header', 'jwk', { header: { jwk: { kty: 'EC' } } }],
    ['key', undefined, { header: { kid: 'two' } }],
    ['claims', 'exp', { claims: { exp: undefined } }],
    ['claims', 'exp', { claims: { exp: seconds } }],
    ['claims', 'exp', { claims: { exp: seconds + 91 } }],
    ['claims', 'exp', { claims: { exp: '1' } }],
    ['claims', 'iat', { claims: { iat: seconds + 31 } }],
    ['claims', 'iat', { claims: { iat: seconds - 61 } }],
    ['claims', 'nbf', { claims: { nbf: seconds + 31 } }],
  ])('is refused at %s because of %s', async (step, name, parts) => {
    const refusal = name === undefined ? { step } : { step, facts: { name } };
    await expect(read(await sign(parts))).rejects.toMatchObject(refusal);
  });

  it('is refused before its claims when another key signed it', async () => {
    const text = await sign({ claims: { exp: 0 }, signedBy: foreign.privateKey });
    await expect(read(text)).rejects.toMatchObject({ step: 'signature' });
  });

  it('contains its own key only if the purpose says so', async () => {
    const own = { hasOwnKey: true } as const;
    await expect(read(await sign(), own)).rejects.toMatchObject({ step: 'header', facts: { name: 'jwk' } });
    const text = await sign({ header: { jwk: await exportJWK(keys.publicKey) } });
    expect(await read(text, own)).toMatchObject({ exp: seconds + 60 });
  });

  it('needs no exp if its purpose limits its age, and respects one that is present', async () => {
    const anyAge = { lifetimeSeconds: null };
    expect(await read(await sign({ claims: { exp: undefined, iat: 1 } }), anyAge)).toEqual({ iat: 1 });
    await expect(read(await sign({ claims: { exp: seconds - 1 } }), anyAge)).rejects.toMatchObject({ step: 'claims' });
  });
});
