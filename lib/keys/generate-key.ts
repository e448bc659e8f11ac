import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlg } from './algorithms';
import type { SigningKey } from './key-ring';
import { buildSigningKey, type KeyLifetime } from './signing-key';

const generate = promisify(generateKeyPair);

/**
 * Creates a key: RSA with 2048 bits for RS256 and PS256, P-256, P-384 and P-521 for ES256, ES384 and
 * ES512, Ed25519 for EdDSA and Ed25519.
 * @param now becomes createdAt
 * @param activatesAt when it begins to sign; `now` if left out
 */
export async function generateKey(alg: SigningAlg, now: Date, activatesAt: Date = now): Promise<SigningKey> {
  const lifetime: KeyLifetime = { createdAt: now, activatesAt, retiresAt: null, expiresAt: null };
  return buildSigningKey(alg, await generatePrivateKey(alg), lifetime);
}

async function generatePrivateKey(alg: SigningAlg): Promise<KeyObject> {
  switch (alg) {
    case 'RS256':
    case 'PS256':
      return (await generate('rsa', { modulusLength: 2048, publicExponent: 0x10001 })).privateKey;
    case 'ES256':
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
