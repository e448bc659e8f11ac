import { z } from 'zod';
import { toArea } from '#lib/interactions/area-address';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { sealCookie, unsealCookie } from '#lib/sessions/sealed-cookie';
import type { Settings } from '#lib/settings/settings';
import type { Principal } from '../access/principal';

/** The lists whose links lead back to where the person left them. */
const lists: readonly string[] = [
  '/admin/clients',
  '/admin/scopes',
  '/admin/agents',
  '/admin/users',
  '/admin/groups',
  '/admin/providers',
  '/admin/tenants',
  '/admin/audit',
  '/admin/history',
  '/admin/debug/requests',
];

const name = 'signet-lists';
const purpose = 'admin lists';

/** Browsers store 4,096 bytes for a cookie. Sealed, these characters have about 3,700. Longer values are dropped. */
const maximumLength = 2400;

const remembered = z.object({ sid: z.string(), addresses: z.array(z.string()).max(lists.length) });

type Owner = Pick<Principal, 'sid'>;

/**
 * The latest addresses of the lists in this session, by path, with the most recent last. Only parameters that a list
 * knows are kept. The session is part of the cookie, so no other person in the same browser can read it.
 */
export async function readLastAddresses(
  cookieHeader: string | undefined,
  { sid }: Owner,
  settings: Settings,
): Promise<ReadonlyMap<string, string>> {
  const value = readCookie(cookieHeader, cookieName(name, settings));
  const read = value === null ? null : remembered.safeParse(await unsealCookie(value, settings.secret, purpose));
  if (!read?.success || read.data.sid !== sid) return new Map();
  return new Map(
    read.data.addresses.flatMap((stored) => {
      const address = toArea(stored, '/admin/sign-in');
      return lists.includes(pathOf(address)) ? [[pathOf(address), address]] : [];
    }),
  );
}

/**
 * The Set-Cookie value that remembers the address of a list.
 * @param address path and query of the page that is shown
 * @returns null if the page is not a list, or nothing changed
 */
export async function rememberAddress(
  address: string,
  former: ReadonlyMap<string, string>,
  { sid }: Owner,
  settings: Settings,
): Promise<string | null> {
  const shown = toArea(address, '/admin/sign-in');
  const path = pathOf(shown);
  if (!lists.includes(path) || (former.get(path) ?? path) === shown) return null;
  const others = [...former.values()].filter((other) => pathOf(other) !== path);
  const addresses = latestOf(shown === path ? others : [...others, shown]);
  const value = await sealCookie({ sid, addresses }, settings.secret, purpose);
  return writeCookie(name, value, addresses.length === 0 ? 0 : null, settings);
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}

/** As many of the last addresses as fit in a cookie. */
function latestOf(addresses: readonly string[]): readonly string[] {
  let room = maximumLength;
  const kept: string[] = [];
  for (const address of addresses.toReversed()) {
    if (address.length > room) continue;
    room -= address.length;
    kept.unshift(address);
  }
  return kept;
}
