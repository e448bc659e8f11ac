import { camelCase } from '#lib/vocabulary/keys';
import { includesProfile, type SecurityProfile, stricter } from '#lib/vocabulary/security-profile';
import type { Allowed, SettingLock, SettingTable } from '#lib/vocabulary/setting';
import { applicationTypeOf } from '../redirect-uri';
import { clientSettings } from '../settings';

/** A requirement of a profile, with the key of its setting and the value of a client that does not set it. */
export type Lock = SettingLock & { readonly key: string; readonly preset: unknown };

const settings: SettingTable = clientSettings;

/** The settings that the profiles lock, in the order of the configuration's keys. */
export const locks: readonly Lock[] = Object.entries(settings).flatMap(([key, { schema, lock }]) =>
  lock === undefined ? [] : [{ ...lock, key, preset: schema.safeParse(undefined).data }],
);

/** The requirements of a profile. */
export function locksOf(profile: SecurityProfile): readonly Lock[] {
  return locks.filter(({ from }) => includesProfile(profile, from));
}

/** The part of a client that a profile reads. Locked settings are found by name. */
export type Lockable = Parameters<typeof applicationTypeOf>[0] & { readonly securityProfile: SecurityProfile };

/** A value that a profile does not allow, and its place. */
type Contradiction = {
  readonly path: readonly (string | number)[];
  readonly lock: Lock;
  readonly profile: SecurityProfile;
};

/**
 * The settings in force: those of the client, as far as its profile and the portal's allow them. Settings that are not
 * set take the value of the profile. Stored values that the profile does not allow have no effect.
 */
export function lockClient<Client extends Lockable>(client: Client, portal: SecurityProfile): Client {
  const securityProfile = stricter(client.securityProfile, portal);
  const locked = locksFor(client, securityProfile).map((lock) => {
    const name = camelCase(lock.key);
    return [name, inForce(lock, Reflect.get(client, name), client)] as const;
  });
  return locked.length === 0 ? client : { ...client, ...Object.fromEntries(locked), securityProfile };
}

function locksFor(client: Lockable, profile: SecurityProfile): readonly Lock[] {
  if (profile === 'none') return [];
  return locksOf(profile).filter(
    ({ unless }) => unless === undefined || Reflect.get(client, camelCase(unless)) !== true,
  );
}

function inForce({ allows }: Lock, value: unknown, client: Lockable): unknown {
  if ('oneOf' in allows) return allows.oneOf.some((allowed) => allowed === value) ? value : allows.oneOf[0];
  if ('atMost' in allows) return Math.min(Number(value), allows.atMost);
  if ('subsetOf' in allows && !Array.isArray(value)) return allows.subsetOf;
  return listOf(value).filter((item) => allowsItem(allows, item, client));
}

/**
 * The values that contradict the profile of a client or of the portal. A setting with its default value does not count
 * as set.
 */
export function findContradictions(client: Lockable, portal: SecurityProfile): Contradiction[] {
  const profile = stricter(client.securityProfile, portal);
  return locksFor(client, profile).flatMap((lock): Contradiction[] => {
    const { key, allows, preset } = lock;
    const value: unknown = Reflect.get(client, camelCase(key));
    if (value === preset) return [];
    if ('oneOf' in allows || 'atMost' in allows) {
      return inForce(lock, value, client) === value ? [] : [{ path: [key], lock, profile }];
    }
    return listOf(value).flatMap((item, index) =>
      allowsItem(allows, item, client) ? [] : [{ path: [key, index], lock, profile }],
    );
  });
}

/** RFC 8252 §7.3: the address of this machine, for a program on it. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/;

function allowsItem(
  allows: Extract<Allowed, { http: unknown } | { subsetOf: unknown }>,
  item: string,
  client: Lockable,
): boolean {
  if ('subsetOf' in allows) return allows.subsetOf.includes(item);
  return !item.startsWith('http:') || (loopback.test(item) && applicationTypeOf(client) === 'native');
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : [];
}
