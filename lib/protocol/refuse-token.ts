import type { Context } from '#lib/context';
import { json, noStore } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { tokenChallenge } from './dpop/challenge';
import { type Explained, explainRefusal } from './explain-refusal';
import type { OAuthError, Retry } from './oauth-error';

/**
 * The response of an endpoint that accepts access tokens, to a request without a valid one (RFC 6750 §3).
 * @param error null if no token was sent; the challenge then has no error
 * @param scope the required scope, for a challenge with insufficient_scope
 */
export function refuseToken(error: OAuthError | null, scope: string, context: Context): HttpResponse {
  if (error === null) return challenge(401, {}, context);
  const explained = explainRefusal(error, error.facts.clientId ?? null, context);
  if (error.retry !== null) return unavailable(error.retry, explained);
  const parameters = {
    error: explained.code,
    error_description: explained.description,
    ...(error.code === 'insufficient_scope' && { scope }),
  };
  return challenge(statusOf(error), parameters, context);
}

function statusOf(error: OAuthError): number {
  if (error.code === 'invalid_request') return 400;
  return error.code === 'insufficient_scope' ? 403 : 401;
}

function challenge(status: number, parameters: Readonly<Record<string, string>>, context: Context): HttpResponse {
  return { status, headers: { ...noStore, 'www-authenticate': tokenChallenge(parameters, context) }, body: '' };
}

/** The token is not the problem, so this is not a challenge. */
function unavailable({ status, afterSeconds }: Retry, { code, description }: Explained): HttpResponse {
  const headers = { 'retry-after': String(afterSeconds) };
  return json(status, { error: code, error_description: description }, headers);
}
