import { toArea } from '#lib/interactions/area-address';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';

/** The lists to which links lead back as they were left. */
const lists: readonly string[] = [
  '/admin/clients',
  '/admin/scopes',
  '/admin/users',
  '/admin/providers',
  '/admin/tenants',
  '/admin/audit',
  '/admin/history',
  '/admin/debug/requests',
];

const name = 'signet-lists';

/** A cookie has room for some 4,000 characters; of an address, what is longer is forgotten. */
const maximumQuery = 400;

/** The addresses of the lists as this browser saw them last, by their paths. Only parameters that a list knows stay. */
export function readLastAddresses(cookieHeader: string | undefined, settings: Settings): ReadonlyMap<string, string> {
  const known = new URLSearchParams(readCookie(cookieHeader, cookieName(name, settings)) ?? '');
  return new Map(
    lists.flatMap((path) => {
      const query = known.get(path) ?? '';
      return query === '' ? [] : [[path, toArea(`${path}?${query}`, '/admin/sign-in')]];
    }),
  );
}

/**
 * The Set-Cookie value that remembers where a list was left.
 * @param address path and query of the page that is shown
 * @returns null for a page that is no list, and where nothing is new
 */
export function rememberAddress(
  address: string,
  former: ReadonlyMap<string, string>,
  settings: Settings,
): string | null {
  const [path = '', query = ''] = address.split('?');
  if (!lists.includes(path) || (former.get(path) ?? path) === address) return null;
  const addresses = new Map([...former, [path, address]]);
  const kept = [...addresses].flatMap(([list, last]) => {
    const text = last.slice(list.length + 1);
    return text === '' || text.length > maximumQuery || (list === path && query === '') ? [] : [[list, text]];
  });
  return writeCookie(name, new URLSearchParams(kept).toString(), kept.length === 0 ? 0 : null, settings);
}
