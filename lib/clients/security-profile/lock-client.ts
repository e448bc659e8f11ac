import { camelCase } from '#lib/vocabulary/keys';
import { type SecurityProfile, stricter } from '#lib/vocabulary/security-profile';
import type { applicationTypeOf } from '../redirect-uri';
import { type Lock, locksOf } from './locks';

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
    const { key, allows, unset } = lock;
    const value: unknown = Reflect.get(client, camelCase(key));
    if (unset !== undefined && value === unset) return [];
    if ('oneOf' in allows || 'atMost' in allows) {
      return inForce(lock, value, client) === value ? [] : [{ path: [key], lock, profile }];
    }
    return listOf(value).flatMap((item, index) =>
      allowsItem(allows, item, client) ? [] : [{ path: [key, index], lock, profile }],
    );
  });
}

function allowsItem(
  allows: Extract<Lock['allows'], { every: unknown } | { subsetOf: unknown }>,
  item: string,
  client: Lockable,
): boolean {
  return 'every' in allows ? allows.every(item, client) : allows.subsetOf.includes(item);
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : [];
}
