import { isProviderAllowed } from '#lib/interactions/next-step';
import type { Scope } from '#lib/scopes/scope';
import type { Tenant } from '#lib/tenants/tenant';
import { contrastRepairs } from '#lib/theme/contrast-repairs';
import { isLocalHost } from '#lib/vocabulary/uri';
import { type Checked, type CheckedProvider, expired, expiring, type Found, foundIf, type Severity } from './checked';

type ScopeRule = {
  readonly severity: Severity;
  /** The page where it can be fixed. */
  readonly page: 'settings' | 'clients' | 'api';
  /** @param used the scopes that enabled clients may ask for */
  readonly find: (scope: Scope, used: ReadonlySet<string>, checked: Checked) => Found;
};

/** The rules for each enabled scope that is not built in. */
export const scopeRules = {
  scope_unused: {
    severity: 'advice',
    page: 'clients',
    find: ({ name }, used) => foundIf(!used.has(name)),
  },
  scope_without_text: {
    severity: 'warning',
    page: 'settings',
    find: ({ displayName }) => foundIf(displayName === null),
  },
  scope_secret_expired: {
    severity: 'warning',
    page: 'api',
    find: ({ secrets }, _, { now }) => expired(secrets, now),
  },
  scope_secret_expiring: {
    severity: 'warning',
    page: 'api',
    find: ({ secrets }, _, { now }) => expiring(secrets, now),
  },
} as const satisfies Readonly<Record<string, ScopeRule>>;

type ProviderRule = {
  readonly severity: Severity;
  readonly find: (provider: CheckedProvider, checked: Checked) => Found;
};

/** The rules for each enabled provider. */
export const providerRules = {
  // An attacker who intercepts the connection can sign in as any person.
  provider_http: {
    severity: 'error',
    find: ({ issuer }) => (issuer?.startsWith('http:') && !isLocalHost(new URL(issuer).hostname) ? [issuer] : []),
  },
  provider_unfindable: {
    severity: 'warning',
    find: ({ button, domains }) => foundIf(button === 'domain' && domains.length === 0),
  },
  provider_without_client: {
    severity: 'advice',
    find: ({ name }, { clients, tenants }) =>
      foundIf(
        clients.length > 0 &&
          clients.every((client) => {
            const tenant = client.tenant === null ? null : (tenants.get(client.tenant) ?? null);
            return !isProviderAllowed({ rules: client, tenant }, name);
          }),
      ),
  },
} as const satisfies Readonly<Record<string, ProviderRule>>;

type TenantRule = {
  readonly severity: Severity;
  /** The page of the tenant where it can be fixed. */
  readonly page: '' | 'branding';
  readonly find: (tenant: Tenant, checked: Checked) => Found;
};

/** The rules for each tenant, including disabled ones. */
export const tenantRules = {
  tenant_closed: {
    severity: 'warning',
    page: '',
    find: ({ name, enabled }, { clients }) =>
      enabled ? [] : clients.flatMap((client) => (client.tenant === name ? [client.clientId] : [])),
  },
  tenant_provider_disabled: {
    severity: 'warning',
    page: '',
    find: ({ enabled, identityProviders }, { providers }) =>
      enabled ? (identityProviders ?? []).filter((name) => providers.get(name)?.enabled !== true) : [],
  },
  // WCAG 2.2 §1.4.3, §1.4.11: pages show a corrected color instead of the chosen one.
  tenant_contrast: {
    severity: 'advice',
    page: 'branding',
    find: ({ enabled, theme }) => foundIf(enabled && contrastRepairs(theme).length > 0),
  },
} as const satisfies Readonly<Record<string, TenantRule>>;
