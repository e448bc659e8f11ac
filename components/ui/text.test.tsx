import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Breakable } from './text';

it.each([
  ['https://id.example/a-b', 'https://|id.|example/|a-|b'],
  ['SIGNET_SECRET_PREVIOUS', 'SIGNET_|SECRET_|PREVIOUS'],
  ['ana.maria@example.com', 'ana.|maria@|example.|com'],
  ['2001:db8::7334', '2001:|db8::|7334'],
  ['plain', 'plain'],
])('a long text breaks after separators: %s', (text, expected) => {
  const html = renderToStaticMarkup(<Breakable>{text}</Breakable>);
  expect(html.replaceAll('<wbr/>', '|').replace(/<\/?span[^>]*>/g, '')).toBe(expected);
});
