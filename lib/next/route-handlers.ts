import type { Handler } from '#lib/context';
import { noPage } from '#lib/http/html';
import { refuseRequest } from '#lib/http/problem';
import { json } from '#lib/http/respond';
import { responseReports, responseStorage } from '#lib/http/response-storage';
import type { Audience, HttpRequest, HttpResponse } from '#lib/http/types';
import { chooseLocale } from '#lib/i18n/choose-locale';
import { locales } from '#lib/i18n/locales';
import type { Route } from '#lib/protocol/route';
import { patternOf, routes } from '#lib/routes';
import { createContext, explainOutside } from '#lib/runtime';
import { answerError, serve } from '#lib/serve';
import { knownFrame } from '#lib/snapshot/current';
import { toHttpRequest, toNextResponse } from './convert';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

type NextHandler = (request: Request) => Promise<Response>;

/**
 * The route handlers of an endpoint, for its `route.ts`. Every method is exported, because only the table decides which
 * ones are answered. So both lanes refuse in the same way.
 * @param path the path of a row in the route table
 * @throws if the table has no such row
 */
export function routeHandlers(path: string) {
  const route = routes.find((row) => row.path === path);
  if (route === undefined) throw new Error(`the route table has no ${path}`);
  return handlersOf(route);
}

export function handlersOf(route: Route) {
  const pattern = patternOf(route);
  // Next also accepts other spellings of the path. The server accepts only one.
  const answer = async (request: HttpRequest, requestId: string) =>
    pattern.test(request.path) ? serve(route, request, requestId) : missing(route, request, requestId);
  return everyMethod(adapt(route.audience, answer, route.name ?? route.path));
}

function missing({ audience }: Route, { headers }: HttpRequest, requestId: string): HttpResponse {
  if (audience !== 'browser') return json(404, { error: 'not_found' });
  const page = noPage({ requestId, snapshot: knownFrame() });
  const locale = chooseLocale({ acceptLanguage: headers['accept-language'] }, locales);
  return { ...page, body: page.bodyIn?.(locale) ?? page.body };
}

function everyMethod(handle: NextHandler) {
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

/**
 * @param answer must not throw
 * @param endpoint its name in explanations
 */
function adapt(
  audience: Audience,
  answer: (request: HttpRequest, requestId: string) => Promise<HttpResponse>,
  endpoint: string,
): NextHandler {
  return async (incoming) => {
    await ensureRuntime();
    const { clientAddress, isLocal, requestId, mtls } = readRequestFacts((name) => incoming.headers.get(name));
    const request = await toHttpRequest(incoming, clientAddress);
    if (request === null) {
      const explain = explainOutside(requestId, { endpoint, clientAddress });
      const acceptLanguage = incoming.headers.get('accept-language') ?? undefined;
      return toNextResponse(refuseRequest({ audience, explain, acceptLanguage }, 400, 'body_not_utf8'));
    }
    const response = await answer({ ...request, isLocal, ...mtls }, requestId);
    const raw = responseStorage().getStore();
    if (raw !== undefined) {
      responseReports().set(raw, response.report ?? {});
      // proxy.ts gives another spelling of an address the policy of a page, and Next keeps what is set already.
      for (const name of Object.keys(response.headers)) raw.removeHeader(name);
    }
    return toNextResponse(response);
  };
}

/** The route handlers of the admin API. All methods go to the same handler, whose table decides. */
export function apiRoute(handler: Handler) {
  const endpoint = '/api';
  const answer = async (request: HttpRequest, requestId: string) => {
    const place = { endpoint, clientAddress: request.clientAddress };
    try {
      return await handler(request, await createContext(requestId, place));
    } catch (error) {
      const caller = { audience: 'api', explain: explainOutside(requestId, place), acceptLanguage: undefined } as const;
      return answerError(error, caller, requestId);
    }
  };
  return everyMethod(adapt('api', answer, endpoint));
}
