import { createHmac, generateKeyPairSync } from 'node:crypto';
import { CompactSign, FlattenedSign, GeneralSign, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { signingAlgs } from './algorithms';
import { generateKey } from './generate-key';
import type { KeyRing, SigningKey } from './key-ring';
import { signJwt } from './sign-jwt';
import { type OwnJwtExpectation, verifyOwnJwt } from './verify-own-jwt';

const issuer = 'https://op.test';
const now = new Date('2027-01-01T00:00:00Z');
const seconds = now.getTime() / 1000;
const payload = { iss: issuer, sub: 'alice', aud: 'web', iat: seconds, nbf: seconds, exp: seconds + 300 };
const expected: OwnJwtExpectation = { kind: 'access_token', issuer, now };

const at = (second: number) => new Date(now.getTime() + second * 1000);

const keys: Record<string, SigningKey> = {};
let ring: KeyRing;
let rsa: SigningKey;
let ec: SigningKey;

beforeAll(async () => {
  for (const alg of signingAlgs) keys[alg] = await generateKey(alg, now);
  ring = new Map(Object.values(keys).map((key) => [key.kid, key]));
  rsa = keyFor('RS256');
  ec = keyFor('ES256');
});

function keyFor(alg: string): SigningKey {
  const key = keys[alg];
  if (key === undefined) throw new Error(alg);
  return key;
}

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Signs any header with our own ES256 key, which an attacker could not do. So only the header is wrong. */
function signedWith(header: Record<string, unknown> | string, claims: unknown = payload): string {
  const first = encode(header);
  const stolen: SigningKey = { ...ec, headers: { ...ec.headers, JWT: first, 'at+jwt': first, 'logout+jwt': first } };
  return signJwt(stolen, 'at+jwt', JSON.parse(JSON.stringify(claims)));
}

describe('verifyOwnJwt', () => {
  it.each(signingAlgs)('accepts our own token signed with %s', (alg) => {
    expect(verifyOwnJwt(ring, signJwt(keyFor(alg), 'at+jwt', payload), expected)).toEqual(payload);
  });

  it('accepts a token of a retired key and refuses one of an expired key', () => {
    const token = signJwt(ec, 'at+jwt', payload);
    const past = new Date(now.getTime() - 1000);
    const retired = new Map([[ec.kid, { ...ec, retiresAt: past, expiresAt: new Date(now.getTime() + 1000) }]]);
    const expired = new Map([[ec.kid, { ...ec, retiresAt: past, expiresAt: now }]]);
    expect(verifyOwnJwt(retired, token, expected)).toEqual(payload);
    expect(verifyOwnJwt(expired, token, expected)).toBeNull();
  });

  it.each<[string, Partial<SigningKey>, { token: boolean; hint: boolean }]>([
    ['active', {}, { token: true, hint: true }],
    ['retired', { retiresAt: at(-1), expiresAt: at(1) }, { token: true, hint: true }],
    ['expired', { retiresAt: at(-1), expiresAt: at(0) }, { token: false, hint: true }],
    ['revoked', { retiresAt: at(0), expiresAt: at(0) }, { token: false, hint: false }],
    ['revoked by a node whose clock is ahead', { retiresAt: at(9), expiresAt: at(9) }, { token: false, hint: false }],
  ])('decides about a token and a hint of a key that is %s (security #19, #140)', (_, dates, accepted) => {
    const { privateKey: _private, ...publicPart } = { ...ec, ...dates };
    const only = new Map([[ec.kid, publicPart]]);
    const verify = (ignoreExpiry: boolean) => {
      const wanted = { ...expected, kind: 'id_token', ignoreExpiry } as const;
      return verifyOwnJwt(only, signJwt(ec, 'JWT', payload), wanted) !== null;
    };
    expect({ token: verify(false), hint: verify(true) }).toEqual(accepted);
  });

  describe('for a token that it accepted before', () => {
    let token: string;

    beforeAll(() => {
      token = signJwt(ec, 'at+jwt', payload);
      expect(verifyOwnJwt(ring, token, expected)).toEqual(payload);
    });

    it('refuses every alteration', () => {
      const [header = '', body = '', signature = ''] = token.split('.');
      const forged = encode({ ...payload, sub: 'mallory' });
      const flipped = Buffer.from(signature, 'base64url');
      flipped[0] = (flipped[0] ?? 0) ^ 1;
      const altered = [`${header}.${forged}.${signature}`, `${header}.${body}.${flipped.toString('base64url')}`];
      for (const other of altered) expect(verifyOwnJwt(ring, other, expected)).toBeNull();
    });

    it('still checks type, issuer, audience and time', () => {
      const later = new Date(now.getTime() + 300_000);
      for (const other of [
        { kind: 'id_token' as const },
        { issuer: 'https://other.test' },
        { audience: 'api' },
        { now: later },
      ]) {
        expect(verifyOwnJwt(ring, token, { ...expected, ...other })).toBeNull();
      }
    });

    it('refuses it after its key is dropped, expired or replaced under the same kid', async () => {
      const impostor = { ...(await generateKey('ES256', now)), kid: ec.kid, headers: ec.headers };
      const expired = { ...ec, expiresAt: now };
      expect(verifyOwnJwt(new Map(), token, expected)).toBeNull();
      expect(verifyOwnJwt(new Map([[ec.kid, expired]]), token, expected)).toBeNull();
      expect(verifyOwnJwt(new Map([[ec.kid, impostor]]), token, expected)).toBeNull();
    });

    it('does not accept one that another key signed, although it accepted that under its own key', () => {
      const other = { ...keyFor('RS256'), headers: ec.headers };
      const crossed = signJwt(other, 'at+jwt', payload);
      expect(verifyOwnJwt(new Map([['other', other]]), crossed, expected)).toEqual(payload);
      expect(verifyOwnJwt(ring, crossed, expected)).toBeNull();
    });
  });

  const hostile: [string, () => Promise<string> | string][] = [
    ['alg none', () => new UnsecuredJWT(payload).encode()],
    [
      'alg none with our kid and typ',
      () => `${encode({ alg: 'none', kid: ec.kid, typ: 'at+jwt' })}.${encode(payload)}.`,
    ],
    ['alg None', () => signedWith({ alg: 'None', kid: ec.kid, typ: 'at+jwt' })],
    ['alg none over a good signature', () => signedWith({ alg: 'none', kid: ec.kid, typ: 'at+jwt' })],
    ['HS256 with the public PEM', () => hs256(rsa, rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString())],
    ['HS256 with the public JWK', () => hs256(rsa, JSON.stringify(rsa.publicJwk))],
    ['RS256 key used for PS256', () => jose({ alg: 'PS256', kid: rsa.kid, typ: 'at+jwt' }, rsa)],
    [
      'PS256 key used for RS256',
      () => jose({ alg: 'RS256', kid: keyFor('PS256').kid, typ: 'at+jwt' }, keyFor('PS256')),
    ],
    ['RS512', () => jose({ alg: 'RS512', kid: rsa.kid, typ: 'at+jwt' }, rsa)],
    ['another key of the ring', () => jose({ alg: 'RS256', kid: rsa.kid, typ: 'at+jwt' }, foreign('RS256'))],
    ['an empty signature', () => withSignature('')],
    ['a missing signature', () => signJwt(ec, 'at+jwt', payload).split('.').slice(0, 2).join('.')],
    ['a detached payload', () => signJwt(ec, 'at+jwt', payload).replace(/\.[^.]+\./, '..')],
    ['r and s of zero', () => withSignature(Buffer.alloc(64).toString('base64url'))],
    ['r and s of zero in DER', () => withSignature(Buffer.from('3006020100020100', 'hex').toString('base64url'))],
    ['a short signature', () => withSignature(Buffer.alloc(63, 1).toString('base64url'))],
    ['a long signature', () => withSignature(Buffer.alloc(4000, 1).toString('base64url'))],
    [
      'a signature with other last bits',
      () => signJwt(ec, 'at+jwt', payload).replace(/.$/, (last) => nextLetter(last)),
    ],
    ['a signature with padding', () => `${signJwt(ec, 'at+jwt', payload)}==`],
    [
      'a changed payload',
      () => signJwt(ec, 'at+jwt', payload).replace(/\.[^.]+\./, `.${encode({ ...payload, sub: 'bob' })}.`),
    ],
    ['crit', () => jose({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', crit: ['exp'], exp: 1 }, ec, ['exp'])],
    ['zip', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', zip: 'DEF' })],
    ['b64 false', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', b64: false, crit: ['b64'] })],
    ['jku', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', jku: 'https://evil.test/jwks' })],
    [
      'jwk',
      () => jose({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', jwk: foreign('ES256').publicJwk }, foreign('ES256')),
    ],
    ['x5u', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', x5u: 'https://evil.test/x5u' })],
    ['x5c', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt', x5c: ['AAAA'] })],
    ['no kid', () => signedWith({ alg: 'ES256', typ: 'at+jwt' })],
    ['an unknown kid', () => signedWith({ alg: 'ES256', kid: 'unknown', typ: 'at+jwt' })],
    ['a kid that is a path', () => signedWith({ alg: 'ES256', kid: '../../dev/null', typ: 'at+jwt' })],
    ['a kid that is SQL', () => signedWith({ alg: 'ES256', kid: "' OR 1=1--", typ: 'at+jwt' })],
    ['a kid of 10 KB', () => signedWith({ alg: 'ES256', kid: 'k'.repeat(10_000), typ: 'at+jwt' })],
    ['a kid with NUL', () => signedWith({ alg: 'ES256', kid: `${ec.kid}\0`, typ: 'at+jwt' })],
    ['the kid __proto__', () => signedWith({ alg: 'ES256', kid: '__proto__', typ: 'at+jwt' })],
    ['a kid that is an object', () => signedWith({ alg: 'ES256', kid: { toString: ec.kid }, typ: 'at+jwt' })],
    ['a member __proto__', () => signedWith(`{"alg":"ES256","kid":"${ec.kid}","typ":"at+jwt","__proto__":{}}`)],
    ['no typ', () => signedWith({ alg: 'ES256', kid: ec.kid })],
    ['the typ in other letters', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'AT+JWT' })],
    ['an ID token for an access token', () => signJwt(ec, 'JWT', payload)],
    ['a logout token for an access token', () => signJwt(ec, 'logout+jwt', payload)],
    ['a header that is a list', () => signedWith('[]')],
    ['a header that is null', () => signedWith('null')],
    ['a header that is no JSON', () => signedWith('{')],
    ['a payload that is a list', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt' }, [])],
    ['a payload that is text', () => signedWith({ alg: 'ES256', kid: ec.kid, typ: 'at+jwt' }, 'text')],
    ['the flattened JSON serialization', () => jsonSerialization('flattened')],
    ['the general JSON serialization', () => jsonSerialization('general')],
    ['five parts', () => `${signJwt(ec, 'at+jwt', payload)}.AAAA.AAAA`],
    ['nothing', () => ''],
    ['dots', () => '..'],
    ['a space before it', () => ` ${signJwt(ec, 'at+jwt', payload)}`],
    ['a line break after it', () => `${signJwt(ec, 'at+jwt', payload)}\n`],
    ['more than 16 KiB', () => signJwt(ec, 'at+jwt', { ...payload, filler: 'x'.repeat(13_000) })],
    ['a megabyte of dots', () => '.'.repeat(1_000_000)],
  ];

  it.each(hostile)('refuses %s (security #136, #137)', async (_name, forge) => {
    expect(verifyOwnJwt(ring, await forge(), expected)).toBeNull();
  });

  const claims: [string, Record<string, unknown>, Partial<OwnJwtExpectation>, boolean][] = [
    ['before it expires', { exp: seconds + 1 }, {}, true],
    ['when it expires', { exp: seconds }, {}, false],
    ['long after', { exp: seconds - 9999 }, {}, false],
    ['long after, when the caller ignores that', { exp: seconds - 9999 }, { ignoreExpiry: true }, true],
    ['without exp', { exp: undefined }, {}, false],
    ['without exp, when the caller ignores expiry', { exp: undefined }, { ignoreExpiry: true }, false],
    ['with exp as text', { exp: `${seconds + 300}` }, {}, false],
    ['issued by a node whose clock is ahead', { nbf: seconds + 30 }, {}, true],
    ['not valid yet', { nbf: seconds + 61 }, {}, false],
    ['with nbf as text', { nbf: '0' }, {}, false],
    ['without nbf', { nbf: undefined }, {}, true],
    ['of another issuer', { iss: 'https://evil.test' }, {}, false],
    ['of the issuer with a slash', { iss: `${issuer}/` }, {}, false],
    ['without an issuer', { iss: undefined }, {}, false],
    ['with the audience', { aud: 'web' }, { audience: 'web' }, true],
    ['with the audience in a list', { aud: ['api', 'web'] }, { audience: 'web' }, true],
    ['for another audience', { aud: 'web2' }, { audience: 'web' }, false],
    ['for other audiences', { aud: ['web2', 'webx'] }, { audience: 'web' }, false],
    ['without an audience', { aud: undefined }, { audience: 'web' }, false],
  ];

  it.each(claims)('decides about a token %s', (_name, change, expectation, accepted) => {
    const token = signJwt(ec, 'at+jwt', { ...payload, ...change });
    expect(verifyOwnJwt(ring, token, { ...expected, ...expectation }) !== null).toBe(accepted);
  });
});

function withSignature(signature: string): string {
  return `${ec.headers['at+jwt']}.${encode(payload)}.${signature}`;
}

/** The last of 86 letters has two bits that belong to no byte. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(letter) + 1] ?? 'A';
}

function hs256(key: SigningKey, secret: string): string {
  const input = `${encode({ alg: 'HS256', kid: key.kid, typ: 'at+jwt' })}.${encode(payload)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

function jose(header: JWTHeaderParameters, key: Pick<SigningKey, 'privateKey'>, crit: string[] = []): Promise<string> {
  const options = { crit: Object.fromEntries(crit.map((name) => [name, true])) };
  return new SignJWT(payload).setProtectedHeader(header).sign(key.privateKey, options);
}

function foreign(alg: 'RS256' | 'ES256'): Pick<SigningKey, 'privateKey' | 'publicJwk'> {
  const { privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty = '', crv = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  return { privateKey, publicJwk: { kty, crv, x, y } };
}

async function jsonSerialization(form: 'flattened' | 'general'): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const header = { alg: 'ES256', kid: ec.kid, typ: 'at+jwt' };
  const compact = await new CompactSign(bytes).setProtectedHeader(header).sign(ec.privateKey);
  expect(verifyOwnJwt(ring, compact, expected)).toEqual(payload);
  if (form === 'flattened') {
    return JSON.stringify(await new FlattenedSign(bytes).setProtectedHeader(header).sign(ec.privateKey));
  }
  return JSON.stringify(await new GeneralSign(bytes).addSignature(ec.privateKey).setProtectedHeader(header).sign());
}
