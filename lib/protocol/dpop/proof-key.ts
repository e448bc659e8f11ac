import { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, importJWK } from 'jose';
import { createMemory } from '#lib/crypto/memory';
import { ForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import type { UnverifiedJwt } from '#lib/foreign-jwt/read-foreign-jwt';
import { publicKey as publicJwk } from '#lib/foreign-keys/jwks';
import { signingAlgs } from '#lib/keys/algorithms';
import { isSignature, type VerificationKey } from '#lib/keys/verify-own-jwt';
import { singleton } from '#lib/singleton';

/** The key in a proof, with its SHA-256 thumbprint (RFC 7638). */
type ProofKey = VerificationKey & { readonly jkt: string };

/** In bits. The lower limit is that of the algorithms (RFC 7518 §3.3). */
const modulus = { minimum: 2048, maximum: 4096 };

/**
 * With a longer exponent, a verification takes milliseconds, and anybody can send a key. Real ones are 65537 or less.
 */
const maximumExponent = 2n ** 32n;

/** The number of cached keys: about 10 MB. */
const knownKeys = 5_000;

/**
 * Reads the key in the header of a proof. Clients send the same header with each request, and reading the key takes
 * longer than verifying the signature. So each key is read once and cached.
 * @throws ForeignJwtError
 */
export async function readProofKey({ text, header }: UnverifiedJwt): Promise<ProofKey> {
  const known = singleton('dpop-keys', () => createMemory<ProofKey>(knownKeys));
  const words = text.slice(0, text.indexOf('.'));
  const key = known.recall(words) ?? (await importKey(header));
  known.keep(words, key);
  return key;
}

/** RFC 9449 §4.3 items 5 to 7: a public key for the algorithm, without any part of the private key. */
async function importKey({ jwk, alg: named }: UnverifiedJwt['header']): Promise<ProofKey> {
  const parsed = publicJwk.safeParse(jwk);
  const alg = signingAlgs.find((known) => known === named);
  if (!parsed.success || alg === undefined) throw refuse('jwk is not a public key');
  const imported = await importJWK(parsed.data, alg).catch((cause: unknown) => {
    throw refuse(messageOf(cause));
  });
  if (imported instanceof Uint8Array) throw refuse('jwk is not a public key');
  const publicKey = KeyObject.from(imported);
  const { modulusLength, publicExponent } = publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < modulus.minimum) throw refuse('the key is too short');
  if (modulusLength !== undefined && modulusLength > modulus.maximum) throw refuse('the key is too long');
  if (publicExponent !== undefined && publicExponent > maximumExponent) throw refuse('the exponent is too large');
  return { publicKey, alg, jkt: await calculateJwkThumbprint(parsed.data) };
}

/** @throws ForeignJwtError for a key with impossible numbers */
export function isSignedByProofKey(key: ProofKey, input: string, signature: string): boolean {
  try {
    return isSignature(key, input, signature);
  } catch (cause) {
    throw refuse(messageOf(cause));
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function refuse(message: string): ForeignJwtError {
  return new ForeignJwtError('key', message, { name: 'jwk' });
}
