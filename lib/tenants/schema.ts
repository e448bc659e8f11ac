import { z } from 'zod';
import { logoText } from '#lib/pictures/logo-text';
import { parseColor } from '#lib/theme/color';
import { fontNames, lengthPattern } from '#lib/theme/derive-theme';
import { entry, group, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
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
  .nullable();

const link = webUri.nullable().default(null);

/** A page, or an email address as a link. */
const support = z
  .union([webUri, boundedText(260, z.regex(/^mailto:[^\s@?&<>"']+@[^\s@?&<>"']+$/))], {
    error: 'expected an address that starts with https:// or mailto:',
  })
  .nullable()
  .default(null);

export const themeFields = {
  primary: color,
  primary_dark: color,
  background: color,
  background_dark: color,
  logo: logoText,
  logo_dark: logoText,
  favicon: logoText,
  radius,
  font: z.enum(fontNames).default('system'),
  mode: z.enum(['system', 'light', 'dark']).default('system'),
  texts: signInTexts.default(null),
};

export const linksFields = { support, privacy: link, terms: link };

const login = z.enum(['password', 'identifier']);

/** One entry of the section `tenants`, with its keys in the file's order. */
export const tenantFields = {
  name,
  display_name: line(200),
  enabled: z.boolean().default(true),
  default_locale: language.nullable().default(null),
  /** If null, all providers. */
  identity_providers: uniqueList(name, 100).nullable().default(null),
  login: login.nullable().default(null),
  registration: onOrOff.nullable().default(null),
  identifiers: identifiers.nullable().default(null),
  second_factor: secondFactor.nullable().default(null),
  email_code: onOrOff.nullable().default(null),
  theme: group(themeFields).prefault({}),
  links: entry(linksFields).prefault({}),
};

export const tenantSchema = entry(tenantFields).transform(camelKeys);

export type TenantEntry = z.output<typeof tenantSchema>;
