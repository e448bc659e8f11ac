import { findEndpoint } from '#lib/federation/endpoints';
import { json } from '#lib/http/respond';
import type { HttpRequest } from '#lib/http/types';
import type { Route } from '#lib/protocol/route';
import { findRoute } from '#lib/protocol/routes';
import { serve } from '#lib/protocol/serve';
import { adapt } from './next-route';

/**
 * The route handlers of a protocol endpoint, for its `route.ts`.
 * @param path of a row of the route table
 * @throws when the table has no such row
 */
export function protocolRoute(path: string) {
  const route = findRoute(path);
  if (route === undefined) throw new Error(`the route table has no ${path}`);
  return endpointRoute(route);
}

/**
 * The route handlers of an endpoint. Every method is exported: the route alone decides which are answered, so that both
 * lanes refuse in the same words.
 */
export function endpointRoute(route: Route) {
  const answer = async (request: HttpRequest, requestId: string) => {
    // Next also brings other spellings of the path here; the server matches one.
    if (findEndpoint(request.path) !== route) return json(404, { error: 'not_found' });
    return serve(route, request, requestId);
  };
  const handle = adapt(route.audience, answer, route.path);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
