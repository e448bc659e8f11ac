import { z } from 'zod';
import { toArea } from '#lib/interactions/area-address';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { sealCookie, unsealCookie } from '#lib/sessions/sealed-cookie';
import type { Settings } from '#lib/settings/settings';
import type { Principal } from '../access/principal';

/** The lists to which links lead back as they were left. */
const lists: readonly string[] = [
  '/admin/clients',
  '/admin/scopes',
  '/admin/agents',
  '/admin/users',
  '/admin/providers',
  '/admin/tenants',
  '/admin/audit',
  '/admin/history',
  '/admin/debug/requests',
];

const name = 'signet-lists';
const purpose = 'admin lists';

/** Browsers keep 4,096 bytes of a cookie; sealed, these characters are some 3,700. What is longer is forgotten. */
const maximumLength = 2400;

const remembered = z.object({ sid: z.string(), addresses: z.array(z.string()).max(lists.length) });

type Owner = Pick<Principal, 'sid'>;

/**
 * The addresses of the lists as this session saw them last, by their paths, the latest last. Only parameters that a
 * list knows stay. The session is part of the cookie, so no other person in the same browser can read it.
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
 * The Set-Cookie value that remembers where a list was left.
 * @param address path and query of the page that is shown
 * @returns null for a page that is no list, and where nothing is new
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

/** The last of them, as many as a cookie has room for. */
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
