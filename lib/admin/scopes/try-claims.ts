import type { Client } from '#lib/clients/client';
import { issuingOf } from '#lib/protocol/issuing';
import { stillAllowed } from '#lib/protocol/scope';
import { accessTokenPayload, type Subject } from '#lib/tokens/access-token';
import { claimsOfScopes, scopesOfType } from '#lib/tokens/claims';
import { idTokenPayload } from '#lib/tokens/id-token';
import type { User } from '#lib/users/user';
import { findUserByUsername } from '#lib/users/user-store';
import { acrOfLevel } from '#lib/vocabulary/acr-levels';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import type { AdminContext } from '../admin-context';
import { readTyped } from '../pick/find-picks';
import { type Query, textOf } from '../query';

/** The query of the preview. */
export type TryQuery = {
  readonly client: string | null;
  /** A username. Null for a client that acts for itself. */
  readonly user: string | null;
  /** Scope names, separated by spaces. Null for every scope that the client may ask for. */
  readonly scope: string | null;
};

export type TryResult = {
  readonly granted: readonly string[];
  /** Requested but not granted: not allowed for the client, disabled, or unknown. */
  readonly dropped: readonly string[];
  readonly accessToken: Readonly<Record<string, unknown>>;
  /** Null if no ID token is issued: without `openid`, or without a person. */
  readonly idToken: Readonly<Record<string, unknown>> | null;
  readonly userinfo: Readonly<Record<string, unknown>> | null;
};

export type TryProblem = 'unknown_client' | 'unknown_user' | 'no_user' | 'no_scope';

export function readTryQuery(query: Query): TryQuery {
  return { client: readTyped(query, 'client'), user: readTyped(query, 'user'), scope: textOf(query, 'scope', 2000) };
}

/**
 * The claims in the tokens for this client, person and scopes. The functions that issue tokens make them. Nothing is
 * signed or stored.
 * @returns null if the query is empty
 */
export async function tryClaims(
  admin: AdminContext,
  asked: TryQuery,
): Promise<{ readonly problem: TryProblem } | { readonly result: TryResult } | null> {
  if (asked.client === null) return null;
  const client = admin.snapshot.clients.get(asked.client);
  if (client === undefined) return { problem: 'unknown_client' };
  const user = asked.user === null ? null : await findUserByUsername(admin.db, asked.user);
  if (user === null && asked.user !== null) return { problem: 'unknown_user' };
  const wanted = asked.scope === null ? client.scope : [...new Set(asked.scope.split(/\s+/))];
  const allowed = stillAllowed(admin.snapshot, client, wanted);
  const granted = allowed.filter((name) => user !== null || isForClient(admin, name));
  if (granted.length === 0) return { problem: user === null && allowed.length > 0 ? 'no_user' : 'no_scope' };
  const dropped = wanted.filter((name) => !granted.includes(name));
  return { result: { granted, dropped, ...claimsFor(admin, { client, user, scope: granted }) } };
}

/** A client that acts for itself gets resource scopes only (RFC 6749 §4.4). */
function isForClient({ snapshot }: AdminContext, name: string): boolean {
  return snapshot.scopes.get(name)?.type === 'resource';
}

type Tried = { readonly client: Client; readonly user: User | null; readonly scope: readonly string[] };

/** A placeholder for values that only exist in a real sign-in. */
const placeholder = 'EXAMPLE';

function claimsFor(admin: AdminContext, { client, user, scope }: Tried): Omit<TryResult, 'granted' | 'dropped'> {
  const issuing = issuingOf(admin);
  const subject = user === null ? null : subjectOf(user, client, admin.now);
  const accessToken = {
    ...accessTokenPayload({ client, confirmation: null, scope, subject }, issuing),
    jti: placeholder,
  };
  if (user === null || subject === null || !scope.includes('openid')) {
    return { accessToken, idToken: null, userinfo: null };
  }
  const content = {
    client,
    subject,
    scope,
    nonce: null,
    accessToken: placeholder,
    code: null,
    stateHash: null,
    from: 'token_endpoint',
  } as const;
  const identity = scopesOfType(admin.snapshot.scopes, scope, 'identity');
  return {
    accessToken,
    idToken: { ...idTokenPayload(content, issuing), at_hash: placeholder },
    userinfo: { ...claimsOfScopes(user, identity), sub: user.sub },
  };
}

function subjectOf(user: User, { tenant }: Client, now: Date): Subject {
  const { sub } = user;
  const authentication = { sub, sid: placeholder, authTime: now, amr: ['pwd'], idp: 'local', acr: acrOfLevel[1] };
  return { grantId: placeholder, authentication, person: user, releasedByName: noNamedClaims, tenant };
}
