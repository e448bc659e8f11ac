import type { RefusalFacts } from '#lib/explain/refusal';
import { getRule, type OAuthErrorCode, type RuleName } from './rules/rules';

/** The status, and the seconds after which the caller should try again. */
export type Retry = { readonly status: 400 | 429 | 503; readonly afterSeconds: number };

/**
 * A protocol failure: the violated rule and the facts of the request. `description` is ASCII for the client's
 * developer. The facts are only for the explanation record and the log.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    readonly rule: string,
    readonly description: string,
    readonly facts: RefusalFacts = {},
    /** For temporarily_unavailable, and for invalid_grant after too many wrong passwords. */
    readonly retry: Retry | null = null,
  ) {
    super(`${code}: ${description}`);
  }
}

/** Compares the name, because the class exists once in each bundle. */
export function isOAuthError(error: unknown): error is OAuthError {
  return error instanceof Error && error.name === 'OAuthError';
}

/**
 * Creates the error of a rule.
 * @param facts `name` is put into the description: a parameter's name, or a well-formed scope
 */
export function refusal<Code extends OAuthErrorCode>(
  code: Code,
  rule: RuleName<Code>,
  facts: RefusalFacts = {},
  retry: Retry | null = null,
): OAuthError {
  const description = getRule(code, rule).description.replace('{name}', () => facts.name ?? 'request');
  const { stackTraceLimit } = Error;
  // Nobody reads where a refusal was made. To find that out takes ten times as long as the rest of it, and a device that
  // waits is refused every few seconds.
  Error.stackTraceLimit = 0;
  const error = new OAuthError(code, rule, description, facts, retry);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

const make =
  <Code extends OAuthErrorCode>(code: Code) =>
  (rule: RuleName<Code>, facts?: RefusalFacts): OAuthError =>
    refusal(code, rule, facts);

export const invalidRequest = make('invalid_request');
export const invalidRequestUri = make('invalid_request_uri');
export const invalidRequestObject = make('invalid_request_object');
export const invalidClient = make('invalid_client');
export const invalidGrant = make('invalid_grant');
export const unauthorizedClient = make('unauthorized_client');
export const unsupportedGrantType = make('unsupported_grant_type');
export const invalidScope = make('invalid_scope');
export const invalidRedirectUri = make('invalid_redirect_uri');
export const invalidClientMetadata = make('invalid_client_metadata');
export const invalidTarget = make('invalid_target');
export const unsupportedResponseType = make('unsupported_response_type');
export const invalidToken = make('invalid_token');
export const invalidDpopProof = make('invalid_dpop_proof');
export const dpopNonceNeeded = make('use_dpop_nonce');
export const insufficientScope = make('insufficient_scope');
export const accessDenied = make('access_denied');
export const loginRequired = make('login_required');
export const consentRequired = make('consent_required');
export const authorizationPending = make('authorization_pending');
export const slowDown = make('slow_down');
export const expiredToken = make('expired_token');

/** JSON endpoints answer it with 503 and Retry-After. */
export function temporarilyUnavailable(
  rule: RuleName<'temporarily_unavailable'>,
  retryAfterSeconds: number,
  facts: RefusalFacts = {},
): OAuthError {
  return refusal('temporarily_unavailable', rule, facts, { status: 503, afterSeconds: retryAfterSeconds });
}

/**
 * Answered with 429 (RFC 6585 §4) and Retry-After: the caller sent too many requests, while others are still served.
 */
export function tooManyRequests(
  rule: RuleName<'temporarily_unavailable'>,
  retryAfterSeconds: number,
  facts: RefusalFacts = {},
): OAuthError {
  return refusal('temporarily_unavailable', rule, facts, { status: 429, afterSeconds: retryAfterSeconds });
}
