import type { AuthorizationRequest } from '#lib/interactions/authorization-request';

/** The maximum length of an address of the authorization endpoint. A request may contain a signed request object. */
export const authorizeUrlBytes = 24 * 1024;

/**
 * The address of an equal authorization request, for a person whose sign-in took too long. The subject of an
 * id_token_hint becomes a requested claim value (OpenID Connect Core §5.5.1).
 * @returns null if the address would be too long, because a posted request may be longer
 */
export function rebuildRequest(request: AuthorizationRequest): string | null {
  const address = `/connect/authorize?${queryOf(request)}`;
  return address.length > authorizeUrlBytes ? null : address;
}

function queryOf(request: AuthorizationRequest): URLSearchParams {
  const parameters: Readonly<Record<string, string | null>> = {
    response_type: request.responseType,
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scope.join(' '),
    response_mode: request.responseMode,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallengeMethod,
    dpop_jkt: request.dpopJkt,
    prompt: request.prompt.size === 0 ? null : [...request.prompt].join(' '),
    max_age: request.maxAge === null ? null : String(request.maxAge),
    login_hint: request.loginHint,
    ui_locales: request.uiLocales,
    acr_values: request.acrValues,
    display: request.display,
    claims: claimsOf(request),
  };
  return new URLSearchParams([
    ...Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ...request.resources.map((name) => ['resource', name]),
  ]);
}

function claimsOf({ claims, hintSub }: AuthorizationRequest): string | null {
  const named = (names: readonly string[]) => names.map((name) => [name, null] as const);
  const sub = hintSub === null ? [] : [['sub', { value: hintSub }] as const];
  const acr = claims.acr === null ? [] : [['acr', claims.acr] as const];
  const asked = {
    id_token: Object.fromEntries([...named(claims.idToken), ...sub, ...acr]),
    userinfo: Object.fromEntries(named(claims.userinfo)),
  };
  const isEmpty = Object.values(asked).every((members) => Object.keys(members).length === 0);
  return isEmpty ? null : JSON.stringify(asked);
}
