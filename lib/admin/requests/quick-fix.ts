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
  const setting = settings.get(rule);
  const value = setting?.value ?? received;
  if (client === null || client.selfRegistered || setting === undefined || value === undefined) return null;
  if (setting.has(client, value, scopes) || !setting.takes(client, value, scopes)) return null;
  const { kind, name } = setting;
  return { kind, setting: name, value, typed: setting.isAddress ? typedFor(client, value) : value };
}

/** Tells whether the client has by now what was refused, and what that is; null where it has not, or nobody can tell. */
export function fixedSince(rule: string, { received }: Received, { client, scopes }: Known): QuickFix['kind'] | null {
  const setting = settings.get(rule);
  const value = setting?.value ?? received;
  if (client === null || setting === undefined || value === undefined) return null;
  return setting.has(client, value, scopes) ? setting.kind : null;
}

type Scopes = Known['scopes'];

/** A setting of a client with a list of values, one of which a request lacked. */
type Setting = {
  readonly kind: QuickFix['kind'];
  readonly name: QuickFix['setting'];
  /** The values are addresses, which are confirmed by their host. */
  readonly isAddress?: true;
  /** The value, where the rule alone says which one was refused. */
  readonly value?: string;
  /** Whether a client can use the value by now. */
  readonly has: (client: Client, value: string, scopes: Scopes) => boolean;
  /** Whether it is offered to add the value. */
  readonly takes: (client: Client, value: string, scopes: Scopes) => boolean;
};

const redirect: Setting = {
  ...{ kind: 'redirect_uri', name: 'redirect_uris', isAddress: true },
  has: ({ redirectUris }, uri) => redirectUris.includes(uri),
  takes: (client, uri) => isUsable(client, uri, 'redirect'),
};

const postLogout: Setting = {
  ...{ kind: 'post_logout_redirect_uri', name: 'post_logout_redirect_uris', isAddress: true },
  has: ({ postLogoutRedirectUris }, uri) => postLogoutRedirectUris.includes(uri),
  takes: (client, uri) => isUsable(client, uri, 'post_logout'),
};

const origin: Setting = {
  ...{ kind: 'origin', name: 'allowed_cors_origins', isAddress: true },
  has: ({ allowedCorsOrigins }, value) => allowedCorsOrigins.includes(value),
  takes: (_, value) => originOfClients.safeParse(value).success,
};

const scope: Setting = {
  ...{ kind: 'scope', name: 'scope' },
  has: (client, name, scopes) => client.scope.includes(name) && isThere(scopes, name),
  takes: (client, name, scopes) => !client.scope.includes(name) && !isAdminScope(name) && isThere(scopes, name),
};

const grant: Setting = {
  ...{ kind: 'grant', name: 'grant_types' },
  has: ({ grantTypes }, name) => grantTypes.has(name),
  takes: ({ tokenEndpointAuthMethod }, name) =>
    offered.has(name) && !(name === 'client_credentials' && tokenEndpointAuthMethod === 'none'),
};

const settings: ReadonlyMap<string, Setting> = new Map([
  ['redirect_uri_not_registered', redirect],
  ['unregistered_redirect', postLogout],
  ['origin_not_allowed', origin],
  ['scope_not_allowed', scope],
  ['scope_unavailable', scope],
  ['grant_type_not_allowed', grant],
  ['device_grant_not_allowed', { ...grant, value: deviceGrant }],
]);

function isUsable({ applicationType }: Client, uri: string, purpose: 'redirect' | 'post_logout'): boolean {
  return isWhole(uri) && redirectUriProblem(uri, { native: applicationType === 'native', purpose }) === null;
}

/** The host, unless the client redirects to this scheme and host already. */
function typedFor({ redirectUris, postLogoutRedirectUris }: Client, uri: string): string | null {
  const place = placeOf(uri);
  const isKnown = [...redirectUris, ...postLogoutRedirectUris].some((one) => placeOf(one) === place);
  return isKnown ? null : hostOf(uri);
}

function isThere(scopes: Scopes, name: string): boolean {
  return name === offlineAccess || scopes.get(name)?.enabled === true;
}

/** Grants without which nothing weaker comes in: neither passwords, nor tokens through the browser, nor exchanges. */
const offered: ReadonlySet<string> = new Set([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  deviceGrant,
]);

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
