import type { Tenant } from '#lib/tenants/tenant';
import { contrastRepairs } from '#lib/theme/contrast-repairs';
import { type Checked, type Found, foundIf, type Severity } from './checked';

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
