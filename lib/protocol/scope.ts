import type { Client } from '#lib/clients/client';
import { isOpen } from '#lib/scopes/open-scope';
import type { Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { invalidScope } from './oauth-error';

export const offlineAccess = 'offline_access';

/** NQCHAR of RFC 6749 §3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Splits a scope parameter at single spaces, without duplicates.
 * @throws invalid_scope when a token breaks the grammar of RFC 6749 §3.3
 */
export function parseScope(value: string): string[] {
  const tokens = value.split(' ');
  for (const token of tokens) if (!scopeToken.test(token)) throw invalidScope('scope_malformed');
  return [...new Set(tokens)];
}

/**
 * The registered, enabled scope of this name that the client may ask for; null otherwise. offline_access has no record. The
 * scope of a client that registered itself is its default and not its bound: it may ask for everything that is open, unless
 * an operator limited it.
 */
export function findAllowedScope(snapshot: Pick<Snapshot, 'scopes'>, client: Client, name: string): Scope | null {
  const scope = snapshot.scopes.get(name);
  if (!scope?.enabled || isBeyondLimit(client, name)) return null;
  return client.scope.includes(name) || (client.selfRegistered && isOpen(scope)) ? scope : null;
}

type Limited = Pick<Client, 'selfRegistered' | 'agentScope'>;

/** An operator may limit the scopes of a client that nobody vouches for. */
function isBeyondLimit({ selfRegistered, agentScope }: Limited, name: string): boolean {
  return selfRegistered && agentScope.length > 0 && !agentScope.includes(name);
}

/** Whether the client may be granted access while the person is away (OpenID Connect Core §11). */
export function mayAskForOffline(client: Limited & Pick<Client, 'scope'>): boolean {
  if (isBeyondLimit(client, offlineAccess)) return false;
  return client.selfRegistered || client.scope.includes(offlineAccess);
}

/** Whether the client may ask for the scope, or for offline_access. */
export function mayAskFor(snapshot: Pick<Snapshot, 'scopes'>, client: Client, name: string): boolean {
  return name === offlineAccess ? mayAskForOffline(client) : findAllowedScope(snapshot, client, name) !== null;
}

/** The names of the registered scopes that the client may ask for, its own first. */
export function scopesOf(snapshot: Pick<Snapshot, 'scopes'>, client: Client): readonly string[] {
  // Only an agent may ask for scopes that are not its own, and an installation may have thousands.
  const names = client.selfRegistered ? [...client.scope, ...snapshot.scopes.keys()] : client.scope;
  return [...new Set(names)].filter((name) => findAllowedScope(snapshot, client, name) !== null);
}

/** What is left of a granted scope under the client's current configuration, in the granted order. */
export function stillAllowed(snapshot: Pick<Snapshot, 'scopes'>, client: Client, scope: readonly string[]): string[] {
  return scope.filter((name) => mayAskFor(snapshot, client, name));
}

/**
 * The scopes of a request for tokens without a browser (interface §4.2): those asked for, or all that the client is
 * explicitly allowed when it asks for none.
 * @param accepts whether this grant can give the scope at all; others are refused, or left out of the default
 * @throws invalid_scope for one that is unknown, disabled, not allowed or not accepted, and when none is left
 */
export function requestedScope(
  snapshot: Pick<Snapshot, 'scopes'>,
  client: Client,
  asked: string | undefined,
  accepts: (name: string, scope: Scope | null) => boolean,
): string[] {
  const usable = (name: string) => {
    const scope = findAllowedScope(snapshot, client, name);
    return mayAskFor(snapshot, client, name) && accepts(name, scope);
  };
  const scope = asked === undefined ? client.scope.filter(usable) : parseScope(asked);
  if (scope.length === 0) throw invalidScope('scope_empty', { registered: client.scope });
  for (const name of scope) {
    if (!usable(name)) throw invalidScope('scope_unavailable', { name, received: name, registered: client.scope });
  }
  return scope;
}

/**
 * As requestedScope(), for tokens of a person: identity scopes need openid (semantics §2.6, §4.1).
 * @throws invalid_scope as well for identity scopes without it; the default leaves them out
 */
export function requestedUserScope(
  snapshot: Pick<Snapshot, 'scopes'>,
  client: Client,
  asked: string | undefined,
): string[] {
  const wanted = asked === undefined ? client.scope : parseScope(asked);
  const hasOpenid = wanted.includes('openid') && findAllowedScope(snapshot, client, 'openid') !== null;
  return requestedScope(snapshot, client, asked, (_, scope) => scope?.type !== 'identity' || hasOpenid);
}
