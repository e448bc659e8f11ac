import { isProviderAllowed } from '#lib/interactions/next-step';
import type { ScopeRecord } from '#lib/scopes/scope';
import { tenantRepairs } from '#lib/tenants/look';
import type { Tenant } from '#lib/tenants/schema';
import { isLocalHost } from '#lib/vocabulary/uri';
import { type Checked, type CheckedProvider, expired, expiring, type Found, foundIf, makeRules } from './checked';

/** Scopes that enabled clients may ask for are `used`. */
const ofScopes = makeRules<(scope: ScopeRecord, checked: Checked & { readonly used: ReadonlySet<string> }) => Found>();
const ofProviders = makeRules<(provider: CheckedProvider, checked: Checked) => Found>();
const ofTenants = makeRules<(tenant: Tenant, checked: Checked) => Found>();

/** The rules for each enabled scope that is not built in, with the page where it can be fixed. */
export const scopeRules = {
  scope_unused: ofScopes.advice('clients', ({ name }, { used }) => foundIf(!used.has(name))),
  scope_without_text: ofScopes.warning('settings', ({ displayName }) => foundIf(displayName === null)),
  scope_secret_expired: ofScopes.warning('api', ({ secrets }, { now }) => expired(secrets, now)),
  scope_secret_expiring: ofScopes.warning('api', ({ secrets }, { now }) => expiring(secrets, now)),
} as const;

/** The rules for each enabled provider. */
export const providerRules = {
  // An attacker who intercepts the connection can sign in as any person.
  provider_http: ofProviders.error('overview', ({ issuer }) =>
    issuer?.startsWith('http:') && !isLocalHost(new URL(issuer).hostname) ? [issuer] : [],
  ),
  provider_unfindable: ofProviders.warning('overview', ({ button, domains }) =>
    foundIf(button === 'domain' && domains.length === 0),
  ),
  groups_overage: ofProviders.warning('overview', ({ name, groupMapping }, { overflowing }) =>
    foundIf(groupMapping !== null && overflowing.has(name)),
  ),
  provider_without_client: ofProviders.advice('overview', ({ name }, { clients, tenants }) =>
    foundIf(
      clients.length > 0 &&
        clients.every((client) => {
          const tenant = client.tenant === null ? null : (tenants.get(client.tenant) ?? null);
          return !isProviderAllowed({ rules: client, tenant }, name);
        }),
    ),
  ),
} as const;

/** The rules for each tenant, including disabled ones. */
export const tenantRules = {
  tenant_closed: ofTenants.warning('settings', ({ name, enabled }, { clients }) =>
    enabled ? [] : clients.flatMap((client) => (client.tenant === name ? [client.clientId] : [])),
  ),
  tenant_provider_disabled: ofTenants.warning('settings', ({ enabled, identityProviders }, { providers }) =>
    enabled ? (identityProviders ?? []).filter((name) => providers.get(name)?.enabled !== true) : [],
  ),
  // WCAG 2.2 §1.4.3, §1.4.11: pages show a corrected color instead of the chosen one.
  tenant_contrast: ofTenants.advice('branding', (tenant, { portal }) =>
    foundIf(tenant.enabled && tenantRepairs(tenant, portal).length > 0),
  ),
} as const;
