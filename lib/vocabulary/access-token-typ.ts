/** The header `typ` of an access token: the type of RFC 9068 §2.1, or `JWT` for libraries that do not support it. */
export const accessTokenTyps = ['at+jwt', 'JWT'] as const;

export type AccessTokenTyp = (typeof accessTokenTyps)[number];
