import type { Scope } from './scope';

/** The possible contents of `aud` in access tokens for an API. */
export const audiences = ['name', 'resource'] as const;

/** The `aud` of access tokens for an API (RFC 9068 §2.2): its name, or its resource URI (RFC 8707 §2). */
export function audienceOf({ name, resource, audience }: Pick<Scope, 'name' | 'resource' | 'audience'>): string {
  return audience === 'resource' && resource !== null ? resource : name;
}

const parts = /^([a-z][a-z0-9+.-]*:)(\/\/(?:[^/?#@]*@)?)?([^/?#]*)(.*)$/is;

/**
 * Compares resource URIs (RFC 8707 §2) with scheme and host in lower case, and without the final `/` of an empty path.
 * Programs parse and rebuild the address of an API, and this changes nothing else in it.
 */
export function isSameResource(one: string, other: string): boolean {
  return one === other || normalize(one) === normalize(other);
}

function normalize(uri: string): string {
  const [, scheme = '', start, host = '', rest = ''] = parts.exec(uri) ?? [];
  if (start === undefined) return uri;
  return scheme.toLowerCase() + start + host.toLowerCase() + (rest === '/' ? '' : rest);
}
