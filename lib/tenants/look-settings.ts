import { z } from 'zod';
import { logoText } from '#lib/pictures/logo';
import { parseColor } from '#lib/theme/color';
import { fontNames, lengthPattern } from '#lib/theme/derive-theme';
import { entry } from '#lib/vocabulary/entry';
import { setting } from '#lib/vocabulary/setting';
import { boundedText, language, line } from '#lib/vocabulary/text';
import { webUri } from '#lib/vocabulary/uri';

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

/** The keys of the group `theme` of the portal, in the order of the file. */
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
    field: { group: 'texts', input: 'page_texts' },
    text: ['Sign-in texts', 'Shown instead of the usual title and below it. Leave empty for the default.'],
  }),
};

const { font, mode } = themeSettings;
const asPortal = { '': 'Server default' };

/** The same of a tenant. Without a font or a mode, it has the portal's. */
export const tenantThemeSettings = {
  ...themeSettings,
  font: setting(font.schema.unwrap().nullable().default(null), {
    field: font.field,
    text: font.text,
    options: { ...asPortal, ...font.options },
  }),
  mode: setting(mode.schema.unwrap().nullable().default(null), {
    field: mode.field,
    text: mode.text,
    options: { ...asPortal, ...mode.options },
  }),
};

/** The keys of the group `links`, in the order of the file. */
export const linksSettings = {
  support: setting(support, {
    field: { group: 'links', input: 'line' },
    text: ['Help', 'A URL or an email address, for example mailto:desk@example.com.'],
  }),
  privacy: setting(link, { field: { group: 'links', input: 'line' }, text: ['Privacy policy', 'An https URL.'] }),
  terms: setting(link, { field: { group: 'links', input: 'line' }, text: ['Terms of service', 'An https URL.'] }),
};
