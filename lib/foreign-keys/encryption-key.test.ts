import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { contentEncryptions, type EncryptionAlg, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { encryptJwt, pickEncryptionKey } from './encryption-key';
import { createKeySet } from './key-set';

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl';

const made = new Map<string, ReturnType<typeof make>>();

/** One key for each type, because creating an RSA key takes long. */
function keyFor(alg: string, crv = 'P-256') {
  const name = alg.startsWith('RSA') ? 'RSA' : crv;
  const known = made.get(name) ?? make(alg, crv);
  made.set(name, known);
  return known;
}

async function make(alg: string, crv: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { crv, extractable: true });
  return { jwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey) };
}

function pick(keys: readonly unknown[], alg: EncryptionAlg) {
  return pickEncryptionKey(createKeySet(keys).keys, alg);
}

describe('what is encrypted can be decrypted by jose (RFC 7516)', () => {
  it.each(encryptionAlgs.flatMap((alg) => contentEncryptions.map((enc) => [alg, enc] as const)))(
    'with %s and %s',
    async (alg, enc) => {
      const { jwk, privateJwk } = await keyFor(alg);
      const key = pick([{ ...jwk, kid: 'mine' }], alg);
      if (key === null) throw new Error('no key was picked');
      const jwe = await encryptJwt(jwt, { alg, enc }, key);
      expect(jwe.split('.')).toHaveLength(5);
      expect(decodeProtectedHeader(jwe)).toMatchObject({ alg, enc, cty: 'JWT', kid: 'mine' });
      expect(decodeProtectedHeader(jwe)).not.toHaveProperty('zip');
      const { plaintext } = await compactDecrypt(jwe, { ...privateJwk, alg });
      expect(Buffer.from(plaintext).toString()).toBe(jwt);
    },
  );

  it.each(['P-384', 'P-521', 'X25519'])('on the curve %s', async (crv) => {
    const { jwk, privateJwk } = await keyFor('ECDH-ES', crv);
    const key = pick([jwk], 'ECDH-ES');
    if (key === null) throw new Error('no key was picked');
    const jwe = await encryptJwt(jwt, { alg: 'ECDH-ES', enc: null }, key);
    expect(decodeProtectedHeader(jwe)).toMatchObject({ enc: 'A128CBC-HS256' });
    expect(decodeProtectedHeader(jwe)).not.toHaveProperty('kid');
    const { plaintext } = await compactDecrypt(jwe, { ...privateJwk, alg: 'ECDH-ES' });
    expect(Buffer.from(plaintext).toString()).toBe(jwt);
  });
});

describe('the selected key', () => {
  const changes: readonly [string, (jwk: JWK) => JWK, boolean][] = [
    ['without use and alg', (jwk) => jwk, true],
    ['with use enc', (jwk) => ({ ...jwk, use: 'enc' }), true],
    ['with use sig', (jwk) => ({ ...jwk, use: 'sig' }), false],
    ['with the same alg', (jwk) => ({ ...jwk, alg: 'ECDH-ES' }), true],
    ['with another alg', (jwk) => ({ ...jwk, alg: 'ECDH-ES+A128KW' }), false],
    ['with key_ops deriveBits', (jwk) => ({ ...jwk, key_ops: ['deriveBits'] }), true],
    ['with key_ops verify', (jwk) => ({ ...jwk, key_ops: ['verify'] }), false],
    ['of another type', (jwk) => ({ ...jwk, kty: 'RSA' }), false],
    ['on another curve', (jwk) => ({ ...jwk, crv: 'secp256k1' }), false],
    ['with a point beside the curve', (jwk) => ({ ...jwk, y: jwk.x }), false],
    ['without a coordinate', ({ y: _, ...jwk }) => jwk, false],
  ];
  it.each(changes)('%s', async (_, change, isPicked) => {
    const { jwk } = await keyFor('ECDH-ES');
    expect(pick([change(jwk)], 'ECDH-ES') !== null).toBe(isPicked);
  });

  it('is on a curve for a key agreement: not on that of Ed25519', async () => {
    const { jwk } = await make('Ed25519', 'Ed25519');
    expect(pick([jwk], 'ECDH-ES')).toBeNull();
  });

  it('has 2048 bits, if it is of RSA', async () => {
    const small = 'u2cKzRfXJPXz0Ytzrmp2kYEyfwlqn4mT4aC1oUyFCcDPtpT4kP3fJ8X6r6sDTK3Cu1dVXnZ4oBnXcTzYz3mNqQ';
    expect(pick([{ kty: 'RSA', e: 'AQAB', n: small }], 'RSA-OAEP-256')).toBeNull();
    const { jwk } = await keyFor('RSA-OAEP-256');
    expect(pick([jwk], 'RSA-OAEP')).not.toBeNull();
    expect(pick([jwk], 'ECDH-ES')).toBeNull();
  });

  it.each<[string, EncryptionAlg, () => Promise<JWK>]>([
    [
      'a point of low order, with which no secret can be agreed',
      'ECDH-ES',
      async () => ({ kty: 'OKP', crv: 'X25519', x: Buffer.alloc(32).toString('base64url') }),
    ],
    ['an even RSA modulus', 'RSA-OAEP-256', async () => withEvenModulus((await keyFor('RSA-OAEP-256')).jwk)],
  ])('encrypts: not %s (decision 012)', async (_, alg, makeKey) => {
    const [broken, { jwk }] = [await makeKey(), await keyFor(alg)];
    expect(pick([broken], alg)).toBeNull();
    expect(pick([broken, { ...jwk, kid: 'next' }], alg)?.kid).toBe('next');
  });

  it('is the first that fits: a new key comes before the former one', async () => {
    const { jwk } = await keyFor('ECDH-ES');
    const keys = [
      { ...jwk, kid: 'sig', use: 'sig' },
      { ...jwk, kid: 'new' },
      { ...jwk, kid: 'old' },
    ];
    expect(pick(keys, 'ECDH-ES')?.kid).toBe('new');
  });
});

function withEvenModulus(jwk: JWK): JWK {
  const modulus = Buffer.from(jwk.n ?? '', 'base64url');
  modulus[modulus.length - 1] = 0xfe;
  return { ...jwk, n: modulus.toString('base64url') };
}
