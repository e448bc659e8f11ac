import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Route } from './route';

/** In seconds: how long a browser may cache the response to a preflight. A removed origin is refused soon after. */
const preflightMaxAgeSeconds = 600;

/**
 * Adds the CORS headers that say which pages may read a response (Fetch §3.3). Credentials are never allowed, so
 * cookies have no effect.
 */
export function withCors(route: Route, request: HttpRequest, snapshot: Snapshot, response: HttpResponse): HttpResponse {
  if (route.cors === undefined) return response;
  const headers = { ...response.headers, ...corsHeaders(route, request, snapshot) };
  return { ...response, headers };
}

/**
 * Answers OPTIONS of an endpoint with CORS. If the origin is not allowed, the header that would allow it is missing.
 */
export function answerPreflight(route: Route, request: HttpRequest, snapshot: Snapshot): HttpResponse {
  const allow = [...route.methods, 'OPTIONS'].join(', ');
  const allowed = corsHeaders(route, request, snapshot);
  if (allowed['access-control-allow-origin'] === undefined)
    return { status: 204, headers: { allow, ...allowed }, body: '' };
  const preflight = {
    'access-control-allow-methods': route.methods.join(', '),
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(preflightMaxAgeSeconds),
  };
  return { status: 204, headers: { allow, ...allowed, ...preflight }, body: '' };
}

/** MCP clients in browsers send their version with every request, including discovery (MCP 2025-06-18, Transports). */
const allowedHeaders = 'authorization, content-type, dpop, mcp-protocol-version';

const exposedHeaders = 'www-authenticate, retry-after, dpop-nonce';

function corsHeaders(route: Route, request: HttpRequest, snapshot: Snapshot): Record<string, string> {
  if (route.cors === 'any') return { 'access-control-allow-origin': '*' };
  if (route.cors === 'open_registration') {
    if (snapshot.portal.dynamicRegistration !== 'open') return {};
    return { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposedHeaders };
  }
  const origin = request.headers.origin;
  // `null` is the origin of every sandboxed frame and local file, so it is never allowed, even if it is registered.
  if (origin === undefined || origin === 'null' || !allowedOrigins(snapshot).has(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
  };
}

const originsOf = new WeakMap<Snapshot, ReadonlySet<string>>();

/** The origins of all enabled clients, because the client of a request is not known before the request is read. */
function allowedOrigins(snapshot: Snapshot): ReadonlySet<string> {
  const known = originsOf.get(snapshot);
  if (known !== undefined) return known;
  const clients = [...snapshot.clients.values()].filter(({ enabled }) => enabled);
  const origins = new Set(clients.flatMap((client) => client.allowedCorsOrigins));
  originsOf.set(snapshot, origins);
  return origins;
}
