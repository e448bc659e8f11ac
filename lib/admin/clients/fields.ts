import { leftByProfile } from '#lib/clients/security-profile/left-by-profile';
import { clientSettings } from '#lib/clients/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { offlineAccess } from '#lib/protocol/scope';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Scope } from '#lib/scopes/scope';
import type { Tenant } from '#lib/tenants/schema';
import { profileNames, type SecurityProfile } from '#lib/vocabulary/security-profile';
import type { Setting } from '#lib/vocabulary/setting';
import type { AdminContext } from '../admin-context';
import type { FieldKinds } from '../entries/entry-fields';
import { fieldsOf, optionsOf } from '../entries/setting-fields';
import { texts as clientTexts } from './texts';

/** The pages with settings of a client. */
export type ClientTab = keyof typeof formSections.clients;

/** The settings of each page. */
export const clientTabs: Readonly<Record<ClientTab, FieldKinds>> = {
  settings: fieldsOfPage('settings'),
  access: fieldsOfPage('access'),
  credentials: fieldsOfPage('credentials'),
  tokens: fieldsOfPage('tokens'),
};

function fieldsOfPage(page: ClientTab): FieldKinds {
  return Object.assign({}, ...Object.keys(formSections.clients[page]).map((group) => fieldsOf(clientSettings, group)));
}

/** The settings that a person chooses from a list, and that make others apply at once. */
const deciding = ['token_endpoint_auth_method', 'access'] as const;

/** The choice that makes a setting apply, while a person chooses it. */
export const byChoice = Object.fromEntries(
  Object.entries<Setting>(clientSettings).flatMap(([key, { relevant = [] }]) =>
    deciding.flatMap((field) => {
      const values = relevant.map((condition) => condition[field]).find(Array.isArray);
      return values === undefined ? [] : [[key, { field, value: values.join('|') }] as const];
    }),
  ),
);

/** The scope that makes a setting apply, while a person ticks it. Without scripts, it can always be set. */
export const byScope = { groups_claim: { field: 'scope', value: 'groups' } };

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
  const none = { value: '', label: clientTexts.none };
  return {
    scope: scopes,
    agent_scope: scopes,
    tenant: [none, ...tenants],
    identity_providers_names: providers,
  };
}

/** The changes of a client's form under the profile in force. */
type ProfileFields = {
  /** The fields that the profile fixes, with the text to show there. */
  readonly fixed: ReadonlyMap<string, string>;
  /** The choices that the profile leaves, by field. */
  readonly choices: Readonly<Record<string, readonly Choice[]>>;
};

/** @param profile the stricter of the client's profile and the portal's */
export function profileFields(profile: SecurityProfile): ProfileFields {
  const left = [...leftByProfile(profile)];
  const options = optionsOf(clientSettings);
  const note = clientTexts.setByProfile(profileNames[profile]);
  return {
    fixed: new Map(left.flatMap(([name, { isSet }]) => (isSet ? [[name, note] as const] : []))),
    choices: Object.fromEntries(
      left.flatMap(([name, { isSet, values }]) => {
        const known = options[name];
        if (isSet || values === null || known === undefined) return [];
        const allowed = new Set(values.map((value) => String(value ?? '')));
        const kept = Object.entries(known).filter(([value]) => allowed.has(value));
        return [[name, kept.map(([value, label]) => ({ value, label }))]];
      }),
    ),
  };
}
