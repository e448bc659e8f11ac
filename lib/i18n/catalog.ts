import type { ICUArgs, MessageKeys, NestedKeyOf, NestedValueOf } from 'next-intl';
import type { Language } from './locales';
import ar from './messages/ar.json' with { type: 'json' };
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import it from './messages/it.json' with { type: 'json' };
import ja from './messages/ja.json' with { type: 'json' };
import nl from './messages/nl.json' with { type: 'json' };
import pl from './messages/pl.json' with { type: 'json' };
import ptBR from './messages/pt-BR.json' with { type: 'json' };
import zhHans from './messages/zh-Hans.json' with { type: 'json' };

/** English defines the keys and the arguments of every language. */
type English = typeof en;

export type MessageKey = MessageKeys<English, NestedKeyOf<English>>;

/** The same keys as English, with any text. */
export type Catalog = Shape<English>;

type Shape<Part> = { readonly [Key in keyof Part]: Part[Key] extends string ? string : Shape<Part[Key]> };

/** A missing key is a compile error here. `check-catalogs.mjs` finds everything else. */
export const catalogs: Readonly<Record<Language, Catalog>> = {
  en,
  de,
  es,
  fr,
  it,
  nl,
  pl,
  'pt-BR': ptBR,
  ar,
  ja,
  'zh-Hans': zhHans,
};

type Arguments<Text extends string> = ICUArgs<
  Text,
  { ICUArgument: 'text'; ICUNumberArgument: 'number'; ICUDateArgument: never }
>;

/** The arguments of all messages in a union of keys. */
type ArgumentsOf<Key extends MessageKey> = (
  Key extends MessageKey
    ? (taken: Arguments<NestedValueOf<English, Key>>) => void
    : never
) extends (taken: infer All) => void
  ? All
  : never;

/**
 * The arguments of a message with these keys: numbers for plurals, otherwise a text or, with `Value`, something to
 * show.
 */
export type MessageValues<Key extends MessageKey, Value = string> = {
  readonly [Name in keyof ArgumentsOf<Key>]: ArgumentsOf<Key>[Name] extends 'number' ? number : Value;
};

/** Whether a text from outside (a problem code, a scope name) is a key. */
export function isMessageKey(key: string): key is MessageKey {
  let part: unknown = en;
  for (const name of key.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return false;
    part = Reflect.get(part, name);
  }
  return typeof part === 'string';
}
