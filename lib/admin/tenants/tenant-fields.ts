import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Tab } from '../entries/admin-section';
import { type FieldKinds, savedTexts, typedValues } from '../entries/entry-fields';
import { flatGroups, nestGroups } from '../entries/grouped-fields';
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
    'theme.background': 'line',
    'theme.background_dark': 'line',
    'theme.radius': 'line',
    'theme.font': 'choice',
    'theme.mode': 'choice',
    'theme.texts': 'json',
  },
} as const satisfies Readonly<Record<string, FieldKinds>>;

type TenantTab = keyof typeof tenantTabs;

const groups = ['theme', 'links'] as const;

/** A tenant with one value for each field of its forms. */
export function flatTenant(entry: Wire): Wire {
  const { identity_providers: providers } = entry;
  return { ...flatGroups(entry, groups), identity_providers: { allow: providers ?? '*' } };
}

/** What a form says, in the shape of the file; what it does not say of a group stays as it is stored. */
function nestTenant(values: Wire, stored: Wire): Wire {
  const nested = nestGroups(values, stored, groups);
  return {
    ...nested,
    ...('identity_providers' in nested && { identity_providers: listOf(nested.identity_providers) }),
    ...('identifiers' in nested && { identifiers: someOf(nested.identifiers) }),
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
    saved: (entry) => savedTexts(kinds, flatTenant(entry)),
  };
}
