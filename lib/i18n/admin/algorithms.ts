/** The signature algorithms of Signet, as a form offers them. */
export const signatures = {
  RS256: 'RS256',
  PS256: 'PS256',
  ES256: 'ES256',
  ES384: 'ES384',
  ES512: 'ES512',
  EdDSA: 'EdDSA (former name of Ed25519)',
  Ed25519: 'Ed25519',
} as const;

/** The algorithms that an app may sign with. Some of them are only verified here, and never used to sign. */
export const clientSignatures = {
  '': 'Any',
  ...signatures,
  RS384: 'RS384',
  RS512: 'RS512',
  PS384: 'PS384',
  PS512: 'PS512',
} as const;

/** How Signet encrypts to a public key of an app or API. */
export const encryptions = {
  '': 'Not encrypted',
  'RSA-OAEP': 'RSA-OAEP',
  'RSA-OAEP-256': 'RSA-OAEP-256',
  'ECDH-ES': 'ECDH-ES',
  'ECDH-ES+A128KW': 'ECDH-ES+A128KW',
  'ECDH-ES+A256KW': 'ECDH-ES+A256KW',
} as const;

export const contentEncryptions = {
  '': 'Default: A128CBC-HS256',
  'A128CBC-HS256': 'A128CBC-HS256',
  'A256CBC-HS512': 'A256CBC-HS512',
  A128GCM: 'A128GCM',
  A256GCM: 'A256GCM',
} as const;
