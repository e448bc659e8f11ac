/** The parameters of an authorization request. Other names are ignored (RFC 6749 §3.1). */
export const requestParameters: readonly string[] = [
  'acr_values',
  'claims',
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'display',
  'dpop_jkt',
  'id_token_hint',
  'login_hint',
  'max_age',
  'nonce',
  'prompt',
  'redirect_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
  'ui_locales',
];

/** In characters. It returns in the ID token. */
export const maximumNonce = 300;

/** The maximum length of each hint in characters (semantics §2.10), the same at every endpoint. */
export const hintLengths = { acr_values: 300, login_hint: 100, ui_locales: 100 } as const;

type HintName = keyof typeof hintLengths;

/**
 * A parameter that only helps, so one that is too long is ignored (OpenID Connect Core §3.1.2.1).
 * @returns null also without the parameter
 */
export function readHint(values: ReadonlyMap<string, string>, name: HintName): string | null {
  return shortHint(values.get(name), name);
}

/** The same for its value. */
export function shortHint(value: string | undefined, name: HintName): string | null {
  return value === undefined || value.length > hintLengths[name] ? null : value;
}
