import { languages } from '#lib/i18n/locales';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { type FieldKinds, valuesForAudit } from '../entries/entry-fields';
import type { PostedFields } from '../read-form';

/** The settings of a scope that a form shows. The keys are those of the configuration file. */
const told = { display_name: 'line', description: 'line', claims: 'lines' } as const satisfies FieldKinds;
const handled = { required: 'check', emphasize: 'check', enabled: 'check' } as const satisfies FieldKinds;

const scopeKinds = { ...told, ...handled };

/** An API has an address besides. */
const resourceKinds = {
  ...told,
  resource: 'line',
  access_token_typ: 'choice',
  ...handled,
} as const satisfies FieldKinds;

/** The fields of a scope, which its type decides. */
export function kindsOf({ type }: Wire): typeof scopeKinds | typeof resourceKinds {
  return type === 'resource' ? resourceKinds : scopeKinds;
}

export const textKeys = ['display_name', 'description'] as const;
export type TextKey = (typeof textKeys)[number];

/** The input of a text in one language. */
export function textField(language: string, key: TextKey): string {
  return `texts.${language}.${key}`;
}

/** The languages whose texts a form shows: those people can read here but the default, and those that have texts. */
export function textLanguages(entry: Wire): readonly string[] {
  return [
    ...new Set([...Object.keys(languages).filter((language) => language !== 'en'), ...Object.keys(textsOf(entry))]),
  ];
}

/** The text of one language; empty when there is none. */
export function textIn(entry: Wire, language: string, key: TextKey): string {
  const texts = textsOf(entry)[language];
  const value: unknown = typeof texts === 'object' && texts !== null ? Reflect.get(texts, key) : undefined;
  return typeof value === 'string' ? value : '';
}

function textsOf(entry: Wire): Readonly<Record<string, unknown>> {
  const { texts } = entry;
  return typeof texts === 'object' && texts !== null ? { ...texts } : {};
}

/** The texts that were typed, without languages that have none. */
export function typedTexts(entry: Wire, form: PostedFields): Wire {
  const texts = textLanguages(entry).map((language) => {
    const typed = textKeys.map((key) => [key, form.text(textField(language, key))]).filter(([, text]) => text !== '');
    return [language, Object.fromEntries(typed)] as const;
  });
  return Object.fromEntries(texts.filter(([, typed]) => Object.keys(typed).length > 0));
}

/** A scope by the fields of its form. */
export function scopeForAudit(entry: Wire): Readonly<Record<string, string>> {
  const texts = textLanguages(entry).flatMap((language) =>
    textKeys.map((key) => [textField(language, key), textIn(entry, language, key)]),
  );
  return { ...valuesForAudit(kindsOf(entry), entry), ...Object.fromEntries(texts) };
}
