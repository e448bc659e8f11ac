import { isSameResource, urisOf } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import { apisOf } from '#lib/scopes/audience';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { invalidTarget } from './oauth-error';
import { findAllowedScope, offlineAccess } from './scope';

/** What a grant or a token is for (decision 024). */
export type Target = {
  readonly scope: readonly string[];
  /** The names of APIs and plain scopes that bound it. If empty, all of its scope do, except APIs that must be named. */
  readonly resources: readonly string[];
};

type Configuration = Pick<Snapshot, 'apis' | 'scopes'>;

/** What a value of the parameter `resource` means among some scopes. */
type Named = { readonly resources: readonly string[]; readonly scopes: readonly string[] };

/**
 * Limits a scope to the requested resources (RFC 8707 §2). Their scopes stay, and so do identity scopes and
 * offline_access. It never adds anything. The authorization endpoint keeps the result with the grant.
 * @param asked names of APIs or resource scopes, or their URIs; an empty list leaves the scope unchanged
 * @throws invalid_target for an unknown resource, and if no scope of a resource is left
 */
export function readTarget(
  scope: readonly string[],
  asked: readonly string[],
  client: Client,
  snapshot: Configuration,
): Target {
  return asked.length === 0 ? { scope, resources: [] } : narrow({ scope, resources: [] }, asked, client, snapshot);
}

/**
 * What one access token is for. Without a resource in the request, what the grant keeps counts as named.
 * @param granted the scope of the token, and what bounds its grant
 * @throws invalid_target for anything beyond what the grant keeps, and if no scope is left for the token
 */
export function aimToken(
  granted: Target,
  asked: readonly string[] | undefined,
  client: Client,
  snapshot: Configuration,
): Target {
  const isNamed = (asked?.length ?? 0) + granted.resources.length > 0;
  return withAudience(isNamed ? narrow(granted, asked ?? [], client, snapshot) : granted, snapshot);
}

/**
 * Leaves out the resource scopes that are for no API here. Every token of a person passes it, whatever its grant did.
 * @throws invalid_target if no scope is left
 */
export function withAudience({ scope, resources }: Target, configuration: Configuration): Target {
  const left = scopeFor({ scope, resources }, configuration);
  if (left.length === scope.length || left.some((name) => name !== offlineAccess)) return { scope: left, resources };
  throw invalidTarget('resource_needed', { received: scope.join(' ') });
}

/** The scope of a token without what is for no API here. Pure. */
export function scopeFor({ scope, resources }: Target, { scopes }: Pick<Snapshot, 'scopes'>): readonly string[] {
  return scope.filter((name) => {
    const known = scopes.get(name);
    return known === undefined || known.apis.length === 0 || apisOf(known, resources).length > 0;
  });
}

function narrow({ scope, resources: kept }: Target, asked: readonly string[], client: Client, snapshot: Configuration) {
  const known = scope.flatMap((name) => {
    const found = findAllowedScope(snapshot, client, name);
    return found?.type === 'resource' ? [found] : [];
  });
  const bound = new Set(kept.flatMap((name) => findNamed(known, name)?.resources ?? []));
  // Names that are gone are passed over.
  if (kept.length > 0 && bound.size === 0) throw invalidTarget('resource_gone', { received: kept.join(' ') });
  const [names, wanted] = [new Set<string>(), new Set<string>()];
  for (const value of asked.length > 0 ? asked : bound) {
    const found = findNamed(known, value);
    const within = found?.resources.filter((name) => bound.size === 0 || bound.has(name)) ?? [];
    if (found === null || within.length === 0) {
      throw invalidTarget('resource_unavailable', { received: value, registered: known.map(({ name }) => name) });
    }
    for (const name of within) names.add(name);
    for (const name of found.scopes) wanted.add(name);
  }
  const alone = [...names].find((name) => snapshot.apis.get(name)?.resourceIndicatorRequired);
  if (alone !== undefined && names.size > 1) throw invalidTarget('resource_alone', { name: alone });
  return {
    scope: scope.filter((name) => wanted.has(name) || snapshot.scopes.get(name)?.type !== 'resource'),
    resources: [...names],
  };
}

/**
 * What a value of the parameter `resource` means: an API, by name or URI; otherwise a scope with all its APIs, by name, or
 * plain scopes by their URI.
 * @param scopes the resource scopes that it may mean
 * @returns null if it means none, and for a scope whose APIs must all be named themselves
 */
export function findNamed(scopes: readonly Scope[], asked: string): Named | null {
  const api = scopes
    .flatMap(({ apis }) => apis)
    .find((one) => one.name === asked || urisOf(one).some((uri) => isSameResource(uri, asked)));
  if (api !== undefined) {
    return { resources: [api.name], scopes: namesOf(scopes.filter(({ apis }) => apis.includes(api))) };
  }
  const found = scopes.filter(
    ({ name, resource, apis }) =>
      name === asked || (apis.length === 0 && resource !== null && isSameResource(resource, asked)),
  );
  const resources = found.flatMap((scope) => (scope.apis.length === 0 ? [scope.name] : namesOf(apisOf(scope, []))));
  return resources.length === 0 ? null : { resources, scopes: namesOf(found) };
}

function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}
