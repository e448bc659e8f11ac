/**
 * The claims that a request asked for by name (OpenID Connect Core §5.5), limited to what the client may know. They are
 * added to those of the scopes.
 */
export type RequestedClaims = { readonly idToken: readonly string[]; readonly userinfo: readonly string[] };

/** The claims that a person allowed by name. `under` maps each to the client's scope under which it was allowed. */
export type NamedClaims = RequestedClaims & { readonly under: Readonly<Record<string, string>> };

const noRequestedClaims: RequestedClaims = { idToken: [], userinfo: [] };

export const noNamedClaims: NamedClaims = { ...noRequestedClaims, under: {} };

/** How an interaction keeps them; null when there are none. */
export function writeRequestedClaims({ idToken, userinfo }: RequestedClaims): string | null {
  return idToken.length + userinfo.length === 0 ? null : JSON.stringify({ idToken, userinfo });
}

/** @param text what writeRequestedClaims() gave */
export function readRequestedClaims(text: string | null): RequestedClaims {
  return text === null ? noRequestedClaims : JSON.parse(text);
}

/** How a grant keeps them; null when there are none. */
export function writeNamedClaims({ idToken, userinfo, under }: NamedClaims): string | null {
  return idToken.length + userinfo.length === 0 ? null : JSON.stringify({ idToken, userinfo, under });
}

/** @param text what writeNamedClaims() gave; a grant of an earlier version does not say under which scopes */
export function readNamedClaims(text: string | null): NamedClaims {
  return text === null ? noNamedClaims : { ...noNamedClaims, ...JSON.parse(text) };
}
