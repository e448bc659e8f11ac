import type { Context, Handler } from '#lib/context';
import { hasFormBody, type Parameters, parseParameters } from '#lib/http/form';
import { problemHtml } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { toArea } from '#lib/interactions/area-address';
import { isSameOrigin } from '#lib/sessions/csrf';
import type { AdminContext } from '../admin-context';
import { addressWith } from '../query';
import { authorizePrincipal, type Policy } from './authorize-principal';
import { hasFormToken } from './form-token';
import { findSessionPrincipal } from './principal';
import { recordRefusal } from './record-refusal';

const signIn = '/admin/sign-in';

type HandlerPolicy = Policy & {
  /** Fields may be repeated. The handler reads them from the body itself. */
  readonly hasLists?: boolean;
};

/**
 * Creates the handler of a form of the administration whose response is not a page, for example a download. It has the
 * same guard as pages and actions. If the session has ended, the person signs in and returns to the page of the form.
 */
export function adminHandler(
  { hasLists = false, ...policy }: HandlerPolicy,
  run: (admin: AdminContext, values: ReadonlyMap<string, string>, request: HttpRequest) => Promise<HttpResponse>,
): Handler {
  return async (request, context) => {
    if (!isSameOrigin(request.headers, context.settings.issuer)) return refuse(403, 'forbidden_origin', context);
    if (!hasFormBody(request)) return refuse(415, 'invalid_request', context);
    const parameters = parseParameters(request.body);
    if (parameters === null || isAmbiguous(parameters, hasLists)) return refuse(400, 'invalid_request', context);
    const principal = await findSessionPrincipal(request.headers.cookie, context);
    const { clientAddress } = request;
    const decision = authorizePrincipal(principal, policy);
    if (decision === 'sign_in' && isForWindow(request)) return toSignIn(request, context);
    if (decision === 'forbidden' && principal !== null) {
      const { permission } = policy;
      await recordRefusal(context, { principal, clientAddress, source: 'area', what: request.path, permission });
    }
    if (principal === null || decision !== 'allowed') return refuse(403, 'forbidden_origin', context);
    if (!hasFormToken(principal, context, parameters.values.get('csrf') ?? '')) {
      return refuse(403, 'forbidden_origin', context);
    }
    return run(
      { ...context, log: context.log, principal, proof: null, clientAddress, source: 'area' },
      parameters.values,
      request,
    );
  };
}

/** Whether the answer is shown in the window. A frame cannot show the sign-in, and a script cannot do anything with it. */
function isForWindow({ headers }: HttpRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || destination === 'document';
}

function toSignIn({ headers }: HttpRequest, { settings }: Context): HttpResponse {
  const page = URL.parse(headers.referer ?? '');
  const to = toArea(page === null ? undefined : page.pathname + page.search, signIn);
  return seeOther(`${settings.issuer}${addressWith(signIn, {}, { to })}`);
}

/** The CSRF token must never be repeated. */
function isAmbiguous({ repeated }: Parameters, hasLists: boolean): boolean {
  return hasLists ? repeated.has('csrf') : repeated.size > 0;
}

function refuse(status: number, problem: 'forbidden_origin' | 'invalid_request', { requestId }: Context): HttpResponse {
  return problemHtml({ status, problem, reference: requestId, continueTo: null, details: [] });
}
