import type { Snapshot } from '#lib/snapshot/snapshot';
import { pathKey } from '../path-key';

/** The page of a client that has a setting; those that are not named are on its first page. */
const clientPages: Readonly<Record<string, string>> = {
  redirect_uris: 'urls',
  post_logout_redirect_uris: 'urls',
  scope: 'permissions',
  grant_types: 'permissions',
  response_types: 'permissions',
  token_exchange: 'permissions',
  token_endpoint_auth_method: 'credentials',
  client_secrets: 'credentials',
  access_token_lifetime_seconds: 'tokens',
  authorization_code_lifetime_seconds: 'tokens',
  device_code_lifetime_seconds: 'tokens',
  refresh_token_grace_seconds: 'tokens',
  require_pkce: 'sign-in',
  allow_plain_pkce: 'sign-in',
  require_consent: 'sign-in',
  require_pushed_authorization_requests: 'sign-in',
  local_login: 'sign-in',
  identity_providers: 'sign-in',
};

/** Settings of a scope, by their names in the file. */
const scopeSettings: ReadonlySet<string> = new Set(['required', 'resource', 'secrets']);

/** The page of a client that shows a setting. */
export function clientSettingPath(clientId: string, setting: string): string {
  const page = Object.hasOwn(clientPages, setting) ? clientPages[setting] : undefined;
  return `/admin/clients/${pathKey(clientId)}${page === undefined ? '' : `/${page}`}`;
}

/** The page of a scope. */
export function scopePath(name: string): string {
  return `/admin/scopes/${pathKey(name)}`;
}

/** Where a setting that a rule names can be changed. @returns null when the rule names none */
export function settingLink(
  setting: string | undefined,
  of: { readonly clientId: string | null; readonly scope: string | null },
  { scopes }: Pick<Snapshot, 'scopes'>,
): { readonly name: string; readonly href: string | null } | null {
  if (setting === undefined) return null;
  if (setting === 'client_id') return { name: setting, href: '/admin/clients' };
  if (setting === 'dynamic_registration') return { name: setting, href: '/admin/settings' };
  if (scopeSettings.has(setting)) {
    const isKnown = of.scope !== null && scopes.has(of.scope);
    return { name: setting, href: isKnown && of.scope !== null ? scopePath(of.scope) : '/admin/scopes' };
  }
  return { name: setting, href: of.clientId === null ? null : clientSettingPath(of.clientId, setting) };
}
