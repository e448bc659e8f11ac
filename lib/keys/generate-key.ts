import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyAlg, SigningAlg } from './algorithms';
import { buildKey, type KeyLifetime } from './build-key';
import type { ProviderKey, SigningKey } from './key-ring';

const generate = promisify(generateKeyPair);

/**
 * Creates a key: RSA with 2048 bits for RS256, PS256 and RSA-OAEP-256; P-256, P-384 and P-521 for ES256, ES384 and
 * ES512; P-256 for ECDH-ES; Ed25519 for EdDSA and Ed25519.
 * @param now becomes createdAt
 * @param activatesAt when it starts to be used; `now` if left out
 */
export async function generateKey(alg: SigningAlg, now: Date, activatesAt?: Date): Promise<SigningKey>;
export async function generateKey(alg: KeyAlg, now: Date, activatesAt?: Date): Promise<ProviderKey>;
export async function generateKey(alg: KeyAlg, now: Date, activatesAt: Date = now): Promise<ProviderKey> {
  const lifetime: KeyLifetime = { createdAt: now, activatesAt, retiresAt: null, expiresAt: null };
  return buildKey(alg, await generatePrivateKey(alg), lifetime);
}

async function generatePrivateKey(alg: KeyAlg): Promise<KeyObject> {
  switch (alg) {
    case 'RS256':
    case 'PS256':
    case 'RSA-OAEP-256':
      return (await generate('rsa', { modulusLength: 2048, publicExponent: 0x10001 })).privateKey;
    case 'ES256':
    case 'ECDH-ES':
      return (await generate('ec', { namedCurve: 'P-256' })).privateKey;
    case 'ES384':
      return (await generate('ec', { namedCurve: 'P-384' })).privateKey;
    case 'ES512':
      return (await generate('ec', { namedCurve: 'P-521' })).privateKey;
    case 'EdDSA':
    case 'Ed25519':
      return (await generate('ed25519')).privateKey;
    default:
      return alg satisfies never;
  }
}
