import { cache } from 'react';

/** One for each page that is rendered. */
const holder = cache((): { addresses: ReadonlyMap<string, string> } => ({ addresses: new Map() }));

/** The address of a list as this browser last saw it, with its search, filters and place. */
export function lastAddress(path: string): string {
  return holder().addresses.get(path) ?? path;
}

/** Sets them for the page, before its content is rendered. */
export function setLastAddresses(addresses: ReadonlyMap<string, string>): void {
  holder().addresses = addresses;
}
