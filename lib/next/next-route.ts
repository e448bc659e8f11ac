import { refuse } from '#lib/http/problem';
import { methodNotAllowed } from '#lib/http/respond';
import { responseReports, responseStorage } from '#lib/http/response-storage';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Handler } from '#lib/protocol/context';
import { localize } from '#lib/protocol/read-locale';
import { createContext } from '#lib/protocol/runtime';
import { answerError } from '#lib/protocol/serve';
import { toHttpRequest, toNextResponse } from './convert';
import { ensureRuntime } from './ensure-runtime';
import { readRequestFacts } from './request-facts';

type NextHandler = (request: Request) => Promise<Response>;

/**
 * Makes a route handler for Next of one of ours: forms and links that browsers use. HEAD is refused, because Next
 * would run the GET handler for it with all its effects.
 */
export function nextRoute(handler: Handler): NextHandler {
  return adapt('browser', async (request, requestId) => {
    if (request.method === 'HEAD') return methodNotAllowed(['GET']);
    try {
      const context = await createContext(requestId);
      return await localize(await handler(request, context), request, context);
    } catch (error) {
      const acceptLanguage = request.headers['accept-language'];
      return answerError(error, { audience: 'browser', requestId, acceptLanguage });
    }
  });
}

/** @param answer must not throw */
export function adapt(
  audience: 'program' | 'browser',
  answer: (request: HttpRequest, requestId: string) => Promise<HttpResponse>,
): NextHandler {
  return async (incoming) => {
    await ensureRuntime();
    const { clientAddress, requestId } = readRequestFacts((name) => incoming.headers.get(name));
    const request = await toHttpRequest(incoming, clientAddress);
    if (request === null) {
      const acceptLanguage = incoming.headers.get('accept-language') ?? undefined;
      return toNextResponse(refuse({ audience, requestId, acceptLanguage }, 400, 'The body is not valid UTF-8'));
    }
    const response = await answer(request, requestId);
    const raw = responseStorage().getStore();
    if (raw !== undefined && response.report !== undefined) responseReports().set(raw, response.report);
    return toNextResponse(response);
  };
}
