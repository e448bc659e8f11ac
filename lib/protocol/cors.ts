import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { webOrigin } from '#lib/vocabulary/uri';
import type { Route } from './route';
import { originRules } from './rules/page';

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

/**
 * Records that a browser hides a response from the page that asked for it, because its origin does not belong to a
 * client (security #184). A request is recorded for the client that its handler recognized. A preflight names no
 * client, so it is recorded only if exactly one client redirects to the origin. Other requests say nothing about
 * clients of this server and are not recorded.
 * @param response with the CORS headers
 */
export function explainRefusedOrigin(
  route: Route,
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
  { headers: answered, report }: HttpResponse,
  { snapshot, settings, explain }: Pick<Context, 'snapshot' | 'settings' | 'explain'>,
): void {
  const { origin } = headers;
  if (origin === undefined || route.cors !== 'registered') return;
  if (answered['access-control-allow-origin'] !== undefined || !isOtherSite(origin, settings.issuer)) return;
  const client = method === 'OPTIONS' ? redirectingTo(origin, snapshot) : snapshot.clients.get(report?.clientId ?? '');
  if (client === undefined) return;
  const { description } = originRules.origin_not_allowed;
  const facts = { name: 'Origin', received: origin, registered: client.allowedCorsOrigins };
  const { clientId } = client;
  explain({ rule: 'origin_not_allowed', error: 'origin_not_allowed', description, clientId, facts });
}

/** Whether it is an http or https origin as browsers write it, and not this server's own, which needs no CORS. */
function isOtherSite(origin: string, issuer: string): boolean {
  return webOrigin(origin) === origin && origin !== new URL(issuer).origin;
}

/**
 * For each origin the only client that redirects to it. Null if there are several. The requests are anonymous, so they
 * must not search all clients.
 */
const redirecting = new WeakMap<Snapshot, ReadonlyMap<string, Client | null>>();

function redirectingTo(origin: string, snapshot: Snapshot): Client | undefined {
  const known = redirecting.get(snapshot) ?? indexRedirects(snapshot);
  redirecting.set(snapshot, known);
  return known.get(origin) ?? undefined;
}

function indexRedirects({ clients }: Snapshot): ReadonlyMap<string, Client | null> {
  const found = new Map<string, Client | null>();
  for (const client of clients.values()) {
    if (!client.enabled) continue;
    const origins = client.redirectUris.flatMap((uri) => /^https?:\/\/[^/]+(?=\/)/.exec(uri)?.[0] ?? []);
    for (const origin of new Set(origins)) found.set(origin, found.has(origin) ? null : client);
  }
  return found;
}
