import type { Scope } from './scope';

/** What the `aud` of access tokens for an API may hold. */
export const audiences = ['name', 'resource'] as const;

/** What the `aud` of access tokens for an API holds (RFC 9068 §2.2): its name, or its resource URI (RFC 8707 §2). */
export function audienceOf({ name, resource, audience }: Pick<Scope, 'name' | 'resource' | 'audience'>): string {
  return audience === 'resource' && resource !== null ? resource : name;
}
