import type { Scope } from './scope';

/** The possible contents of `aud` in access tokens for an API. */
export const audiences = ['name', 'resource'] as const;

/** The `aud` of access tokens for an API (RFC 9068 §2.2): its name, or its resource URI (RFC 8707 §2). */
export function audienceOf({ name, resource, audience }: Pick<Scope, 'name' | 'resource' | 'audience'>): string {
  return audience === 'resource' && resource !== null ? resource : name;
}
