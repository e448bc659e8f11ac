import { createTranslator } from 'next-intl';
import { catalogs, type MessageKey, type MessageValues } from './catalog';
import { directionOf, isLanguage, type Locale } from './locales';
import { pseudoCatalog } from './pseudo';

type ValuesArgument<Key extends MessageKey> = [keyof MessageValues<Key>] extends [never]
  ? []
  : [values: MessageValues<Key>];

/**
 * The text of a message with its arguments. All pages, routes and static pages get their texts here. Pure. A missing
 * argument is a type error.
 * @param values plain text or numbers by name; not escaped here, but prevented from changing the direction of the
 * sentence
 */
export function translate<Key extends MessageKey>(locale: Locale, key: Key, ...values: ValuesArgument<Key>): string {
  return textOf(locale, wording(key, ...values));
}

/** A message that is stored before its language is known. */
export type Wording = { readonly key: MessageKey; readonly values: Readonly<Record<string, string | number>> };

/** A message with its arguments, as data. A missing argument is a type error. */
export function wording<Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>): Wording {
  return { key, values: values[0] ?? {} };
}

/** The text of a stored message. */
export function textOf(locale: Locale, { key, values }: Wording): string {
  return messageParts(locale, key, values)
    .map((part) => (part.placeholder ? isolate(locale, String(values[part.text])) : part.text))
    .join('');
}

/** A piece of a message: plain text, or the name of an argument. */
type MessagePart = { readonly text: string; readonly placeholder: boolean };

const known = new Map<string, readonly MessagePart[]>();

/**
 * A message split at its arguments, for pages that put elements (a bold name) in their place.
 * @param values only numbers matter: they select the plural and are formatted
 */
export function messageParts(
  locale: Locale,
  key: MessageKey,
  values: Readonly<Record<string, unknown>> = {},
): readonly MessagePart[] {
  const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number');
  if (numbers.length > 0) return cut(locale, key, values);
  // A message without numbers is always split in the same way, and ICU is slow compared with a lookup.
  const id = `${locale}:${key}`;
  const parts = known.get(id) ?? cut(locale, key, values);
  known.set(id, parts);
  return parts;
}

const mark = '\u0000';

function cut(locale: Locale, key: MessageKey, values: Readonly<Record<string, unknown>>): MessagePart[] {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : mark + name + mark,
  ]);
  return translatorFor(locale)(key, Object.fromEntries(marked))
    .split(mark)
    .map((text, index) => ({ text, placeholder: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

type Translator = (key: MessageKey, values: Readonly<Record<string, string | number>>) => string;

const translators = new Map<Locale, Translator>();

/** Created once in a process. It compiles a message when it is first used. */
function translatorFor(locale: Locale): Translator {
  const made = translators.get(locale) ?? makeTranslator(locale);
  translators.set(locale, made);
  return made;
}

function makeTranslator(locale: Locale): Translator {
  const messages = isLanguage(locale) ? catalogs[locale] : pseudoCatalog(locale);
  const onError = (error: Error) => {
    throw error;
  };
  return createTranslator({ locale, messages, onError });
}

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates a value (Unicode UAX 9 §2.4.2) if its direction can differ from that of the sentence. */
function isolate(locale: Locale, value: string): string {
  const mayDiffer = directionOf(locale) === 'rtl' || rightToLeftLetter.test(value);
  return mayDiffer ? `\u2068${value}\u2069` : value;
}
