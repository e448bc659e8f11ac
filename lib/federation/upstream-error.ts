import { isOutboundError } from '#lib/outbound/outbound-error';

/**
 * The reasons for a failed sign-in through a provider; the catalog key is `federation.problem.<code>`:
 * - `cancelled`: the person canceled there, or was denied
 * - `unavailable`: the provider cannot be reached, or says that it is out of order
 * - `misconfigured`: the provider does not accept us, or its metadata is not what its issuer may publish
 * - `response`: the answer cannot be trusted (state, nonce, issuer, signature, times, subject)
 * - `not_linked`: no account has the identity, and accounts are not created
 * - `disabled`: the account is disabled
 * - `tenant`: the account may not sign in under this tenant
 */
export const upstreamProblems = [
  'cancelled',
  'unavailable',
  'misconfigured',
  'response',
  'not_linked',
  'disabled',
  'tenant',
] as const;

export type UpstreamProblem = (typeof upstreamProblems)[number];

/** A failed sign-in at a provider. `message` and `cause` are for the log. Identified by `name` and `code`. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  constructor(
    readonly code: UpstreamProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function isUpstreamError(error: unknown): error is UpstreamError {
  return error instanceof Error && error.name === 'UpstreamError';
}

/**
 * Translates an error of the protocol library. Every unexpected error counts as an unacceptable response, so a sign-in
 * fails closed (security #122).
 */
export function translateError(error: unknown): UpstreamError {
  if (isUpstreamError(error)) return error;
  return new UpstreamError(problemOf(error), messageOf(error), { cause: error });
}

function problemOf(error: unknown): UpstreamProblem {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isUpstreamError(cause)) return cause.code;
    if (isOutboundError(cause)) return cause.code === 'refused' ? 'misconfigured' : 'unavailable';
    const answered = answeredProblem(cause);
    if (answered !== null) return answered;
  }
  return 'response';
}

/**
 * The error response of the authorization endpoint or the token endpoint. It compares codes, because a build renames
 * classes.
 */
function answeredProblem(error: Error): UpstreamProblem | null {
  const kind = 'code' in error ? error.code : null;
  const code = 'error' in error && typeof error.error === 'string' ? error.error : null;
  if (kind === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return authorizationProblem(code);
  if (kind !== 'OAUTH_RESPONSE_BODY_ERROR') return null;
  return code === 'invalid_grant' ? 'response' : 'misconfigured';
}

/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6. Apple has a code of its own for a person who canceled. */
function authorizationProblem(code: string | null): UpstreamProblem {
  switch (code) {
    case 'access_denied':
    case 'user_cancelled_authorize':
    case 'login_required':
    case 'interaction_required':
    case 'consent_required':
    case 'account_selection_required':
      return 'cancelled';
    case 'server_error':
    case 'temporarily_unavailable':
      return 'unavailable';
    default:
      return 'misconfigured';
  }
}

/** The chain of messages for the log. None of them contains a token or a secret. */
function messageOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    const code = 'error' in cause && typeof cause.error === 'string' ? ` (${cause.error.slice(0, 100)})` : '';
    messages.push(cause.message.slice(0, 200) + code);
  }
  return messages.join(': ');
}
