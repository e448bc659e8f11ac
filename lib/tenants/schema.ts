import { z } from 'zod';
import { entry, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { language, line, name } from '#lib/vocabulary/text';
import { webUri } from '#lib/vocabulary/uri';

/** A colour as #rgb or #rrggbb: nothing else may enter a style sheet. */
const colour = z
  .string()
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, { error: 'expected a colour such as #0a5 or #00aa55' })
  .nullable()
  .default(null);

/** A length that may stand in a style sheet. */
const radius = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?(px|rem|em)$|^0$/, { error: 'expected a length such as 8px or 0.5rem' })
  .nullable()
  .default(null);

const link = webUri.nullable().default(null);

export const themeFields = {
  primary: colour,
  primary_dark: colour,
  logo: link,
  logo_dark: link,
  radius,
  mode: z.enum(['system', 'light', 'dark']).default('system'),
};

export const linksFields = { support: link, privacy: link, terms: link };

const login = z.enum(['password', 'identifier']);
const registration = z.enum(['off', 'on']);

/** One entry of the section `tenants`, in the file's order of keys. */
export const tenantFields = {
  name,
  display_name: line(200),
  enabled: z.boolean().default(true),
  default_locale: language.nullable().default(null),
  identity_providers: uniqueList(name, 100).nullable().default(null),
  login: login.nullable().default(null),
  registration: registration.nullable().default(null),
  theme: entry(themeFields).transform(camelKeys).prefault({}),
  links: entry(linksFields).prefault({}),
};

export const tenantSchema = entry(tenantFields).transform(camelKeys);
