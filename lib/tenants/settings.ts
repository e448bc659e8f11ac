import { z } from 'zod';
import { languages } from '#lib/i18n/locales';
import { entry, group, uniqueList } from '#lib/vocabulary/entry';
import { schemasOf, setting, withGroups } from '#lib/vocabulary/setting';
import { language, line, name } from '#lib/vocabulary/text';
import { identifiers, onOrOff, secondFactor } from './account-keys';
import { linksSettings, tenantThemeSettings } from './look-settings';

const asPortal = 'null: as set for the portal';

/** One record for each key of the section `tenants`, in the order of the file. */
export const tenantSettings = {
  name: setting(name, {
    text: ['ID', 'Letters, digits, dots, dashes and underscores. Can’t be changed later.'],
    type: 'name',
    meaning: 'for `acr_values=tenant:NAME`',
  }),
  display_name: setting(line(200), {
    field: { group: 'general', input: 'line' },
    text: ['Display name', 'Shown on pages and in emails, and in place of a missing logo.'],
    type: 'text',
    meaning: 'the name on pages and in emails',
  }),
  enabled: setting(z.boolean().default(true), {
    meaning:
      'false: `tenant:NAME` is ignored, users cannot sign in to its clients, and access granted under it stops working',
  }),
  default_locale: setting(language.nullable().default(null), {
    field: { group: 'general', input: 'choice', after: 'registration' },
    text: ['Language', 'Used when none of the browser’s languages is available.'],
    options: { '': 'None', ...languages },
    type: 'language tag',
    meaning: 'the language if neither the request nor the browser asks for an available one',
  }),
  /** If null, all providers. */
  identity_providers: setting(uniqueList(name, 100).nullable().default(null), {
    field: { group: 'general', input: 'filter' },
    text: ['Identity providers', 'Providers this tenant’s users can use. A client can allow fewer.'],
    options: { '*': 'All', allow: 'Only these' },
    type: 'list of names or null',
    meaning: 'the providers that its users can use; null: all; `[]`: none. A client can allow fewer',
  }),
  login: setting(z.enum(['password', 'identifier']).nullable().default(null), {
    field: { group: 'general', input: 'choice' },
    text: ['Sign-in page', 'Username and password together, or the username first.'],
    options: {
      '': 'Server default',
      password: 'Username and password together',
      identifier: 'Username first',
    },
    meaning: asPortal,
  }),
  registration: setting(onOrOff.nullable().default(null), {
    field: { group: 'general', input: 'choice' },
    text: ['Self-registration', 'Whether users can create their own accounts.'],
    options: { '': 'Server default', off: 'Not allowed', on: 'Allowed' },
    meaning: asPortal,
  }),
  identifiers: setting(identifiers.nullable().default(null), {
    field: { group: 'sign-in', input: 'many' },
    text: ['Sign-in identifiers', 'What users type to sign in. Choose none to use the server default.'],
    options: { username: 'Username', email: 'Verified email' },
    type: 'list of `username`, `email` or null',
    meaning: asPortal,
  }),
  second_factor: setting(secondFactor.nullable().default(null), {
    field: { group: 'sign-in', input: 'choice' },
    text: [
      'Second factor',
      'Applies to this tenant’s clients. If a request names the tenant, the stricter rule applies.',
    ],
    options: { '': 'Server default', off: 'Off', optional: 'Optional', required: 'Required' },
    meaning: asPortal,
  }),
  email_code: setting(onOrOff.nullable().default(null), {
    field: { group: 'sign-in', input: 'choice' },
    text: ['Email code sign-in', 'Users sign in with a code sent to their verified email instead of a password.'],
    options: { '': 'Server default', off: 'Off', on: 'On' },
    meaning: asPortal,
  }),
  theme: setting(group(schemasOf(tenantThemeSettings)).prefault({}), {
    type: 'group',
    preset: '`{}`',
    meaning: `its branding: ${Object.keys(tenantThemeSettings)
      .map((key) => `\`${key}\``)
      .join(', ')}; see below`,
  }),
  links: setting(entry(schemasOf(linksSettings)).prefault({}), {
    type: 'group',
    preset: '`{}`',
    meaning: 'the links at the bottom of every page: `support` (address or `mailto:`), `privacy`, `terms` (addresses)',
  }),
};

/** The settings as forms name them. */
export const flatTenantSettings = withGroups(tenantSettings, { theme: tenantThemeSettings, links: linksSettings });
