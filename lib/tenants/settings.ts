import { z } from 'zod';
import { languages } from '#lib/i18n/locales';
import { logoText } from '#lib/pictures/logo';
import { parseColor } from '#lib/theme/color';
import { fontNames, lengthPattern } from '#lib/theme/derive-theme';
import { entry, group, uniqueList } from '#lib/vocabulary/entry';
import { schemasOf, setting, withGroups } from '#lib/vocabulary/setting';
import { boundedText, language, line, name } from '#lib/vocabulary/text';
import { webUri } from '#lib/vocabulary/uri';
import { identifiers, onOrOff, secondFactor } from './account-keys';

/** A color as #rgb, #rrggbb or oklch(L C H). Nothing else may be part of a style sheet. */
const color = boundedText(
  64,
  z.refine((text) => parseColor(text) !== null, {
    error: 'expected a color such as #0a5, #00aa55 or oklch(0.6 0.15 155)',
    params: { code: 'color' },
  }),
)
  .nullable()
  .default(null);

/** A length in a style sheet. */
const radius = boundedText(20, z.regex(lengthPattern, { error: 'expected a length such as 8px or 0.5rem' }))
  .nullable()
  .default(null);

/** The texts of the sign-in page, by language. */
const signInTexts = z
  .record(language, entry({ title: line(100).exactOptional(), subtitle: line(200).exactOptional() }))
  .nullable()
  .default(null);

const link = webUri.nullable().default(null);

/** A page, or an email address as a link. */
const support = z
  .union([webUri, boundedText(260, z.regex(/^mailto:[^\s@?&<>"']+@[^\s@?&<>"']+$/))], {
    error: 'expected an address that starts with https:// or mailto:',
  })
  .nullable()
  .default(null);

const footer = 'links';

/** The keys of the group `theme`, in the order of the file. */
export const themeSettings = {
  primary: setting(color, {
    field: { group: 'colors', input: 'line' },
    text: ['Color', 'For buttons and links, for example #0f5e9c or oklch(0.5 0.12 250).'],
  }),
  primary_dark: setting(color, {
    field: { group: 'colors', input: 'line' },
    text: ['Color on dark pages', 'Derived from the color above unless you set it.'],
  }),
  background: setting(color, {
    field: { group: 'colors', input: 'line' },
    text: ['Page background', 'Around the card, for example #f4f1ea.'],
  }),
  background_dark: setting(color, {
    field: { group: 'colors', input: 'line' },
    text: ['Background of dark pages', 'Leave empty for the default.'],
  }),
  logo: setting(logoText, { text: ['Logo', 'SVG, PNG, JPEG or WebP, up to 100 kB. Shown 36 pixels high.'] }),
  logo_dark: setting(logoText, {
    text: ['Logo on dark pages', 'If empty, the logo above is shown on a light background.'],
  }),
  favicon: setting(logoText, { text: ['Favicon', 'Shown in the browser tab. Square, up to 100 kB.'] }),
  radius: setting(radius, {
    field: { group: 'shape', input: 'line' },
    text: ['Corners', 'A length, for example 0, 6px or 1rem.'],
  }),
  font: setting(z.enum(fontNames).default('system'), {
    field: { group: 'shape', input: 'choice' },
    text: ['Font', 'Fonts of the user’s device. Nothing is downloaded.'],
    options: {
      system: 'System default',
      humanist: 'Humanist',
      geometric: 'Geometric',
      rounded: 'Rounded',
      serif: 'Serif',
    },
  }),
  mode: setting(z.enum(['system', 'light', 'dark']).default('system'), {
    field: { group: 'shape', input: 'choice' },
    text: ['Light or dark', 'Follow the device setting, or always use one.'],
    options: { system: 'Device setting', light: 'Always light', dark: 'Always dark' },
  }),
  texts: setting(signInTexts, {
    field: { group: 'texts', input: 'json' },
    text: [
      'Sign-in texts',
      'By language, for example {"en": {"title": "Welcome", "subtitle": "Use your staff account."}}.',
    ],
  }),
};

/** The keys of the group `links`, in the order of the file. */
export const linksSettings = {
  support: setting(support, {
    field: { group: footer, input: 'line' },
    text: ['Help', 'A URL or an email address, for example mailto:desk@example.com.'],
  }),
  privacy: setting(link, { field: { group: footer, input: 'line' }, text: ['Privacy policy', 'An https URL.'] }),
  terms: setting(link, { field: { group: footer, input: 'line' }, text: ['Terms of service', 'An https URL.'] }),
};

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
    text: ['Language', 'Used when the browser asks for no available language.'],
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
  theme: setting(group(schemasOf(themeSettings)).prefault({}), {
    type: 'group',
    preset: '`{}`',
    meaning: `its branding: ${Object.keys(themeSettings)
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
export const flatTenantSettings = withGroups(tenantSettings, { theme: themeSettings, links: linksSettings });
