import { clientFields } from './client-fields';
import { providers } from './providers';
import { scopes } from './scopes';
import { settings } from './settings';
import { tenants } from './tenants';

type Labels = Readonly<Record<string, readonly [label: string, ...rest: string[]]>>;

/** What a setting is called where no form names it, or where one key holds the fields of a whole page. */
const others: Labels = {
  client_secrets: ['Secrets'],
  secrets: ['Secrets'],
  client_secret: ['Client secret'],
  identity_providers: ['Identity providers'],
  theme: ['Branding'],
  links: ['Links'],
  texts: ['Translations'],
  type: ['Type'],
  logo: ['Logo'],
  position: ['Order'],
  enabled: ['State'],
};

const bySection: Readonly<Record<string, Labels>> = {
  clients: clientFields,
  scopes: scopes.fields,
  identity_providers: providers.fields,
  tenants: tenants.fields,
  portal: settings.portal.fields,
};

/**
 * What the pages call a setting.
 * @param key as in a configuration file
 * @returns the key itself for a setting that no page names
 */
export function settingLabel(section: string, key: string): string {
  const labels = Object.hasOwn(bySection, section) ? bySection[section] : undefined;
  const own = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  const other = Object.hasOwn(others, key) ? others[key] : undefined;
  return (own ?? other)?.[0] ?? key;
}
