/**
 * The algorithms that encrypt the key of a JWE (RFC 7518 §4.1). RSA1_5 is missing because of padding oracles (RFC 8725
 * §3.2). `dir`, AES and PBES2 are missing because they need a shared secret in clear text, and we store only hashes of
 * secrets.
 */
export const encryptionAlgs = ['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'] as const;

export type EncryptionAlg = (typeof encryptionAlgs)[number];

/** The algorithms that encrypt the content of a JWE (RFC 7518 §5.1). */
export const contentEncryptions = ['A128CBC-HS256', 'A256CBC-HS512', 'A128GCM', 'A256GCM'] as const;

export type ContentEncryption = (typeof contentEncryptions)[number];

/** The default `enc` if only `alg` is given (OpenID Connect Dynamic Client Registration §2). */
export const defaultContentEncryption = 'A128CBC-HS256' satisfies ContentEncryption;
