/** The algorithms for client assertions that discovery announces. The algorithm must also fit the registered key. */
export const clientAssertionAlgs = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;
