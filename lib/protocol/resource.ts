import type { Client } from '#lib/clients/client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { invalidTarget } from './oauth-error';
import { findAllowedScope } from './scope';

/**
 * Limits a scope to the requested resources (RFC 8707 §2): resource scopes of those stay, and so do identity scopes and
 * offline_access. The audience of an access token follows from its scope. At the authorization endpoint this limits the
 * grant, at the token endpoint one access token; it never adds anything.
 * @param asked URIs or names of resource scopes; none leaves the scope unchanged
 * @throws invalid_target for an unknown one, and if no scope of one is left
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
    // Compared as registered: an absolute URI without fragment, or a name.
    const named = resources.filter((known) => known.resource === resource || known.name === resource);
    if (named.length === 0)
      throw invalidTarget('resource_unavailable', {
        received: resource,
        registered: resources.map((known) => known.name),
      });
    for (const { name } of named) wanted.add(name);
  }
  return scope.filter((name) => wanted.has(name) || snapshot.scopes.get(name)?.type !== 'resource');
}
