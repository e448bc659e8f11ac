import { isDatabaseUnavailable } from '#lib/db/transaction';
import { type Asker, refuseMethod, serverError, unavailable } from '#lib/http/problem';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Context } from './context';
import { answerPreflight, withCors } from './cors';
import { localize } from './read-locale';
import type { Route } from './route';
import { createContext, explainOutside, getRuntime } from './runtime';
import { runHandler } from './watch-request';

/**
 * Serves one request of a protocol endpoint, the same in both lanes: method, CORS, handler, and the one place that
 * answers for what a handler did not expect. Never throws.
 */
export async function serve(route: Route, request: HttpRequest, requestId: string): Promise<HttpResponse> {
  const isPreflight = request.method === 'OPTIONS' && route.cors !== undefined;
  const place = { endpoint: route.path, clientAddress: request.clientAddress };
  const acceptLanguage = request.headers['accept-language'];
  const { method } = request;
  const asker = { audience: route.audience, explain: explainOutside(requestId, place), acceptLanguage, method };
  if (!isPreflight && !route.methods.includes(method)) return refuseMethod(asker, route.methods);
  let context: Context | null = null;
  try {
    context = await createContext(requestId, place);
    if (isPreflight) return answerPreflight(route, request, context.snapshot);
    const answer = await localize(await runHandler(route.handler, request, context), request, context);
    return withCors(route, request, context.snapshot, answer);
  } catch (error) {
    const answer = answerError(error, asker, requestId);
    return context === null ? answer : withCors(route, request, context.snapshot, answer);
  }
}

/** 503 when the database or the configuration cannot be reached, else 500; the reason goes to the log alone. */
export function answerError(error: unknown, asker: Asker, requestId: string): HttpResponse {
  const log = getRuntime().log.forRequest(requestId);
  if (isUnavailable(error)) {
    log.warn({ err: error }, 'database unavailable');
    return unavailable(asker);
  }
  log.error({ err: error }, 'unexpected error');
  return serverError(asker);
}

/** True for an error that passes: the database or the configuration could not be reached. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && error.code === 'snapshot_unavailable') return true;
  return isDatabaseUnavailable(error);
}
