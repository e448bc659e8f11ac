/** The signing algorithms we issue with. RS256 and ES256 exist from the first start, the others once a client names them. */
export const signingAlgs = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

export type SigningAlg = (typeof signingAlgs)[number];
