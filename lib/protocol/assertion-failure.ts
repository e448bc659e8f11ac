import { errors } from 'jose';
import type { Facts } from '#lib/explain/facts';

type Failure = Pick<Facts, 'name' | 'reason' | 'received' | 'registered' | 'setting'>;

/** The values that an assertion must contain. */
export type Expected = { readonly clientId: string; readonly audiences: readonly string[] };

const maximumValue = 200;

/**
 * Describes for the explanation record why an assertion is refused: the wrong claim, its value, the accepted values, and the
 * setting that decides.
 * @param cause the error of the verification
 */
export function describeAssertionFailure(cause: unknown, expected: Expected): Failure {
  if (cause instanceof errors.JWTClaimValidationFailed) return describeClaim(cause, expected);
  if (cause instanceof errors.JWTExpired) {
    return { name: 'exp', reason: `the assertion expired at ${timeOf(cause.payload.exp)}` };
  }
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return { reason: 'the signature was not made with a key of the client', setting: keySetting };
  }
  if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) {
    return { reason: 'no single key of the client fits the kid and alg of the header', setting: keySetting };
  }
  if (cause instanceof errors.JOSEAlgNotAllowed)
    return { name: 'alg', reason: 'the alg of the header is not accepted' };
  return { reason: messageOf(cause) };
}

const keySetting = 'jwks';

function describeClaim({ claim, reason, payload }: errors.JWTClaimValidationFailed, expected: Expected): Failure {
  if (reason === 'missing') return { name: claim, reason: `the assertion has no ${claim}` };
  if (claim === 'aud') {
    const { audiences } = expected;
    const reason = Array.isArray(payload.aud)
      ? 'aud of the assertion is a list without an audience that the client may send'
      : 'aud of the assertion is not an audience that the client may send';
    return { name: claim, reason, received: textOf(payload.aud), registered: audiences };
  }
  if (claim === 'iss' || claim === 'sub') {
    const reason = `${claim} of the assertion is not the client_id`;
    return { name: claim, reason, received: textOf(payload[claim]), registered: [expected.clientId] };
  }
  return { name: claim, reason: `${claim} of the assertion is not valid: ${reason}` };
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (text ?? '').slice(0, maximumValue);
}

function timeOf(seconds: number | undefined): string {
  const time = (seconds ?? 0) * 1000;
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : 'an invalid time';
}

/** The message of an error, with the message of its cause if that is an error too. */
export function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
