import { type Parameters, parseParameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import { readBinding } from '#lib/sessions/browser-binding';
import { isSameOrigin, verifyCsrf } from '#lib/sessions/csrf';
import { problemPage } from './load-interaction';
import type { ProblemPage } from './page-models';

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** The fields that come once for each ticked box. */
const lists: ReadonlySet<string> = new Set(['scope']);

export type PostedForm = Parameters & {
  readonly page: 'form';
  readonly cookieHeader: string | undefined;
  readonly clientAddress: string;
};

/**
 * The fields of a posted page, after the request itself was found to come from one of our pages: same origin, a form,
 * well-formed, no field twice but those of ticked boxes.
 */
export function readPostedForm(request: HttpRequest, context: Context, ticked = lists): PostedForm | ProblemPage {
  if (!isSameOrigin(request.headers, context.settings.issuer)) return problemPage(403, 'forbidden_origin', context);
  if (!formType.test(request.headers['content-type'] ?? '')) return problemPage(415, 'invalid_request', context);
  const parameters = parseParameters(request.body, ticked);
  if (parameters === null || parameters.repeated.size > 0) return problemPage(400, 'invalid_request', context);
  return { ...parameters, page: 'form', cookieHeader: request.headers.cookie, clientAddress: request.clientAddress };
}

/**
 * Checks the form's token against the browser-binding cookie.
 * @param purpose what the token was made for: the interaction's handle, or the page's name
 */
export function hasValidCsrf(form: PostedForm, purpose: string, { settings }: Context): boolean {
  const binding = readBinding(form.cookieHeader, settings);
  const token = form.values.get('csrf');
  return binding !== null && token !== undefined && verifyCsrf(settings.secret, binding, purpose, token);
}
