import { createElement } from 'react';

/** Between a separator and what follows it. */
const places = /(?<=[-._/:?&=])(?![-._/:?&=])/;

/** The children of one element, which need no keys. */
const mayBreak = <wbr />;

/** An address or an identifier that may be longer than its line: broken after a separator, anywhere only as a last resort. */
export function Breakable({ children }: { readonly children: string }) {
  const [first, ...more] = children.split(places);
  const pieces = more.flatMap((part) => [mayBreak, part]);
  return createElement('span', { className: '[overflow-wrap:anywhere]' }, first, ...pieces);
}
