import { invalidRequest } from './oauth-error';

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

/** The maximum length of each parameter in characters (semantics §2.10), the same at every endpoint. */
export const parameterLengths = {
  acr_values: 300,
  login_hint: 100,
  nonce: 300,
  scope: 300,
  ui_locales: 100,
} as const;

/**
 * @returns null without the parameter
 * @throws invalid_request if it is too long
 */
export function readParameter(values: ReadonlyMap<string, string>, name: keyof typeof parameterLengths): string | null {
  const value = values.get(name) ?? null;
  if (value !== null && value.length > parameterLengths[name]) throw invalidRequest('parameter_too_long', { name });
  return value;
}

/**
 * A list of locales that is too long is ignored, because locales must not cause an error (OpenID Connect Core
 * §3.1.2.1).
 */
export function readUiLocales(values: ReadonlyMap<string, string>): string | null {
  const value = values.get('ui_locales') ?? null;
  return value !== null && value.length > parameterLengths.ui_locales ? null : value;
}
