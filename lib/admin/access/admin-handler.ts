import type { Context, Handler } from '#lib/context';
import { hasFormBody, type Parameters, parseParameters } from '#lib/http/form';
import { problemHtml } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { toArea } from '#lib/interactions/area-address';
import { isSameOrigin } from '#lib/sessions/csrf';
import { wholeFrame } from '#lib/theme/brand';
import type { AdminContext } from '../admin-context';
import { addressWith } from '../query';
import { openAdministrator } from './open-administrator';
import { hasFormToken, type Policy } from './principal';

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
    const { clientAddress, path: what, headers } = request;
    const opened = await openAdministrator(policy, { cookieHeader: headers.cookie, clientAddress, what }, context);
    if (opened.decision === 'sign_in' && isForWindow(request)) return toSignIn(request, context);
    if (opened.decision !== 'allowed') return refuse(403, 'forbidden_origin', context);
    const { admin } = opened;
    if (!hasFormToken(admin.principal, context, parameters.values.get('csrf') ?? '')) {
      return refuse(403, 'forbidden_origin', context);
    }
    return run(admin, parameters.values, request);
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

function refuse(
  status: number,
  problem: 'forbidden_origin' | 'invalid_request',
  { requestId, snapshot }: Context,
): HttpResponse {
  return problemHtml({
    status,
    problem,
    reference: requestId,
    continueTo: null,
    details: [],
    frame: wholeFrame(snapshot.brand),
  });
}
