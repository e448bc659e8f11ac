import { type Asker, refuse, refuseMethod } from '#lib/http/problem';
import { responseReports, responseStorage } from '#lib/http/response-storage';
import type { Audience, HttpRequest, HttpResponse } from '#lib/http/types';
import type { Handler } from '#lib/protocol/context';
import { areaOf } from '#lib/protocol/observe-request';
import { localize } from '#lib/protocol/read-locale';
import { createContext, explainOutside } from '#lib/protocol/runtime';
import { answerError } from '#lib/protocol/serve';
import { runHandler } from '#lib/protocol/watch-request';
import { pathOf, toHttpRequest, toNextResponse } from './convert';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

type NextHandler = (request: Request) => Promise<Response>;

/**
 * Makes a route handler for Next of one of ours: forms and links that browsers use. HEAD is refused, because Next
 * would run the GET handler for it with all its effects.
 */
export function nextRoute(handler: Handler): NextHandler {
  return adapt('browser', async (request, requestId) => {
    const place = { endpoint: areaOf(request.path), clientAddress: request.clientAddress };
    const acceptLanguage = request.headers['accept-language'];
    const asker: Asker = { audience: 'browser', explain: explainOutside(requestId, place), acceptLanguage };
    if (request.method === 'HEAD') return refuseMethod(asker, ['GET']);
    try {
      const context = await createContext(requestId, place);
      return await localize(await runHandler(handler, request, context), request, context);
    } catch (error) {
      return answerError(error, asker, requestId);
    }
  });
}

/**
 * @param answer must not throw
 * @param endpoint the path of the route table's row; null for what is none
 */
export function adapt(
  audience: Audience,
  answer: (request: HttpRequest, requestId: string) => Promise<HttpResponse>,
  endpoint: string | null = null,
): NextHandler {
  return async (incoming) => {
    await ensureRuntime();
    const { clientAddress, requestId } = readRequestFacts((name) => incoming.headers.get(name));
    const request = await toHttpRequest(incoming, clientAddress);
    if (request === null) {
      const explain = explainOutside(requestId, { endpoint: endpoint ?? areaOf(pathOf(incoming)), clientAddress });
      const acceptLanguage = incoming.headers.get('accept-language') ?? undefined;
      return toNextResponse(refuse({ audience, explain, acceptLanguage }, 400, 'body_not_utf8'));
    }
    const response = await answer(request, requestId);
    const raw = responseStorage().getStore();
    if (raw !== undefined) responseReports().set(raw, response.report ?? {});
    return toNextResponse(response);
  };
}
