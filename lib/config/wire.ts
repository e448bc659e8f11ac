import type { ProviderRecord } from '#lib/providers/provider-record';
import { providerFields } from '#lib/providers/schema';
import { scopeFields } from '#lib/scopes/schema';
import type { Scope } from '#lib/scopes/scope';
import { portalFields } from '#lib/tenants/portal-schema';
import { tenantFields } from '#lib/tenants/schema';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import type { User } from '#lib/users/user';
import { type Wire, wireEntry, wireSecrets } from '#lib/vocabulary/wire-entry';
import { userFields } from './user-schema';

export type { Wire };

export function wirePortal(portal: Portal): Wire {
  return wireEntry(portalFields, portal, {});
}

export function wireScope(scope: Scope): Wire {
  const texts = Object.entries(scope.texts).map(([language, { displayName, description }]) => [
    language,
    { ...(displayName && { display_name: displayName }), ...(description && { description }) },
  ]);
  return wireEntry(scopeFields, scope, { secrets: wireSecrets(scope.secrets), texts: Object.fromEntries(texts) });
}

export function wireUser(user: User): Wire {
  const { password: _, ...fields } = userFields;
  return wireEntry(fields, user, { admin: user.admin ?? false });
}

export function wireProvider(provider: ProviderRecord): Wire {
  const sealed = provider.clientSecretSealed;
  return wireEntry(providerFields, provider, { client_secret: sealed === null ? null : { sealed } });
}

export function wireTenant(tenant: Tenant): Wire {
  const { primaryDark: primary_dark, logoDark: logo_dark, primary, logo, radius, mode } = tenant.theme;
  return wireEntry(tenantFields, tenant, { theme: { primary, primary_dark, logo, logo_dark, radius, mode } });
}
