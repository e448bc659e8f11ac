import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Tab } from '../entries/admin-section';
import { type FieldKinds, typedValues, valuesForAudit } from '../entries/entry-fields';
import type { PostedFields } from '../read-form';

/** The settings of a tenant by the page that shows them. A dot leads into a group of the file. */
export const tenantTabs = {
  settings: {
    display_name: 'line',
    identity_providers: 'filter',
    login: 'choice',
    registration: 'choice',
    identifiers: 'many',
    second_factor: 'choice',
    email_code: 'choice',
    default_locale: 'choice',
    'links.support': 'line',
    'links.privacy': 'line',
    'links.terms': 'line',
  },
  branding: {
    'theme.primary': 'line',
    'theme.primary_dark': 'line',
    'theme.radius': 'line',
    'theme.font': 'choice',
    'theme.mode': 'choice',
  },
} as const satisfies Readonly<Record<string, FieldKinds>>;

export type TenantTab = keyof typeof tenantTabs;
export type TenantField = { [Tab in TenantTab]: keyof (typeof tenantTabs)[Tab] }[TenantTab];

const groups = ['theme', 'links'] as const;

/** A tenant with one value for each field of its forms. */
export function flatTenant(entry: Wire): Wire {
  const inner = groups.flatMap((group) =>
    Object.entries(membersOf(entry, group)).map(([key, value]) => [`${group}.${key}`, value] as const),
  );
  const { identity_providers: providers } = entry;
  return { ...entry, ...Object.fromEntries(inner), identity_providers: { allow: providers ?? '*' } };
}

/** What a form says, in the shape of the file; what it does not say of a group stays as it is stored. */
function nestTenant(values: Wire, stored: Wire): Wire {
  const entries = Object.entries(values).filter(([name]) => !name.includes('.'));
  const changed = groups.filter((group) => Object.keys(values).some((name) => name.startsWith(`${group}.`)));
  const nested = changed.map((group) => {
    const own = Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), value] as const] : [],
    );
    return [group, { ...membersOf(stored, group), ...Object.fromEntries(own) }] as const;
  });
  const plain: Wire = { ...Object.fromEntries(entries), ...Object.fromEntries(nested) };
  return {
    ...plain,
    ...('identity_providers' in plain && { identity_providers: listOf(plain.identity_providers) }),
    ...('identifiers' in plain && { identifiers: someOf(plain.identifiers) }),
  };
}

/** Nothing chosen is null in the file: as the portal. */
function someOf(chosen: unknown): unknown {
  return Array.isArray(chosen) && chosen.length > 0 ? chosen : null;
}

/** All providers is null in the file. */
function listOf(filter: unknown): unknown {
  const allow: unknown = typeof filter === 'object' && filter !== null && 'allow' in filter ? filter.allow : '*';
  return allow === '*' ? null : allow;
}

/**
 * One of the forms of a tenant.
 * @param besides what it sends that is no field of its own
 */
export function tenantTab(tab: TenantTab, besides?: (form: PostedFields) => Promise<Wire>): Tab {
  const kinds = tenantTabs[tab];
  return {
    typed: async (form, stored) => nestTenant({ ...typedValues(kinds, form), ...(await besides?.(form)) }, stored),
    told: (entry) => valuesForAudit(kinds, flatTenant(entry)),
  };
}

function membersOf(entry: Wire, group: (typeof groups)[number]): Wire {
  const value = entry[group];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
