import type { Client } from '#lib/clients/client';
import { isOpen, type Scope } from '#lib/scopes/scope';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { invalidScope } from './oauth-error';

export const offlineAccess = 'offline_access';

/** NQCHAR of RFC 6749 §3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** In characters, for a client that may have less than that (semantics §2.10). */
const usualLength = 300;

/**
 * Splits a scope parameter at single spaces, and removes duplicates.
 * @param mayHave the names that may be asked for, so that a request for all of them is not too long
 * @throws invalid_scope if a token violates the grammar of RFC 6749 §3.3, and if the parameter is too long
 */
export function parseScope(value: string, mayHave: () => readonly string[]): string[] {
  if (value.length > usualLength && value.length > mayHave().join(' ').length) throw invalidScope('scope_too_long');
  const tokens = value.split(' ');
  for (const token of tokens) if (!scopeToken.test(token)) throw invalidScope('scope_malformed');
  return [...new Set(tokens)];
}

/**
 * The names that a client may write in a request: its own. A self-registered program asks for everything that discovery
 * lists, and gets what it may have.
 */
export function writableScope(snapshot: Pick<Snapshot, 'scopes'>, client: Client): readonly string[] {
  return client.selfRegistered ? [...snapshot.scopes.keys(), offlineAccess] : client.scope;
}

/**
 * The enabled scope of this name, if the client may ask for it. Null otherwise, and for offline_access, which has no
 * record. The scope of a self-registered client is its default and not its limit: it may ask for every open scope,
 * unless an operator limited it. It stored the scopes that were open when it registered, so those do not count once they
 * are closed.
 */
export function findAllowedScope(snapshot: Pick<Snapshot, 'scopes'>, client: Client, name: string): Scope | null {
  const scope = snapshot.scopes.get(name);
  if (!scope?.enabled || isBeyondLimit(client, name)) return null;
  const isAllowed = client.selfRegistered ? isOpen(scope) : client.scope.includes(name);
  return isAllowed ? scope : null;
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
  // Only an agent may ask for scopes that are not its own. An installation may have thousands of scopes.
  const names = client.selfRegistered ? [...client.scope, ...snapshot.scopes.keys()] : client.scope;
  return [...new Set(names)].filter((name) => findAllowedScope(snapshot, client, name) !== null);
}

/** The part of a granted scope that the client's current configuration still allows, in the granted order. */
export function stillAllowed(snapshot: Pick<Snapshot, 'scopes'>, client: Client, scope: readonly string[]): string[] {
  return scope.filter((name) => mayAskFor(snapshot, client, name));
}

/**
 * The scopes of a token request without a browser (interface §4.2): the requested scopes, or by default all that the
 * client is explicitly allowed.
 * @param accepts whether this grant supports the scope at all; other scopes are refused, or left out of the default
 * @throws invalid_scope for a scope that is unknown, disabled, not allowed or not accepted, and if none is left
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
  const scope =
    asked === undefined ? client.scope.filter(usable) : parseScope(asked, () => writableScope(snapshot, client));
  if (scope.length === 0) throw invalidScope('scope_empty', { registered: client.scope });
  for (const name of scope) {
    if (!usable(name)) throw invalidScope('scope_unavailable', { name, received: name, registered: client.scope });
  }
  return scope;
}

/**
 * As requestedScope(), for tokens of a person: identity scopes need openid (semantics §2.6, §4.1).
 * @throws invalid_scope also for identity scopes without openid; the default leaves them out
 */
export function requestedUserScope(
  snapshot: Pick<Snapshot, 'scopes'>,
  client: Client,
  asked: string | undefined,
): string[] {
  const wanted = asked === undefined ? client.scope : parseScope(asked, () => writableScope(snapshot, client));
  const hasOpenid = wanted.includes('openid') && findAllowedScope(snapshot, client, 'openid') !== null;
  return requestedScope(snapshot, client, asked, (_, scope) => scope?.type !== 'identity' || hasOpenid);
}
