import { constants, type SignKeyObjectInput, sign } from 'node:crypto';
import { digests } from './algorithms';
import type { SigningKey } from './key-ring';

/**
 * The token types that we issue: ID token, access token (RFC 9068 §2.1), logout token, and introspection response (RFC
 * 9701 §5).
 */
export type JwtType = keyof SigningKey['headers'];

/**
 * Signs a JWT (RFC 7519) in the compact serialization. It is synchronous and uses no JOSE library, because every token
 * goes through it. Its test compares it with jose.
 * @param payload serialized unchanged; `undefined` members are left out
 */
export function signJwt(key: SigningKey, typ: JwtType, payload: Readonly<Record<string, unknown>>): string {
  const input = `${key.headers[typ]}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  const signer = { key: key.privateKey, ...signingOptions[key.alg] };
  return `${input}.${sign(signedDigest(key), Buffer.from(input, 'latin1'), signer).toString('base64url')}`;
}

/** The digest that is signed. Null if the text itself is signed, because Ed25519 hashes it itself. */
export function signedDigest({ alg }: Pick<SigningKey, 'alg'>): string | null {
  return alg === 'EdDSA' || alg === 'Ed25519' ? null : digests[alg];
}

/** RFC 7518 §3.4 (ECDSA: r and s side by side), §3.5 (PS256: salt as long as the digest). */
export const signingOptions = {
  RS256: { padding: constants.RSA_PKCS1_PADDING },
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  ES256: { dsaEncoding: 'ieee-p1363' },
  ES384: { dsaEncoding: 'ieee-p1363' },
  ES512: { dsaEncoding: 'ieee-p1363' },
  EdDSA: {},
  Ed25519: {},
} as const satisfies Record<SigningKey['alg'], Omit<SignKeyObjectInput, 'key'>>;
