import type { Context, Handler } from '#lib/context';
import { challenge, json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { explainRefusal } from './explain-refusal';
import { isOAuthError, type OAuthError } from './oauth-error';

/** A handler sets these as early as possible, so that a later refusal is reported with them. */
export type ReportDraft = { clientId?: string; grant?: string };

type ReportingHandler = (request: HttpRequest, context: Context, report: ReportDraft) => Promise<HttpResponse>;

/**
 * Creates an endpoint from a handler that throws. This is the only place that catches protocol failures of JSON
 * endpoints. All other errors go to the adapter, which answers 503 or 500. The outcome in the log line and the counters
 * is `ok` or the error code, unless the handler's response has another one.
 */
export function endpoint(handle: ReportingHandler): Handler {
  return async (request, context) => {
    const report: ReportDraft = {};
    try {
      const response = await handle(request, context, report);
      return { ...response, report: { outcome: 'ok', ...report, ...response.report } };
    } catch (error) {
      if (!isOAuthError(error)) throw error;
      const { description } = explainRefusal(error, report.clientId ?? null, context);
      return { ...errorResponse(error, description), report: { outcome: outcomeOf(error), ...report } };
    }
  };
}

function outcomeOf({ code, retry }: OAuthError): string {
  return retry?.status === 429 ? 'too_many_requests' : code;
}

/**
 * RFC 6749 §5.2: 400 with a JSON body; 401 with a challenge for a client that could not be authenticated; 401 and 403
 * for a token (RFC 6750 §3.1); 503 with Retry-After if the server is overloaded, and 429 if the caller sent too many
 * requests.
 */
function errorResponse({ code, retry }: OAuthError, description: string): HttpResponse {
  const body = { error: code, error_description: description };
  const wait: HttpResponse['headers'] = retry === null ? {} : { 'retry-after': String(retry.afterSeconds) };
  switch (code) {
    case 'invalid_client':
      return json(401, body, { 'www-authenticate': challenge('Basic', { realm: 'signet', charset: 'UTF-8' }) });
    case 'invalid_token':
      return json(401, body, { 'www-authenticate': challenge('Bearer', { realm: 'signet', error: code }) });
    case 'insufficient_scope':
      return json(403, body, { 'www-authenticate': challenge('Bearer', { realm: 'signet', error: code }) });
    case 'temporarily_unavailable':
      return json(retry?.status ?? 503, body, wait);
    default:
      return json(400, body, wait);
  }
}
