import { NextRequest } from 'next/server';
import { expect, it } from 'vitest';
import { proxy } from '../../proxy';
import { pagePath } from './page-address';

it.each([
  ['/account/name', '/account/name'],
  ['/account/name/', '/account/name'],
  ['/account/', '/account'],
  ['/', '/'],
])('the page at %s is that of %s, so its form leads to an address that exists', (pathname, path) => {
  expect(pagePath(pathname)).toBe(path);
});

it('a page whose address ends with a slash gets the address and the headers of the page without it', () => {
  const { headers } = proxy(new NextRequest('http://localhost:3000/admin/clients/web/preview/?a=%2F'));
  expect(headers.get('x-middleware-request-x-signet-address')).toBe('/admin/clients/web/preview?a=%2F');
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
});
