import { createElement } from 'react';

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
