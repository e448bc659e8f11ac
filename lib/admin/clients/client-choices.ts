import { adminTexts } from '#lib/i18n/admin/texts';
import { isPermitted } from '../access/permission';
import type { AdminContext } from '../admin-context';

type Choice = { readonly value: string; readonly label: string; readonly help?: string };

/** What the present configuration has for a client to name. */
export function clientChoices({ snapshot }: Pick<AdminContext, 'snapshot'>): {
  readonly scopes: readonly Choice[];
  readonly tenants: readonly string[];
  readonly providers: readonly Choice[];
} {
  const scopes = [...snapshot.scopes.values()].map(
    ({ name, displayName }): Choice => ({
      value: name,
      label: name,
      ...(displayName !== null && { help: displayName }),
    }),
  );
  return {
    scopes: [...scopes, { value: 'offline_access', label: 'offline_access' }],
    tenants: [...snapshot.tenants.keys()],
    providers: [...snapshot.providers.values()].map(({ name, displayName }) => ({ value: name, label: displayName })),
  };
}

/** The same by the field of a client that names it. */
export function clientFieldChoices(admin: Pick<AdminContext, 'snapshot'>): Readonly<Record<string, readonly Choice[]>> {
  const { scopes, tenants, providers } = clientChoices(admin);
  const none = { value: '', label: adminTexts.clients.none };
  return {
    scope: scopes,
    tenant: [none, ...tenants.map((name) => ({ value: name, label: name }))],
    identity_providers_names: providers,
  };
}

/** Whether whoever looks may also change. */
export function canEdit({ principal }: Pick<AdminContext, 'principal'>): boolean {
  return isPermitted(principal.role, 'edit');
}
