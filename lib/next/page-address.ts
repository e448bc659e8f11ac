import { headers } from 'next/headers';

/**
 * The header with which proxy.ts tells a layout its page, because Next gives layouts no query. An incoming header of
 * this name is removed.
 */
export const addressHeader = 'x-signet-address';

/** Next shows the same page if the address ends with a slash. Addresses that are made from it must have one spelling. */
export function pagePath(pathname: string): string {
  return pathname === '/' ? pathname : pathname.replace(/\/$/, '');
}

/** The path and query of the page that is being rendered. */
export async function pageAddress(): Promise<{ readonly path: string; readonly query: string }> {
  const address = (await headers()).get(addressHeader) ?? '/';
  const mark = address.indexOf('?');
  return mark === -1 ? { path: address, query: '' } : { path: address.slice(0, mark), query: address.slice(mark + 1) };
}
