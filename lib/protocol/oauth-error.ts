/**
 * The registered error codes we answer with (RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1, RFC 8628 §3.5, OpenID Connect
 * Core §3.1.2.6).
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'interaction_required'
  | 'login_required'
  | 'account_selection_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_request_uri'
  | 'invalid_target'
  | 'registration_not_supported'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'unmet_authentication_requirements';

/**
 * A protocol failure. `description` is ASCII for the client's developer; `detail` is for the log and the explanation
 * record alone.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    readonly detail: string | null = null,
    /** With temporarily_unavailable: when to try again. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(`${code}: ${description}`);
  }
}

/** Told by name: the class exists once a bundle. */
export function isOAuthError(error: unknown): error is OAuthError {
  return error instanceof Error && error.name === 'OAuthError';
}

type Make = (description: string, detail?: string) => OAuthError;

const make =
  (code: OAuthErrorCode): Make =>
  (description, detail) =>
    new OAuthError(code, description, detail ?? null);

export const invalidRequest = make('invalid_request');
export const invalidClient = make('invalid_client');
export const invalidGrant = make('invalid_grant');
export const unauthorizedClient = make('unauthorized_client');
export const unsupportedGrantType = make('unsupported_grant_type');
export const invalidScope = make('invalid_scope');
export const invalidTarget = make('invalid_target');
export const unsupportedResponseType = make('unsupported_response_type');
export const invalidToken = make('invalid_token');
export const insufficientScope = make('insufficient_scope');
export const accessDenied = make('access_denied');
export const authorizationPending = make('authorization_pending');
export const slowDown = make('slow_down');
export const expiredToken = make('expired_token');

/** Answered with 503 and Retry-After at the endpoints that answer JSON. */
export function temporarilyUnavailable(description: string, retryAfterSeconds: number): OAuthError {
  return new OAuthError('temporarily_unavailable', description, null, retryAfterSeconds);
}
