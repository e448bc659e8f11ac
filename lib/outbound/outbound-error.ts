/**
 * Why an outbound request got no answer:
 * - `refused`: the address may not be requested (scheme, port, host, a private address behind the name)
 * - `unresolved`: the name has no address
 * - `timeout`: connecting or the whole request took too long
 * - `redirected`: the answer is a redirect, which is never followed
 * - `too_large`: the answer is larger than allowed
 * - `encoded`: the answer is compressed, although this was not requested
 * - `failed`: connection refused or reset, TLS failure, malformed answer
 */
export type OutboundProblem = 'refused' | 'unresolved' | 'timeout' | 'redirected' | 'too_large' | 'encoded' | 'failed';

/** An outbound request without an answer. Compare `name` and `code`, because the class exists once in each bundle. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function isOutboundError(error: unknown): error is OutboundError {
  return error instanceof Error && error.name === 'OutboundError';
}
