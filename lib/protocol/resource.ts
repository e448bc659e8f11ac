import { isSameResource } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { invalidTarget } from './oauth-error';
import { findAllowedScope } from './scope';

/**
 * Limits a scope to the requested resources (RFC 8707 §2). Their resource scopes stay, and so do identity scopes and
 * offline_access. The audience of an access token follows from its scope. At the authorization endpoint this limits the
 * grant, at the token endpoint only one access token. It never adds anything.
 * @param asked URIs or names of resource scopes; an empty list leaves the scope unchanged
 * @throws invalid_target for an unknown resource, and if no scope of a resource is left
 */
export function narrowToResources(
  scope: readonly string[],
  asked: readonly string[] | undefined,
  client: Client,
  snapshot: Snapshot,
): readonly string[] {
  if (asked === undefined || asked.length === 0) return scope;
  const resources = scope.flatMap((name) => {
    const known = findAllowedScope(snapshot, client, name);
    return known?.type === 'resource' ? [known] : [];
  });
  const wanted = new Set<string>();
  for (const resource of asked) {
    for (const { name } of findResources(resources, resource)) wanted.add(name);
  }
  return scope.filter((name) => wanted.has(name) || snapshot.scopes.get(name)?.type !== 'resource');
}

/**
 * The resource scopes that a value of the parameter `resource` refers to, by URI or by name.
 * @throws invalid_target if there is none
 */
export function findResources(scopes: readonly Scope[], asked: string): readonly [Scope, ...Scope[]] {
  const [first, ...others] = scopes.filter(
    ({ name, resource }) => name === asked || (resource !== null && isSameResource(resource, asked)),
  );
  if (first !== undefined) return [first, ...others];
  throw invalidTarget('resource_unavailable', { received: asked, registered: scopes.map(({ name }) => name) });
}
