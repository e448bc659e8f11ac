import type { Context } from '#lib/context';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import { readClock } from '#lib/http/clock';
import { type RefusalContext, refuseMethod, serverError, unavailable } from '#lib/http/problem';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { answerPreflight, explainRefusedOrigin, withCors } from '#lib/protocol/cors';
import { localize } from '#lib/protocol/read-locale';
import type { Route } from '#lib/protocol/route';
import { runHandler } from '#lib/protocol/watch-request';
import { createContext, explainOutside, getRuntime } from '#lib/runtime';
import { knownFrame, knownSnapshot } from '#lib/snapshot/current';

/**
 * Answers a request for a public document, which needs nothing that serve() prepares.
 * @returns null for every other request, and if the configuration must be confirmed or a client is traced
 */
export function serveDocument(
  { document, methods }: Route,
  method: string,
  ifNoneMatch: string | undefined,
): HttpResponse | null {
  if (document === undefined || !methods.includes(method)) return null;
  const now = readClock();
  const snapshot = knownSnapshot(now);
  if (snapshot === null || snapshot.traces.size > 0) return null;
  return document(ifNoneMatch, { settings: getRuntime().settings, snapshot, now });
}

/**
 * Serves one request of the route table, in both lanes: checks the method, adds CORS headers, calls the handler, and
 * answers unexpected errors of the handler. Never throws.
 */
export async function serve(route: Route, request: HttpRequest, requestId: string): Promise<HttpResponse> {
  const isPreflight = request.method === 'OPTIONS' && route.cors !== undefined;
  const place = { endpoint: route.name ?? route.path, clientAddress: request.clientAddress };
  if (!isPreflight && !route.methods.includes(request.method)) {
    return refuseMethod(callerOf(route, request, requestId), route.methods);
  }
  if (route.withoutContext !== undefined) return route.withoutContext();
  let context: Context | null = null;
  try {
    const created = createContext(requestId, place, request.isLocal);
    context = created instanceof Promise ? await created : created;
    const answer = isPreflight
      ? answerPreflight(route, request, context.snapshot)
      : await answerRequest(route, request, context);
    explainRefusedOrigin(route, request, answer, context);
    return answer;
  } catch (error) {
    const answer = answerError(error, callerOf(route, request, requestId), requestId);
    return context === null ? answer : withCors(route, request, context.snapshot, answer);
  }
}

async function answerRequest(route: Route, request: HttpRequest, context: Context): Promise<HttpResponse> {
  const answer = await runHandler(route.handler, request, context);
  const localized = answer.bodyIn === undefined ? answer : await localize(answer, request, context);
  return withCors(route, request, context.snapshot, localized);
}

/** The reader of a response that does not come from a handler. */
function callerOf({ audience, name, path }: Route, request: HttpRequest, requestId: string): RefusalContext {
  const { clientAddress, headers, method } = request;
  const explain = explainOutside(requestId, { endpoint: name ?? path, clientAddress });
  return { audience, explain, frame: knownFrame(), acceptLanguage: headers['accept-language'], method };
}

/** 503 if the database or the configuration is unavailable, otherwise 500. The reason is only in the log. */
export function answerError(error: unknown, caller: RefusalContext, requestId: string): HttpResponse {
  const log = getRuntime().log.forRequest(requestId);
  if (isUnavailable(error)) {
    log.warn({ err: error }, 'database unavailable');
    return unavailable(caller);
  }
  log.error({ err: error }, 'unexpected error');
  return serverError(caller);
}

/** Whether the error is temporary, because the database or the configuration could not be reached. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && error.code === 'snapshot_unavailable') return true;
  return isDatabaseUnavailable(error);
}
