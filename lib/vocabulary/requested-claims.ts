/**
 * The claims that a request asks for by name (OpenID Connect Core §5.5), limited to what the client may know. They are
 * added to those of the scopes.
 */
type RequestedClaims = { readonly idToken: readonly string[]; readonly userinfo: readonly string[] };

/** The values of `acr` that a request asks for in its `claims` parameter (OpenID Connect Core §5.5.1.1). */
export type RequestedAcr = { readonly essential: boolean; readonly values: readonly string[] };

/** The supported parts of a request's `claims` parameter. */
export type ClaimsRequest = RequestedClaims & { readonly acr: RequestedAcr | null };

/** The claims that a person allowed by name. `under` maps each to the client's scope under which it was allowed. */
export type NamedClaims = RequestedClaims & { readonly under: Readonly<Record<string, string>> };

export const noClaimsRequest: ClaimsRequest = { idToken: [], userinfo: [], acr: null };

export const noNamedClaims: NamedClaims = { idToken: [], userinfo: [], under: {} };

/** The form in which an interaction stores them. Null if there are none. */
export function writeRequestedClaims({ idToken, userinfo, acr }: ClaimsRequest): string | null {
  if (idToken.length + userinfo.length === 0 && acr === null) return null;
  return JSON.stringify({ idToken, userinfo, acr });
}

/** @param text the output of writeRequestedClaims() */
export function readRequestedClaims(text: string | null): ClaimsRequest {
  return text === null ? noClaimsRequest : { ...noClaimsRequest, ...JSON.parse(text) };
}

/** The claims that were not allowed under this scope. */
function withoutClaimsUnder({ idToken, userinfo, under }: NamedClaims, scope: string): NamedClaims {
  const isKept = (claim: string) => under[claim] !== scope;
  const kept = Object.entries(under).filter(([claim]) => isKept(claim));
  return { idToken: idToken.filter(isKept), userinfo: userinfo.filter(isKept), under: Object.fromEntries(kept) };
}

/** What is left of a grant without one of its scopes. */
export function withoutScope(
  { scope, claims }: { readonly scope: readonly string[]; readonly claims: NamedClaims },
  name: string,
): { readonly scope: readonly string[]; readonly claims: NamedClaims } {
  return { scope: scope.filter((one) => one !== name), claims: withoutClaimsUnder(claims, name) };
}

/** The form in which a grant stores them. Null if there are none. */
export function writeNamedClaims({ idToken, userinfo, under }: NamedClaims): string | null {
  return idToken.length + userinfo.length === 0 ? null : JSON.stringify({ idToken, userinfo, under });
}

/** @param text the output of writeNamedClaims(). A grant of an earlier version does not contain the scopes */
export function readNamedClaims(text: string | null): NamedClaims {
  return text === null ? noNamedClaims : { ...noNamedClaims, ...JSON.parse(text) };
}
