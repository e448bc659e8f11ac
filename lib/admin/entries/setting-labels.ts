import { apiSettings } from '#lib/apis/settings';
import { clientSettings } from '#lib/clients/settings';
import { groupSettings } from '#lib/groups/settings';
import { type FoundProblem, inOneLine, inputOf, sentenceOf } from '#lib/i18n/admin/problems';
import { flatProviderSettings } from '#lib/providers/settings';
import { scopeSettings } from '#lib/scopes/settings';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { flatTenantSettings } from '#lib/tenants/settings';
import type { SettingTable } from '#lib/vocabulary/setting';
import { clientTabs } from '../clients/fields';
import { addressWith } from '../query';
import { texts as scopes } from '../scopes/texts';
import { tenantTabs } from '../tenants/section';
import type { FieldKinds } from './entry-fields';
import { clientPath, tenantPath } from './entry-path';
import { textsOf } from './setting-fields';

type Labels = Readonly<Record<string, readonly [label: string, ...rest: string[]]>>;

/** The names of settings that are in no form, or whose key contains the fields of a whole page. */
const others: Labels = {
  client_secrets: ['Secrets'],
  secrets: ['Secrets'],
  client_secret: ['Client secret'],
  identity_providers: ['Identity providers'],
  theme: ['Branding'],
  links: ['Links'],
  group_mapping: ['Groups'],
  agents: ['Self-registered apps and agents'],
  texts: ['Translations'],
  added_language: [scopes.translations.add],
  type: ['Type'],
  id: ['ID'],
  logo: ['Logo'],
  position: ['Order'],
  enabled: ['State'],
};

/** The fields of a user's profile, with their help. */
export const userFields = {
  username: ['Username', 'What the user types to sign in. Case doesn’t matter.'],
  name: ['Name'],
  given_name: ['Given name'],
  family_name: ['Family name'],
  email: ['Email'],
  email_verified: ['Email verified', 'Apps trust this. Check only if you verified it.'],
  claims: ['More claims', 'A JSON object with anything else apps can learn, for example {"role": ["buyer"]}.'],
  tenants: ['Tenants', 'Tenant IDs or display names. Used only with “The tenants below”.'],
} as const satisfies Labels;

/** The settings of each section that are one of a few choices. */
const tables: Readonly<Record<string, SettingTable>> = {
  clients: clientSettings,
  scopes: scopeSettings,
  groups: groupSettings,
  apis: apiSettings,
  identity_providers: flatProviderSettings,
  tenants: flatTenantSettings,
  portal: flatPortalSettings,
};

const bySection: Readonly<Record<string, Labels>> = {
  clients: textsOf(clientSettings),
  scopes: textsOf(scopeSettings),
  groups: textsOf(groupSettings),
  apis: textsOf(apiSettings),
  identity_providers: textsOf(flatProviderSettings),
  tenants: textsOf(flatTenantSettings),
  portal: textsOf(flatPortalSettings),
  users: userFields,
};

/**
 * The name of a setting on pages.
 * @param key as in a configuration file
 * @returns the key itself for a setting that no page names
 */
export function settingLabel(section: string, key: string): string {
  return findLabel(section, key) ?? key;
}

/** A value in the words of its form. What is no choice stays as it is. */
export function shownValue(section: string, key: string, value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'boolean') return value;
  const setting = Object.hasOwn(tables, section) ? tables[section]?.[key] : undefined;
  const options: Readonly<Record<string, string>> = setting?.options ?? {};
  return Object.hasOwn(options, String(value)) ? options[String(value)] : value;
}

/**
 * The text for a problem in the summary of a form: the field, its line and the sentence.
 * @param section the section of the configuration; undefined if the form belongs to none
 * @param typed the text of the field
 */
export function summaryOf(problem: FoundProblem, section: string | undefined, typed?: string): string {
  const label = findLabel(section, inputOf(problem.within ?? problem.field));
  const { place, text } = sentenceOf(problem, section, typed);
  if (label === null) return inOneLine({ place, text });
  return inOneLine({
    place: place === null ? label : `${label}, ${place.charAt(0).toLowerCase()}${place.slice(1)}`,
    text,
  });
}

function findLabel(section: string | undefined, key: string): string | null {
  const [, language, inLanguage] = /^texts\.([^.]+)\.(\w+)$/.exec(key) ?? [];
  if (inLanguage !== undefined) return `${findLabel(section, inLanguage)} (${language})`;
  const own = section === undefined ? undefined : bySection[section];
  const tables = [...(own ? [own] : section === undefined ? Object.values(bySection) : []), others];
  return tables.find((labels) => Object.hasOwn(labels, key))?.[key]?.[0] ?? null;
}

type Pages = {
  /** The address of a page of the form's entry. */
  readonly path: (hidden: Hidden, page: string) => string;
  readonly tabs: Readonly<Record<string, FieldKinds>>;
};

type Hidden = Readonly<Record<string, string>>;

/** The sections whose entries have their settings on several pages. */
const sections: Readonly<Record<string, Pages>> = {
  clients: { path: ({ client_id: id = '' }, page) => clientPath(id, page), tabs: clientTabs },
  tenants: { path: ({ name = '' }, page) => tenantPath(name, page), tabs: tenantTabs },
};

/**
 * Where a setting with a problem is shown: in the form itself, or on another page of its entry.
 * @param hidden the section, entry and page of the form
 * @param input see inputOf()
 */
export function fieldAddress(hidden: Hidden, input: string): string {
  const { section = '', tab } = hidden;
  if (section === 'clients' && input === 'client_secrets') {
    return `${tab === 'credentials' ? '' : sections.clients?.path(hidden, 'credentials')}#secrets`;
  }
  const here = `#field-${input}`;
  const pages = sections[section];
  if (pages === undefined || tab === undefined || Object.hasOwn(pages.tabs[tab] ?? {}, input)) return here;
  const page = Object.keys(pages.tabs).find((one) => Object.hasOwn(pages.tabs[one] ?? {}, input));
  return page === undefined ? here : `${addressWith(pages.path(hidden, page), {}, { all: '1' })}${here}`;
}
