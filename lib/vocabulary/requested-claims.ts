/**
 * The claims that a request asked for by name (OpenID Connect Core §5.5), limited to what the client may know. They are
 * added to those of the scopes.
 */
export type RequestedClaims = { readonly idToken: readonly string[]; readonly userinfo: readonly string[] };

/** The values of `acr` that a request asks for by its `claims` parameter (OpenID Connect Core §5.5.1.1). */
export type RequestedAcr = { readonly essential: boolean; readonly values: readonly string[] };

/** The `claims` parameter of a request, as far as it counts. */
export type ClaimsRequest = RequestedClaims & { readonly acr: RequestedAcr | null };

/** The claims that a person allowed by name. `under` maps each to the client's scope under which it was allowed. */
export type NamedClaims = RequestedClaims & { readonly under: Readonly<Record<string, string>> };

const noClaimsRequest: ClaimsRequest = { idToken: [], userinfo: [], acr: null };

export const noNamedClaims: NamedClaims = { idToken: [], userinfo: [], under: {} };

/** How an interaction keeps them; null when there are none. */
export function writeRequestedClaims({ idToken, userinfo, acr }: ClaimsRequest): string | null {
  if (idToken.length + userinfo.length === 0 && acr === null) return null;
  return JSON.stringify({ idToken, userinfo, acr });
}

/** @param text what writeRequestedClaims() gave */
export function readRequestedClaims(text: string | null): ClaimsRequest {
  return text === null ? noClaimsRequest : { ...noClaimsRequest, ...JSON.parse(text) };
}

/** How a grant keeps them; null when there are none. */
export function writeNamedClaims({ idToken, userinfo, under }: NamedClaims): string | null {
  return idToken.length + userinfo.length === 0 ? null : JSON.stringify({ idToken, userinfo, under });
}

/** @param text what writeNamedClaims() gave; a grant of an earlier version does not say under which scopes */
export function readNamedClaims(text: string | null): NamedClaims {
  return text === null ? noNamedClaims : { ...noNamedClaims, ...JSON.parse(text) };
}
