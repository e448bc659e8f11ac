import type { Api } from '#lib/apis/api';
import type { Scope, ScopeRecord } from './scope';

/** The possible contents of `aud` in access tokens for a scope without an API. */
export const audiences = ['name', 'resource'] as const;

/** The `aud` of a plain scope (RFC 9068 §2.2): its name, or its resource URI (RFC 8707 §2). */
export function audienceOf({ name, resource, audience }: Pick<ScopeRecord, 'name' | 'resource' | 'audience'>): string {
  return audience === 'resource' && resource !== null ? resource : name;
}

/**
 * The APIs that a token with a scope is for.
 * @param named the APIs that the request or its grant names. If it names none, those that must be named are left out
 */
export function apisOf({ apis }: Pick<Scope, 'apis'>, named: readonly string[]): readonly Api[] {
  return apis.filter(({ name, resourceIndicatorRequired }) =>
    named.length === 0 ? !resourceIndicatorRequired : named.includes(name),
  );
}
