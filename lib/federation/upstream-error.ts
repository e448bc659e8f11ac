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
