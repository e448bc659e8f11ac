import { catalogs, type MessageKey, type MessageValues, type Placeholder } from './catalog';
import type { Locale } from './locales';

type ValuesArgument<Key extends MessageKey> = [Placeholder<Key>] extends [never]
  ? []
  : [values: MessageValues<Key, string>];

/**
 * The text of a message with its placeholders filled in. Pure; a missing placeholder is a type error.
 * @param values plain text by placeholder name; it is not escaped here
 */
export function translate<Key extends MessageKey>(locale: Locale, key: Key, ...values: ValuesArgument<Key>): string {
  const given: Readonly<Record<string, string>> = values[0] ?? {};
  return messageParts(locale, key)
    .map((part) => (part.placeholder ? (given[part.text] ?? '') : part.text))
    .join('');
}

/** A piece of a message: plain text, or the name of a placeholder. */
export type MessagePart = { readonly text: string; readonly placeholder: boolean };

/** The message cut at its placeholders, for pages that put elements (a bold name) in their place. */
export function messageParts(locale: Locale, key: MessageKey): readonly MessagePart[] {
  return catalogs[locale][key]
    .split(/\{(\w+)\}/)
    .map((text, index) => ({ text, placeholder: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
