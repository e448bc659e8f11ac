import type { Client } from '#lib/clients/client';
import { redirectUriProblem } from '#lib/clients/redirect-uri';
import { offlineAccess } from '#lib/protocol/scope';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import { origin as originOfClients } from '#lib/vocabulary/uri';
import { deviceGrant } from '../clients/application-kind';

/** One additional value in one setting of a client, which makes a refused request acceptable. */
export type QuickFix = {
  readonly kind: 'redirect_uri' | 'post_logout_redirect_uri' | 'origin' | 'scope' | 'grant';
  /** The name of the setting in the configuration file. */
  readonly setting: 'redirect_uris' | 'post_logout_redirect_uris' | 'allowed_cors_origins' | 'scope' | 'grant_types';
  readonly value: string;
  /**
   * The text that the administrator types to confirm, because anyone can cause a refused request: the host of an
   * address, or the value. Null for an address whose scheme and host the client already registered.
   */
  readonly typed: string | null;
};

/** The refused value as it was stored: cut and redacted. */
type Received = { readonly received?: string | undefined };

type Known = {
  /** The client of the request as it is now, or null. */
  readonly client: Client | null;
  readonly scopes: ReadonlyMap<string, Scope>;
};

/**
 * The one additional value that would make the server accept a refused request from now on. Pure. Null for a
 * self-registered client, because nobody vouches for it.
 */
export function quickFix(rule: string, { received }: Received, { client, scopes }: Known): QuickFix | null {
  const setting = settings.get(rule);
  const value = setting?.value ?? received;
  if (client === null || client.selfRegistered || setting === undefined || value === undefined) return null;
  if (setting.has(client, value, scopes) || !setting.takes(client, value, scopes)) return null;
  const { kind, name } = setting;
  return { kind, setting: name, value, typed: setting.isAddress ? typedFor(client, value) : value };
}

/** The kind of value, if the client has the refused value by now. Null if it does not, or if the value is unknown. */
export function fixedSince(rule: string, { received }: Received, { client, scopes }: Known): QuickFix['kind'] | null {
  const setting = settings.get(rule);
  const value = setting?.value ?? received;
  if (client === null || setting === undefined || value === undefined) return null;
  return setting.has(client, value, scopes) ? setting.kind : null;
}

type Scopes = Known['scopes'];

/** A setting of a client that lists values. A request was refused because one was missing. */
type Setting = {
  readonly kind: QuickFix['kind'];
  readonly name: QuickFix['setting'];
  /** The values are addresses. An administrator confirms their host. */
  readonly isAddress?: true;
  /** The refused value, if the rule alone determines it. */
  readonly value?: string;
  /** Whether the client can use the value now. */
  readonly has: (client: Client, value: string, scopes: Scopes) => boolean;
  /** Whether the quick fix offers to add the value. */
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

function isUsable(client: Client, uri: string, purpose: 'redirect' | 'post_logout'): boolean {
  const use = { native: client.applicationType === 'native', isVouchedFor: !client.selfRegistered, purpose };
  return isWhole(uri) && redirectUriProblem(uri, use) === null;
}

/** The host, unless the client already redirects to this scheme and host. */
function typedFor({ redirectUris, postLogoutRedirectUris }: Client, uri: string): string | null {
  const place = placeOf(uri);
  const isKnown = [...redirectUris, ...postLogoutRedirectUris].some((one) => placeOf(one) === place);
  return isKnown ? null : hostOf(uri);
}

function isThere(scopes: Scopes, name: string): boolean {
  return name === offlineAccess || scopes.get(name)?.enabled === true;
}

/** Grant types that do not weaken a client. Not passwords, tokens through the browser, or token exchange. */
const offered: ReadonlySet<string> = new Set([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  deviceGrant,
]);

/** Neither cut to a length nor redacted (see limitFacts()). */
function isWhole(kept: string): boolean {
  return !kept.includes('…') && !kept.includes('***');
}

/** Scheme and host. A private-use scheme has no host (RFC 8252 §7.1). */
function placeOf(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, hostname } = new URL(uri);
  return `${protocol}//${hostname}`;
}

function hostOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  return hostname === '' ? protocol.slice(0, -1) : hostname;
}
