import { headers } from 'next/headers';

/** Where proxy.ts tells a layout, which Next gives no query, which page it is for. An incoming one does not get here. */
export const addressHeader = 'x-signet-address';

/** The path and query of the page that is being rendered. */
export async function pageAddress(): Promise<{ readonly path: string; readonly query: string }> {
  const address = (await headers()).get(addressHeader) ?? '/';
  const mark = address.indexOf('?');
  return mark === -1 ? { path: address, query: '' } : { path: address.slice(0, mark), query: address.slice(mark + 1) };
}
