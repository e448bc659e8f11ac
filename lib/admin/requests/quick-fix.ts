import type { Client } from '#lib/clients/client';
import { redirectUriProblem } from '#lib/clients/redirect-uri';
import { offlineAccess } from '#lib/protocol/scope';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import { origin as originOfClients } from '#lib/vocabulary/uri';
import { deviceGrant } from '../clients/application-kind';

/** One value more in one setting of a client, with which a refused request would be accepted. */
export type QuickFix = {
  readonly kind: 'redirect_uri' | 'post_logout_redirect_uri' | 'origin' | 'scope' | 'grant';
  /** The setting in the vocabulary of the configuration file. */
  readonly setting: 'redirect_uris' | 'post_logout_redirect_uris' | 'allowed_cors_origins' | 'scope' | 'grant_types';
  readonly value: string;
  /**
   * Anyone can cause a refused request. What the administrator types to confirm: the host of an address, or the value.
   * Null for an address at a scheme and host that the client has registered already.
   */
  readonly typed: string | null;
};

/** What was refused, as it was kept: cut and redacted. */
type Received = { readonly received?: string | undefined };

type Known = {
  /** The client of the request as it is now; null for none. */
  readonly client: Client | null;
  readonly scopes: ReadonlyMap<string, Scope>;
};

/**
 * Decides whether a refused request can be accepted from now on with one value more. Pure. Never for a self-registered
 * client, which nobody vouches for.
 */
export function quickFix(rule: string, { received }: Received, { client, scopes }: Known): QuickFix | null {
  if (client === null || client.selfRegistered) return null;
  switch (rule) {
    case 'redirect_uri_not_registered':
      return addressFix(client, { kind: 'redirect_uri', setting: 'redirect_uris', received });
    case 'unregistered_redirect':
      return addressFix(client, { kind: 'post_logout_redirect_uri', setting: 'post_logout_redirect_uris', received });
    case 'origin_not_allowed':
      return originFix(client, received);
    case 'scope_not_allowed':
    case 'scope_unavailable':
      return scopeFix(client, scopes, received);
    case 'grant_type_not_allowed':
      return grantFix(client, received);
    case 'device_grant_not_allowed':
      return grantFix(client, deviceGrant);
    default:
      return null;
  }
}

/** Tells whether the client has by now what was refused, and what that is; null where it has not, or nobody can tell. */
export function fixedSince(
  rule: string,
  { received = '' }: Received,
  { client, scopes }: Known,
): QuickFix['kind'] | null {
  if (client === null) return null;
  switch (rule) {
    case 'redirect_uri_not_registered':
      return client.redirectUris.includes(received) ? 'redirect_uri' : null;
    case 'unregistered_redirect':
      return client.postLogoutRedirectUris.includes(received) ? 'post_logout_redirect_uri' : null;
    case 'origin_not_allowed':
      return client.allowedCorsOrigins.includes(received) ? 'origin' : null;
    case 'scope_not_allowed':
    case 'scope_unavailable':
      return client.scope.includes(received) && isThere(scopes, received) ? 'scope' : null;
    case 'grant_type_not_allowed':
      return client.grantTypes.has(received) ? 'grant' : null;
    case 'device_grant_not_allowed':
      return client.grantTypes.has(deviceGrant) ? 'grant' : null;
    default:
      return null;
  }
}

type Address = Pick<QuickFix, 'kind'> & {
  readonly setting: 'redirect_uris' | 'post_logout_redirect_uris';
  readonly received: string | undefined;
};

function addressFix(client: Client, { kind, setting, received }: Address): QuickFix | null {
  if (received === undefined || !isWhole(received)) return null;
  const isRedirect = setting === 'redirect_uris';
  const use = {
    native: client.applicationType === 'native',
    purpose: isRedirect ? 'redirect' : 'post_logout',
  } as const;
  if (redirectUriProblem(received, use) !== null) return null;
  const registered = isRedirect ? client.redirectUris : client.postLogoutRedirectUris;
  if (registered.includes(received)) return null;
  return { kind, setting, value: received, typed: typedFor(client, received) };
}

function originFix(client: Client, origin: string | undefined): QuickFix | null {
  if (!originOfClients.safeParse(origin).success || origin === undefined) return null;
  if (client.allowedCorsOrigins.includes(origin)) return null;
  return { kind: 'origin', setting: 'allowed_cors_origins', value: origin, typed: typedFor(client, origin) };
}

/** The host, unless the client redirects to this scheme and host already. */
function typedFor({ redirectUris, postLogoutRedirectUris }: Client, uri: string): string | null {
  const place = placeOf(uri);
  const isKnown = [...redirectUris, ...postLogoutRedirectUris].some((one) => placeOf(one) === place);
  return isKnown ? null : hostOf(uri);
}

function scopeFix(client: Client, scopes: Known['scopes'], name: string | undefined): QuickFix | null {
  if (name === undefined || client.scope.includes(name) || isAdminScope(name)) return null;
  return isThere(scopes, name) ? { kind: 'scope', setting: 'scope', value: name, typed: name } : null;
}

function isThere(scopes: Known['scopes'], name: string): boolean {
  return name === offlineAccess || scopes.get(name)?.enabled === true;
}

/** Grants without which nothing weaker comes in: neither passwords, nor tokens through the browser, nor exchanges. */
const offered: ReadonlySet<string> = new Set([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  deviceGrant,
]);

function grantFix(client: Client, grant: string | undefined): QuickFix | null {
  if (grant === undefined || !offered.has(grant) || client.grantTypes.has(grant)) return null;
  const isPublic = client.tokenEndpointAuthMethod === 'none';
  if (grant === 'client_credentials' && isPublic) return null;
  return { kind: 'grant', setting: 'grant_types', value: grant, typed: grant };
}

/** Neither cut to a length nor redacted (see keepFacts()). */
function isWhole(kept: string): boolean {
  return !kept.includes('…') && !kept.includes('***');
}

/** Scheme and host. For a scheme of an application's own that is only the scheme (RFC 8252 §7.1). */
function placeOf(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, hostname } = new URL(uri);
  return `${protocol}//${hostname}`;
}

function hostOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  return hostname === '' ? protocol.slice(0, -1) : hostname;
}
