import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { webOrigin } from '#lib/vocabulary/uri';
import type { Route } from './route';
import { originRules } from './rules/origin';

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
