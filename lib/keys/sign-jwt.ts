import { constants, type SignKeyObjectInput, sign } from 'node:crypto';
import type { SigningKey } from './key-ring';

/** The token types we issue: ID token, access token (RFC 9068 §2.1), logout token. */
export type JwtType = keyof SigningKey['headers'];

/**
 * Signs a JWT (RFC 7519) in the compact serialization. Synchronous and without a JOSE library, because it is on the
 * path of every token; its test compares it with jose.
 * @param payload serialized unchanged; `undefined` members are left out
 */
export function signJwt(key: SigningKey, typ: JwtType, payload: Readonly<Record<string, unknown>>): string {
  const input = `${key.headers[typ]}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${input}.${signature(key, Buffer.from(input, 'latin1'))}`;
}

function signature(key: SigningKey, input: Buffer): string {
  const digest = key.alg === 'EdDSA' ? null : 'sha256';
  return sign(digest, input, { key: key.privateKey, ...signingOptions[key.alg] }).toString('base64url');
}

/** RFC 7518 §3.4 (ES256: r and s side by side), §3.5 (PS256: salt as long as the digest). */
export const signingOptions = {
  RS256: { padding: constants.RSA_PKCS1_PADDING },
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  ES256: { dsaEncoding: 'ieee-p1363' },
  EdDSA: {},
} as const satisfies Record<SigningKey['alg'], Omit<SignKeyObjectInput, 'key'>>;
