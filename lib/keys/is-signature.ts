import { verify } from 'node:crypto';
import type { SigningKey } from './key-ring';
import { signedDigest, signingOptions } from './sign-jwt';

/** A public key with its only algorithm. */
export type VerificationKey = Pick<SigningKey, 'alg' | 'publicKey'>;

/**
 * Whether a key created the signature of a JWT. A signature has only one form: no padding, and no unused bits that are
 * set (RFC 4648 §3.5).
 * @param input header and payload exactly as in the JWT
 * @param signature in base64url
 * @throws if OpenSSL cannot compute with the key
 */
export function isSignature({ alg, publicKey }: VerificationKey, input: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature) return false;
  return verify(signedDigest({ alg }), Buffer.from(input, 'latin1'), { key: publicKey, ...signingOptions[alg] }, bytes);
}
