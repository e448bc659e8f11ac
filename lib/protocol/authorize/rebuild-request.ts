import type { AuthorizationRequest } from '#lib/interactions/authorization-request';

/**
 * The query of an authorization request that asks for the same again, for a person whose sign-in took too long.
 * @returns what the authorization endpoint takes; the subject of an id_token_hint comes as a claim by value
 * (OpenID Connect Core §5.5.1)
 */
export function rebuildRequest(request: AuthorizationRequest): URLSearchParams {
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
    prompt: request.prompt.size === 0 ? null : [...request.prompt].join(' '),
    max_age: request.maxAge === null ? null : String(request.maxAge),
    login_hint: request.loginHint,
    ui_locales: request.uiLocales,
    acr_values: request.acrValues,
    display: request.display,
    claims: claimsOf(request),
  };
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

function claimsOf({ claims, hintSub }: AuthorizationRequest): string | null {
  const named = (names: readonly string[]) => names.map((name) => [name, null] as const);
  const sub = hintSub === null ? [] : [['sub', { value: hintSub }] as const];
  const asked = {
    id_token: Object.fromEntries([...named(claims.idToken), ...sub]),
    userinfo: Object.fromEntries(named(claims.userinfo)),
  };
  const isEmpty = Object.values(asked).every((members) => Object.keys(members).length === 0);
  return isEmpty ? null : JSON.stringify(asked);
}
