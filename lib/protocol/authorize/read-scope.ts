import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { invalidScope, invalidTarget } from '../oauth-error';
import { findNamed } from '../resource';
import { findAllowedScope, mayAskFor } from '../scope';

type Snapshot = Pick<Context['snapshot'], 'scopes'>;

/**
 * The scopes that a request asks for (RFC 6749 §3.3, semantics §1.2 row 18).
 * @param named the names in the parameter `scope`; null if there is none
 * @param resources the parameter `resource`
 * @throws invalid_scope without a scope, and for one that the client may not have
 */
export function readScope(
  named: readonly string[] | null,
  resources: readonly string[],
  client: Client,
  snapshot: Snapshot,
): readonly string[] {
  if (client.selfRegistered) return readOpenScope(named, resources, client, snapshot);
  if (named === null) throw invalidScope('scope_missing', { registered: client.scope });
  for (const name of named) {
    if (!mayAskFor(snapshot, client, name)) {
      throw invalidScope('scope_not_allowed', { received: name, registered: client.scope });
    }
  }
  return named;
}

/**
 * Self-registered programs ask for everything that an API lists, or for nothing. Scopes that they may not have are left
 * out as long as another one remains, and the answer lists the granted ones.
 */
function readOpenScope(
  named: readonly string[] | null,
  resources: readonly string[],
  client: Client,
  snapshot: Snapshot,
): readonly string[] {
  if (named === null && resources.length === 0) return defaultScope(client, snapshot);
  const asked = named ?? scopesOfApis(resources, snapshot);
  const scope = asked.filter((name) => mayAskFor(snapshot, client, name));
  if (scope.length > 0) return scope;
  throw invalidScope('scope_not_open', { received: asked.join(' '), registered: client.scope });
}

/**
 * The default without the parameter: the registered scopes for the person's own data, or otherwise all registered
 * scopes.
 */
function defaultScope(client: Client, snapshot: Snapshot): readonly string[] {
  const known = client.scope.flatMap((name) => findAllowedScope(snapshot, client, name) ?? []);
  const identity = known.filter(({ type }) => type === 'identity');
  const scope = (identity.length > 0 ? identity : known).map(({ name }) => name);
  if (scope.length === 0) throw invalidScope('scope_missing', { registered: client.scope });
  return scope;
}

/** @throws invalid_target for an unknown resource */
function scopesOfApis(resources: readonly string[], { scopes }: Snapshot): string[] {
  const apis = [...scopes.values()].filter(({ type, enabled }) => enabled && type === 'resource');
  const named = resources.flatMap((asked) => {
    const found = findNamed(apis, asked);
    if (found === null) throw invalidTarget('resource_unavailable', { received: asked });
    return found.scopes;
  });
  return [...new Set(named)];
}
