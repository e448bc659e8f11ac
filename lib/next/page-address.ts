import { headers } from 'next/headers';

/**
 * The header with which proxy.ts tells a layout its page, because Next gives layouts no query. An incoming header of
 * this name is removed.
 */
export const addressHeader = 'x-signet-address';

/** The path and query of the page that is being rendered. */
export async function pageAddress(): Promise<{ readonly path: string; readonly query: string }> {
  const address = (await headers()).get(addressHeader) ?? '/';
  const mark = address.indexOf('?');
  return mark === -1 ? { path: address, query: '' } : { path: address.slice(0, mark), query: address.slice(mark + 1) };
}
