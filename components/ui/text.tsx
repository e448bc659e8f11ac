import { type AnchorHTMLAttributes, createElement, Fragment, type ReactNode } from 'react';
import type { MessageKey, MessageValues } from '#lib/i18n/catalog';
import { visibleText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { messageParts } from '#lib/i18n/translate';

/** A link on a line of its own. It is 44 px high, as a thumb needs it (ux §3.4), so lists and rows take the space back. */
export function TextLink({ className = '', children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={`${look} ${className}`} {...rest}>
      {children}
    </a>
  );
}

const look =
  'inline-flex min-h-11 items-center rounded-sm py-2.5 text-link underline decoration-link/40 underline-offset-3 hover:decoration-2 hover:decoration-link';

type HeadingProps = { readonly children: ReactNode; readonly text?: ReactNode };

/** The only h1 of the page, and the sentence below it. */
export function Heading({ children, text }: HeadingProps) {
  return (
    <div className="grid gap-2.5">
      <h1 className="text-balance font-semibold text-[1.625rem] leading-tight tracking-display [overflow-wrap:anywhere]">
        {children}
      </h1>
      {text && <p className="text-pretty text-muted-foreground [overflow-wrap:anywhere]">{text}</p>}
    </div>
  );
}

/** The position after a separator. */
const places = /(?<=[-._/:?&=@])(?![-._/:?&=@])/;

/** The children of one element, which need no keys. */
const mayBreak = <wbr />;

/** An address or identifier that may be longer than its line. It breaks after separators, otherwise anywhere. */
export function Breakable({ children }: { readonly children: string }) {
  const [first, ...more] = children.split(places);
  const pieces = more.flatMap((part) => [mayBreak, part]);
  return createElement('span', { className: '[overflow-wrap:anywhere]' }, first, ...pieces);
}

/**
 * A name from outside. It cannot change the direction of the text around it, and spaces replace its invisible characters.
 */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{visibleText(children)}</bdi>;
}

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
