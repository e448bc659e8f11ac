import type { ClientRecord } from '#lib/clients/client-record';
import { clientFields } from '#lib/clients/schema';
import type { ProviderRecord } from '#lib/providers/provider-record';
import { providerFields } from '#lib/providers/schema';
import { scopeFields } from '#lib/scopes/schema';
import type { Scope } from '#lib/scopes/scope';
import { portalFields } from '#lib/tenants/portal-schema';
import { tenantFields } from '#lib/tenants/schema';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import type { User } from '#lib/users/user';
import { camelCase } from '#lib/vocabulary/keys';
import { userFields } from './user-schema';

/** An entry in the file's vocabulary and order of keys: what an export writes and what a plan compares. */
export type Wire = Readonly<Record<string, unknown>>;

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

export function wireClient(client: ClientRecord): Wire {
  return wireEntry(clientFields, client, {
    client_secrets: wireSecrets(client.secrets),
    scope: client.scope.join(' '),
  });
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

type Secret = { readonly hash: string; readonly description: string | null; readonly expiresAt: Date | null };

function wireSecrets(secrets: readonly Secret[]): Wire[] {
  return secrets.map(({ hash, description, expiresAt }) => ({
    hash,
    ...(description !== null && { description }),
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
  }));
}

/** Each key of a section with the record's value of the same name, or the value given for it. */
function wireEntry(fields: object, record: object, given: Wire): Wire {
  return Object.fromEntries(
    Object.keys(fields).map((key) => [key, key in given ? given[key] : Reflect.get(record, camelCase(key))]),
  );
}
