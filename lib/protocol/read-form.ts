import type { Context } from '#lib/context';
import { type Parameters, parseParameters } from '#lib/http/form';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { explainRefusal } from './explain-refusal';
import { invalidRequest } from './oauth-error';

/** RFC 9110 §5.6.6: a semicolon may be followed by no parameter. */
const formType = /^application\/x-www-form-urlencoded[ \t]*(;[ \t]*(charset="?utf-8"?[ \t]*)?)*$/i;

/** Whether the content type is a form in UTF-8. */
export function isForm(request: HttpRequest): boolean {
  return formType.test(request.headers['content-type'] ?? '');
}

/**
 * The form body of a back-channel request. Query parameters are never read (RFC 6749 §2.3.1).
 * @throws invalid_request for another content type, a malformed body, or a repeated parameter (RFC 6749 §3.2)
 */
export function readForm(request: HttpRequest): Parameters {
  if (!isForm(request)) throw invalidRequest('body_not_form');
  const parameters = parseForm(request);
  refuseRepeated(parameters);
  return parameters;
}

/** The response of an endpoint whose specification defines a status for a body of another type (RFC 9110 §15.5.16). */
export function unsupportedMediaType(
  context: Context,
  rule: 'body_not_form' | 'body_not_json' = 'body_not_form',
): HttpResponse {
  const { code, description } = explainRefusal(invalidRequest(rule), null, context);
  const response = json(415, { error: code, error_description: description });
  return { ...response, report: { outcome: code } };
}

/**
 * The form body. Repeated parameters are listed, but not refused yet.
 * @throws invalid_request if it is malformed
 */
export function parseForm(request: HttpRequest): Parameters {
  const parameters = parseParameters(request.body);
  if (parameters === null) throw invalidRequest('body_malformed');
  return parameters;
}

/**
 * RFC 6749 §3.1, §3.2: no parameter may be repeated.
 * @throws invalid_request that names it
 */
export function refuseRepeated(parameters: Parameters): void {
  const [name] = parameters.repeated;
  if (name !== undefined) throw invalidRequest('parameter_repeated', { name: asciiName(name) });
}

/**
 * error_description is ASCII without quotes and backslashes (RFC 6749 §5.2), regardless of the names that a caller
 * sends.
 */
function asciiName(name: string): string {
  return name.replace(/[^\w.-]/g, '?').slice(0, 50);
}
