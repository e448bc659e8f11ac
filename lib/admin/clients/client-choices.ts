import { adminTexts } from '#lib/i18n/admin/texts';
import { offlineAccess } from '#lib/protocol/scope';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import type { Tenant } from '#lib/tenants/tenant';
import type { AdminContext } from '../admin-context';

type Choice = {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
  readonly group?: { readonly label: string; readonly warning?: string };
};

/** The scopes, tenants and providers that a client can name in the present configuration. */
export function clientChoices({ snapshot }: Pick<AdminContext, 'snapshot'>): {
  readonly scopes: readonly Choice[];
  readonly tenants: readonly Choice[];
  readonly providers: readonly Choice[];
} {
  return {
    scopes: scopeChoices([...snapshot.scopes.values()]),
    tenants: [...snapshot.tenants.values()].map(toChoice),
    providers: [...snapshot.providers.values()].map(toChoice),
  };
}

function toChoice({ name, displayName }: Pick<Tenant, 'name' | 'displayName'>): Choice {
  return { value: name, label: displayName };
}

const { groups, builtIn } = adminTexts.pick.scopes;

/** The scopes grouped by purpose. Those of the admin API come last. */
function scopeChoices(scopes: readonly Scope[]): readonly Choice[] {
  const choicesOf = (own: readonly Scope[], group: Choice['group'] & object) =>
    own.map(({ name, displayName, description }): Choice => {
      const help = description ?? displayName ?? builtIn[name];
      return { value: name, label: name, group, ...(help !== undefined && { help }) };
    });
  const ours = scopes.filter(({ name }) => isAdminScope(name));
  const others = scopes.filter(({ name }) => !isAdminScope(name));
  const identity = others.filter(({ type }) => type === 'identity');
  return [
    ...choicesOf(identity, groups.identity),
    { value: offlineAccess, label: offlineAccess, help: builtIn[offlineAccess] ?? '', group: groups.identity },
    ...choicesOf(
      others.filter(({ type }) => type === 'resource'),
      groups.apis,
    ),
    ...choicesOf(ours, groups.signet),
  ];
}

/** The same choices, by the field of the client. */
export function clientFieldChoices(admin: Pick<AdminContext, 'snapshot'>): Readonly<Record<string, readonly Choice[]>> {
  const { scopes, tenants, providers } = clientChoices(admin);
  const none = { value: '', label: adminTexts.clients.none };
  return {
    scope: scopes,
    agent_scope: scopes,
    tenant: [none, ...tenants],
    identity_providers_names: providers,
  };
}
