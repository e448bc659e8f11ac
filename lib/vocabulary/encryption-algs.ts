/**
 * How the key of a JWE is encrypted (RFC 7518 §4.1). RSA1_5 is missing because of padding oracles (RFC 8725 §3.2); `dir`,
 * AES and PBES2 because they need a shared secret in clear, and only hashes of secrets are stored.
 */
export const encryptionAlgs = ['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'] as const;

export type EncryptionAlg = (typeof encryptionAlgs)[number];

/** How the content of a JWE is encrypted (RFC 7518 §5.1). */
export const contentEncryptions = ['A128CBC-HS256', 'A256CBC-HS512', 'A128GCM', 'A256GCM'] as const;

export type ContentEncryption = (typeof contentEncryptions)[number];

/** The default for an `alg` without `enc` (OpenID Connect Dynamic Client Registration §2). */
export const defaultContentEncryption = 'A128CBC-HS256' satisfies ContentEncryption;
