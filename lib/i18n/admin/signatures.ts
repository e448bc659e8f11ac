/** The algorithms that sign what Signet issues, as a form offers them. */
export const signatures = {
  RS256: 'RS256',
  PS256: 'PS256',
  ES256: 'ES256',
  ES384: 'ES384',
  ES512: 'ES512',
  EdDSA: 'EdDSA (former name of Ed25519)',
  Ed25519: 'Ed25519',
} as const;
