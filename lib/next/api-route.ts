import type { Handler } from '#lib/context';
import type { HttpRequest } from '#lib/http/types';
import { createContext, explainOutside } from '#lib/runtime';
import { answerError } from '#lib/serve';
import { adapt, everyMethod } from './route-handlers';

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
