import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isDecryptionAlg, type KeyAlg, keyUse, type SigningAlg } from './algorithms';
import type { ProviderKey, SigningKey } from './key-ring';

/** The members that RFC 7638 §3.2 hashes, in order. They are also the members of a public key. */
const requiredMembers = {
  RS256: ['e', 'kty', 'n'],
  PS256: ['e', 'kty', 'n'],
  ES256: ['crv', 'kty', 'x', 'y'],
  ES384: ['crv', 'kty', 'x', 'y'],
  ES512: ['crv', 'kty', 'x', 'y'],
  EdDSA: ['crv', 'kty', 'x'],
  Ed25519: ['crv', 'kty', 'x'],
  'RSA-OAEP-256': ['e', 'kty', 'n'],
  'ECDH-ES': ['crv', 'kty', 'x', 'y'],
} as const satisfies Record<KeyAlg, readonly (keyof JsonWebKey)[]>;

export type KeyLifetime = Pick<SigningKey, 'createdAt' | 'activatesAt' | 'retiresAt' | 'expiresAt'>;

/**
 * Builds a key from its private part. The public key, the kid (RFC 7638 thumbprint) and the encoded JOSE headers of a
 * signing key are derived from it, so nothing else has to be trusted.
 */
export function buildKey(alg: SigningAlg, privateKey: KeyObject, lifetime: KeyLifetime): SigningKey;
export function buildKey(alg: KeyAlg, privateKey: KeyObject, lifetime: KeyLifetime): ProviderKey;
export function buildKey(alg: KeyAlg, privateKey: KeyObject, lifetime: KeyLifetime): ProviderKey {
  const { createdAt, activatesAt, retiresAt, expiresAt } = lifetime;
  const publicKey = createPublicKey(privateKey);
  const members = publicMembers(alg, publicKey);
  // RFC 7638 §3.1: the required members in alphabetical order, without white space.
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  const publicJwk = { ...members, kid, use: keyUse(alg), alg };
  const key = { kid, publicJwk, publicKey, privateKey, createdAt, activatesAt, retiresAt, expiresAt };
  if (isDecryptionAlg(alg)) return { ...key, alg };
  const headers = {
    JWT: encodeHeader(alg, kid, 'JWT'),
    'at+jwt': encodeHeader(alg, kid, 'at+jwt'),
    'logout+jwt': encodeHeader(alg, kid, 'logout+jwt'),
    'token-introspection+jwt': encodeHeader(alg, kid, 'token-introspection+jwt'),
  };
  return { ...key, alg, headers };
}

/**
 * Reads a private key from its PKCS #8 bytes.
 * @throws if the bytes are not a private key
 */
export function readPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

/** The PKCS #8 bytes of a private key, to be sealed and stored. */
export function writePrivateKey(privateKey: KeyObject): Buffer {
  return privateKey.export({ format: 'der', type: 'pkcs8' });
}

function publicMembers(alg: KeyAlg, publicKey: KeyObject): Record<string, string> {
  const jwk = publicKey.export({ format: 'jwk' });
  return Object.fromEntries(
    requiredMembers[alg].map((name) => {
      const value = jwk[name];
      if (typeof value !== 'string') throw new Error(`a key for ${alg} needs the member ${name}`);
      return [name, value];
    }),
  );
}

function encodeHeader(alg: SigningAlg, kid: string, typ: string): string {
  return Buffer.from(JSON.stringify({ alg, kid, typ })).toString('base64url');
}
