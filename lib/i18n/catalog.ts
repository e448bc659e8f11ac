import type { Locale } from './locales';
import { en } from './messages/en';

export type MessageKey = keyof typeof en;

/** English decides the keys and the placeholders; every other language has the same. */
export type Catalog = Readonly<Record<MessageKey, string>>;

export const catalogs: Readonly<Record<Locale, Catalog>> = { en };

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** The placeholder names of a message, read from the English text by the compiler. */
export type Placeholder<Key extends MessageKey> = PlaceholdersIn<(typeof en)[Key]>;

/** What a message with these keys must be given. */
export type MessageValues<Key extends MessageKey, Value> = { readonly [Name in Placeholder<Key>]: Value };

/** Whether a text that came from elsewhere (a problem code, a scope name) is a key. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
