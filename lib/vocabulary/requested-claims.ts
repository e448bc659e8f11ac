/**
 * The claims that a request asked for by name (OpenID Connect Core §5.5), already held to what the client may know.
 * They come in addition to those of the scopes.
 */
export type RequestedClaims = { readonly idToken: readonly string[]; readonly userinfo: readonly string[] };

export const noRequestedClaims: RequestedClaims = { idToken: [], userinfo: [] };

/** How an interaction and a grant keep them; null when there are none. */
export function writeRequestedClaims({ idToken, userinfo }: RequestedClaims): string | null {
  return idToken.length + userinfo.length === 0 ? null : JSON.stringify({ idToken, userinfo });
}

/** @param text what writeRequestedClaims() gave */
export function readRequestedClaims(text: string | null): RequestedClaims {
  return text === null ? noRequestedClaims : JSON.parse(text);
}
