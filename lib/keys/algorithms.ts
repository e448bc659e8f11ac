/**
 * The signing algorithms of issued tokens. RS256 and ES256 have keys from the first start, the others when a client
 * first uses them.
 */
export const signingAlgs = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const;

export type SigningAlg = (typeof signingAlgs)[number];

/**
 * The algorithms with which clients encrypt their request objects to us (RFC 7518 §4). They get keys when a client
 * first names them: RSA and P-256.
 */
export const decryptionAlgs = ['RSA-OAEP-256', 'ECDH-ES'] as const;

export type DecryptionAlg = (typeof decryptionAlgs)[number];

/** The algorithms of all our keys. A key works with only one of them, so the algorithm determines its use. */
export const keyAlgs = [...signingAlgs, ...decryptionAlgs] as const;

export type KeyAlg = SigningAlg | DecryptionAlg;

/** The use of a key, as in a JWK (RFC 7517 §4.2). */
export type KeyUse = 'sig' | 'enc';

export function keyUse(alg: KeyAlg): KeyUse {
  return isDecryptionAlg(alg) ? 'enc' : 'sig';
}

export function isDecryptionAlg(alg: KeyAlg): alg is DecryptionAlg {
  return decryptionAlgs.some((one) => one === alg);
}

/**
 * The digest of each algorithm (RFC 7518 §3.1), also for at_hash and similar claims. Ed25519 itself hashes with SHA-512
 * (RFC 8032 §5.1). Its polymorphic name EdDSA is deprecated (RFC 9864 §4.1), and both sign in the same way.
 */
export const digests = {
  RS256: 'sha256',
  PS256: 'sha256',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
  EdDSA: 'sha512',
  Ed25519: 'sha512',
} as const satisfies Record<SigningAlg, string>;
