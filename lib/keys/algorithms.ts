/**
 * The signing algorithms of issued tokens. RS256 and ES256 have keys from the first start, the others once a client
 * uses them.
 */
export const signingAlgs = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

export type SigningAlg = (typeof signingAlgs)[number];
