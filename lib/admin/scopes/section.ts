import { z } from 'zod';
import { scopes } from '#lib/config/sections/scopes';
import { formSections } from '#lib/i18n/admin/form-sections';
import { languages } from '#lib/i18n/locales';
import { withBuiltIn } from '#lib/scopes/built-in';
import { scopeFields } from '#lib/scopes/schema';
import { listScopes } from '#lib/scopes/scope-store';
import { scopeSettings } from '#lib/scopes/settings';
import { language } from '#lib/vocabulary/text';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError } from '../admin-error';
import { secretSchema, tellSecret } from '../api/schemas';
import type { AdminSection, Tab } from '../entries/admin-section';
import { listSecretTimes } from '../entries/entry-facts-store';
import { type FieldKinds, savedTexts, typedValues } from '../entries/entry-fields';
import { scopePath } from '../entries/entry-path';
import { fieldsOf, relevantSettings } from '../entries/setting-fields';
import type { PostedFields } from '../read-form';
import { getScope } from './read';

/** The fields of a scope, by its type. */
export function kindsOf(scope: Wire): FieldKinds {
  return fieldsOf(relevantSettings(scopeSettings, scope), ...Object.keys(formSections.scopes));
}

export const textKeys = ['display_name', 'description'] as const;
export type TextKey = (typeof textKeys)[number];

/** The input of a text in one language. */
export function textField(language: string, key: TextKey): string {
  return `texts.${language}.${key}`;
}

/** The languages in the form: those of the pages except the default, and any other that has texts. */
export function textLanguages(entry: Wire): readonly string[] {
  return [
    ...new Set([...Object.keys(languages).filter((language) => language !== 'en'), ...Object.keys(textsOf(entry))]),
  ];
}

/** The text of one language. Empty if there is none. */
export function textIn(entry: Wire, language: string, key: TextKey): string {
  const texts = textsOf(entry)[language];
  const value: unknown = typeof texts === 'object' && texts !== null ? Reflect.get(texts, key) : undefined;
  return typeof value === 'string' ? value : '';
}

function textsOf(entry: Wire): Readonly<Record<string, unknown>> {
  const { texts } = entry;
  return typeof texts === 'object' && texts !== null ? { ...texts } : {};
}

/** The inputs for an additional language: its tag, and the row of its texts. */
export const addedLanguage = { tag: 'added_language', row: 'added' } as const;

/**
 * The typed texts, without languages that have none.
 * @throws AdminError `invalid` if the tag of the added language is invalid, or already in the table
 */
function typedTexts(entry: Wire, form: PostedFields): Wire {
  const present = textLanguages(entry);
  const typed = present.map((language) => [language, textsOfRow(form, language, entry)] as const);
  const added = textsOfRow(form, addedLanguage.row, {});
  const tag = form.text(addedLanguage.tag);
  const isAdded = Object.keys(added).length > 0;
  if (tag !== '' || isAdded) checkAdded(tag, present);
  const all = [...typed, ...(isAdded ? [[tag, added] as const] : [])];
  return Object.fromEntries(all.filter(([, texts]) => Object.keys(texts).length > 0));
}

function textsOfRow(form: PostedFields, row: string, entry: Wire): Readonly<Record<string, string>> {
  const typed = textKeys.map((key) => {
    const [text, stored] = [form.text(textField(row, key)), textIn(entry, row, key)];
    return [key, text === stored.trim() ? stored : text] as const;
  });
  return Object.fromEntries(typed.filter(([, text]) => text !== ''));
}

function checkAdded(tag: string, present: readonly string[]): void {
  const isTaken = ['en', ...present].some((one) => one.toLowerCase() === tag.toLowerCase());
  const code = isTaken ? 'duplicate' : 'language_tag';
  if (!isTaken && language.safeParse(tag).success) return;
  const message = 'expected the tag of another language, such as da or fr-CA';
  throw new AdminError('invalid', message, [{ field: addedLanguage.tag, code, message }]);
}

/** The forms of a scope: its settings, and its texts in other languages. */
const scopeTabs = {
  settings: {
    typed: (form: PostedFields, stored: Wire) => typedValues(kindsOf(stored), form, stored),
    saved: (entry: Wire) => savedTexts(kindsOf(entry), entry),
  },
  translations: {
    typed: (form: PostedFields, stored: Wire) => ({ texts: typedTexts(stored, form) }),
    saved: (entry: Wire) =>
      Object.fromEntries(
        textLanguages(entry).flatMap((language) =>
          textKeys.map((key) => [textField(language, key), textIn(entry, language, key)]),
        ),
      ),
  },
} as const satisfies Readonly<Record<string, Tab>>;

const { secrets: _, ...fields } = scopeFields;

/** Scopes, including the built-in ones. Writing a built-in scope gives it custom texts and claims. */
export const scopeSection: AdminSection = {
  section: scopes,
  key: 'name',
  path: scopePath,
  listPath: '/admin/scopes',
  secrets: { key: 'secrets', page: 'api' },
  isGuarded: false,
  get: async (admin, key) => {
    const { scope, configured } = await getScope(admin, key);
    return { wire: scopes.wire(scope), isBuiltIn: !configured, secrets: scope.secrets };
  },
  tabs: scopeTabs,
  api: {
    one: 'a scope',
    schemaName: 'Scope',
    path: '/scopes',
    fields,
    meta: z.strictObject({
      built_in: z.boolean(),
      configured: z.boolean().meta({ description: 'False for a built-in scope with default settings.' }),
      secrets: z.array(secretSchema),
    }),
    tell: async ({ db, now }, entries) => {
      const madeAt = new Map((await listSecretTimes(db, null)).map(({ id, createdAt }) => [id, createdAt]));
      return new Map(
        [...entries].map(([name, { isBuiltIn, secrets }]) => {
          const told = secrets.map((one) => tellSecret({ ...one, createdAt: madeAt.get(one.id) ?? now }));
          return [name, { built_in: scopes.builtIn?.includes(name) ?? false, configured: !isBuiltIn, secrets: told }];
        }),
      );
    },
    list: async ({ db }) => {
      const stored = await listScopes(db);
      const configured = new Set(stored.map(({ name }) => name));
      return new Map(
        [...withBuiltIn(stored)].map(([name, scope]) => {
          const entry = { wire: scopes.wire(scope), isBuiltIn: !configured.has(name), secrets: scope.secrets };
          return [name, entry];
        }),
      );
    },
  },
};
