import type { StoredSecret } from '#lib/db/staged-rows';
import type { SigningAlg } from '#lib/keys/algorithms';
import type { Frozen } from '#lib/vocabulary/frozen';
import type { Role } from '#lib/vocabulary/role';
import type { Readability } from '#lib/vocabulary/stored-entry';
import type { ApiEntry } from './settings';

/** A resource server: an audience with scopes, secrets and claims. */
export type Api = Frozen<Omit<ApiEntry, 'secrets' | 'roles'>> &
  Readability & {
    readonly secrets: readonly (StoredSecret & { readonly createdAt: Date })[];
    readonly roles: readonly Role[];
  };

/** The algorithms for which an API needs a key of ours. */
export function algsOf({ accessTokenSigningAlg, introspectionSignedResponseAlg }: Api): readonly SigningAlg[] {
  return [accessTokenSigningAlg, introspectionSignedResponseAlg].filter((alg) => alg !== null);
}

const absoluteUri = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** The URIs that the parameter `resource` may give for an API (RFC 8707 §2): its own, and its name if it is a URI. */
export function urisOf({ name, resources }: Pick<Api, 'name' | 'resources'>): readonly string[] {
  return absoluteUri.test(name) ? [name, ...resources] : resources;
}

const parts = /^([a-z][a-z0-9+.-]*:)(\/\/(?:[^/?#@]*@)?)?([^/?#]*)(.*)$/is;

/**
 * Compares resource URIs (RFC 8707 §2) with scheme and host in lower case, and without the final `/` of an empty path.
 * Programs parse and rebuild the address of an API, and this changes nothing else in it.
 */
export function isSameResource(one: string, other: string): boolean {
  return one === other || resourceKey(one) === resourceKey(other);
}

/** The form in which resource URIs are compared. */
export function resourceKey(uri: string): string {
  const [, scheme = '', start, host = '', rest = ''] = parts.exec(uri) ?? [];
  if (start === undefined) return uri;
  return scheme.toLowerCase() + start + host.toLowerCase() + (rest === '/' ? '' : rest);
}
