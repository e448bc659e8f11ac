import type { HttpRequest } from '#lib/http/types';
import type { Handler } from '#lib/protocol/context';
import { createContext, explainOutside } from '#lib/protocol/runtime';
import { answerError } from '#lib/protocol/serve';
import { adapt } from './next-route';

/** The route handlers of the admin API: every method goes to the one handler, whose table decides. */
export function apiRoute(handler: Handler) {
  const handle = adapt('api', async (request: HttpRequest, requestId: string) => {
    const place = { endpoint: '/api', clientAddress: request.clientAddress };
    try {
      return await handler(request, await createContext(requestId, place));
    } catch (error) {
      const asker = { audience: 'api', explain: explainOutside(requestId, place), acceptLanguage: undefined } as const;
      return answerError(error, asker, requestId);
    }
  });
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
