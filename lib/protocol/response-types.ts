import type { PlainMode, ResponseMode } from '#lib/interactions/authorization-request';

/** What the scope of a request may contain (semantics §1.4). */
type ScopeRule =
  /** Anything. Identity scopes need openid. */
  | 'any'
  /** openid is required. */
  | 'openid'
  /** openid, and no resource scope, because there is no access token. */
  | 'identity_only'
  /** At least one resource scope, and no identity scope, because there is no ID token. */
  | 'resource_only';

export type ResponseType = {
  /** The grants that a client needs for it. */
  readonly grantTypes: readonly string[];
  readonly returns: { readonly code: boolean; readonly idToken: boolean; readonly token: boolean };
  readonly scopeRule: ScopeRule;
  readonly defaultMode: PlainMode;
  readonly modes: readonly ResponseMode[];
};

/** The registry of response types. The words of a key are in alphabetical order. Discovery announces it. */
export const responseTypes: ReadonlyMap<string, ResponseType> = new Map([
  ['code', define('code', 'any')],
  ['token', define('token', 'resource_only')],
  ['id_token', define('id_token', 'identity_only')],
  ['id_token token', define('id_token token', 'openid')],
  ['code id_token', define('code id_token', 'openid')],
  ['code token', define('code token', 'openid')],
  ['code id_token token', define('code id_token token', 'openid')],
]);

/** Tokens are never sent in a query (OAuth 2.0 Multiple Response Types §3), not even in a JWT. */
function define(value: string, scopeRule: ScopeRule): ResponseType {
  const words = value.split(' ');
  const returns = { code: words.includes('code'), idToken: words.includes('id_token'), token: words.includes('token') };
  const isFront = returns.idToken || returns.token;
  return {
    grantTypes: [...(returns.code ? ['authorization_code'] : []), ...(isFront ? ['implicit'] : [])],
    returns,
    scopeRule,
    defaultMode: isFront ? 'fragment' : 'query',
    modes: isFront
      ? ['fragment', 'form_post', 'fragment.jwt', 'form_post.jwt']
      : ['query', 'fragment', 'form_post', 'query.jwt', 'fragment.jwt', 'form_post.jwt'],
  };
}

/** Response types are sets of words (RFC 6749 §3.1.1): `id_token code` is `code id_token`. */
export function normalizeResponseType(value: string): string {
  return value.split(' ').sort().join(' ');
}

/** @throws for a value that is not in the registry. Validation refuses such values */
export function getResponseType(value: string): ResponseType {
  const type = responseTypes.get(value);
  if (type === undefined) throw new Error(`unknown response type ${value}`);
  return type;
}
