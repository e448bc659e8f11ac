import {
  constants,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
} from 'node:crypto';
import { CompactEncrypt } from 'jose';
import type { z } from 'zod';
import { type ContentEncryption, defaultContentEncryption, type EncryptionAlg } from '#lib/vocabulary/encryption-algs';
import { refuse } from '#lib/vocabulary/entry';
import { createKeySet, type PublicJwk } from './key-set';
import type { KeyOwner } from './registered-keys';

/** The algorithms that were registered for encryption. Without `enc`, it is A128CBC-HS256. */
export type Encryption = { readonly alg: EncryptionAlg; readonly enc: ContentEncryption | null };

/** An imported key for encryption. */
type EncryptionKey = { readonly key: KeyObject; readonly kid: string | null };

const curves: ReadonlySet<unknown> = new Set(['P-256', 'P-384', 'P-521', 'X25519']);
const operations: ReadonlySet<string> = new Set(['encrypt', 'wrapKey', 'deriveKey', 'deriveBits']);
const minimumModulusBits = 2048;

/**
 * The first key of a set that fits an algorithm: `use`, `alg` and `key_ops` allow it or are absent, the type and the
 * curve fit, an RSA key has at least 2048 bits, an EC point is on the curve, and encrypting works.
 */
export function pickEncryptionKey(keys: readonly PublicJwk[], alg: EncryptionAlg): EncryptionKey | null {
  for (const jwk of keys) {
    const key = isMeantFor(jwk, alg) ? importKey(jwk) : null;
    if (key !== null) return { key, kid: jwk.kid ?? null };
  }
  return null;
}

function isMeantFor(jwk: PublicJwk, alg: EncryptionAlg): boolean {
  if ((jwk.use ?? 'enc') !== 'enc' || (jwk.alg ?? alg) !== alg) return false;
  if (jwk.key_ops !== undefined && !jwk.key_ops.some((operation) => operations.has(operation))) return false;
  if (alg.startsWith('RSA')) return jwk.kty === 'RSA';
  return (jwk.kty === 'EC' || jwk.kty === 'OKP') && curves.has(jwk.crv);
}

const imported = new WeakMap<PublicJwk, KeyObject | null>();

/** Each key of a set is imported once, for as long as the set is cached. */
function importKey(jwk: PublicJwk): KeyObject | null {
  const known = imported.get(jwk);
  if (known !== undefined) return known;
  const key = tryImport(jwk);
  imported.set(jwk, key);
  return key;
}

/**
 * Null for a key that OpenSSL refuses, for example because its point is not on the curve, and for a weak key. Encrypting
 * is tried once, because it must not fail after a code was used up (decision 012).
 */
function tryImport(jwk: PublicJwk): KeyObject | null {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? minimumModulusBits;
    if (bits < minimumModulusBits) return null;
    tryEncryption(key);
    return key;
  } catch {
    return null;
  }
}

/**
 * A key may have the right form but impossible numbers: no secret can be agreed with a point of low order, and nothing
 * can be computed with an even RSA modulus.
 * @throws if OpenSSL cannot encrypt with it
 */
function tryEncryption(key: KeyObject): void {
  if (key.asymmetricKeyType === 'rsa') {
    publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.alloc(32));
  } else diffieHellman({ publicKey: key, privateKey: makePartner(key) });
}

/** A new private key on the same curve. */
function makePartner({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyObject {
  if (asymmetricKeyType === 'x25519') return generateKeyPairSync('x25519').privateKey;
  return generateKeyPairSync('ec', { namedCurve: asymmetricKeyDetails?.namedCurve ?? '' }).privateKey;
}

/** Encrypts a signed JWT (RFC 7519 §11.2). `cty` says that the content is a JWT, and nothing is compressed. */
export function encryptJwt(jwt: string, { alg, enc }: Encryption, { key, kid }: EncryptionKey): Promise<string> {
  const header = { alg, enc: enc ?? defaultContentEncryption, cty: 'JWT', ...(kid !== null && { kid }) };
  return new CompactEncrypt(Buffer.from(jwt)).setProtectedHeader(header).encrypt(key);
}

/** A registered encryption. Its keys in a file are `key` followed by `_alg` and `_enc`. */
export type RegisteredEncryption = {
  readonly key: string;
  readonly alg: EncryptionAlg | null;
  readonly enc: string | null;
};

/**
 * Refuses `enc` without `alg`, and an `alg` without a suitable key in `jwks`. The keys of a `jwks_uri` are not known
 * here.
 */
export function checkEncryption(
  { key, alg, enc }: RegisteredEncryption,
  jwks: KeyOwner['jwks'],
  context: z.core.$RefinementCtx<unknown>,
): void {
  const setting = `${key}_alg`;
  if (alg === null && enc !== null) {
    refuse(context, [`${key}_enc`], 'encryption_alg_missing', `needs ${setting}`, { setting });
  }
  if (alg === null || jwks === null || pickEncryptionKey(createKeySet(jwks.keys).keys, alg) !== null) return;
  const message = `no key fits ${alg} (${setting}): use, alg, type, curve or size differ`;
  refuse(context, ['jwks'], 'encryption_key_missing', message, { alg, setting });
}
