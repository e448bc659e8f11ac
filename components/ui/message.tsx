import { Fragment, type ReactNode } from 'react';
import type { MessageKey, MessageValues } from '#lib/i18n/catalog';
import type { Locale } from '#lib/i18n/locales';
import { messageParts } from '#lib/i18n/translate';

type MessageProps<Key extends MessageKey> = {
  readonly locale: Locale;
  readonly id: Key;
  readonly values: MessageValues<Key, ReactNode>;
};

/** A message with elements in its placeholders. Each is isolated from the text direction of the sentence. */
export function Message<Key extends MessageKey>({ locale, id, values }: MessageProps<Key>) {
  const given: Readonly<Record<string, ReactNode>> = values;
  return messageParts(locale, id, given).map((part) =>
    part.placeholder ? <bdi key={part.text}>{given[part.text]}</bdi> : <Fragment key={part.text}>{part.text}</Fragment>,
  );
}
