import type { Client } from '#lib/clients/client';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { protocolClaims } from '#lib/vocabulary/claims';
import type { NamedClaims } from '#lib/vocabulary/requested-claims';
import { homeScope } from '../release';
import { getResponseType } from '../response-types';
import { mayAskForOffline, offlineAccess, stillAllowed } from '../scope';

/** A claim that a request asks for by name. */
export type AskedClaim = {
  readonly claim: string;
  /** The first of the client's scopes that includes it. */
  readonly scope: string;
  /** The request does not ask for that scope, so the person decides about the claim separately. */
  readonly isAlone: boolean;
};

type Asking = Pick<AuthorizationRequest, 'scope' | 'responseType' | 'claims'>;

/**
 * The claims in a request's `claims` parameter that the client may get now (OpenID Connect Core §5.5): those that one
 * of its scopes includes.
 */
export function askedClaims(
  { scope, claims }: Asking,
  client: Client,
  snapshot: Pick<Snapshot, 'scopes'>,
): readonly AskedClaim[] {
  // Both the ID token and UserInfo need openid.
  if (!scope.includes('openid')) return [];
  return [...new Set([...claims.idToken, ...claims.userinfo])].flatMap((claim) => {
    const home = protocolClaims.has(claim) ? null : homeScope(claim, client, snapshot);
    return home === null ? [] : [{ claim, scope: home, isAlone: !scope.includes(home) }];
  });
}

/** What a person allows a client. */
export type Allowed = { readonly scope: readonly string[]; readonly claims: NamedClaims };

/** Grants everything in a request that the client may still have. The person need not be asked, or was asked before. */
export function allowAll(request: Asking, client: Client, snapshot: Pick<Snapshot, 'scopes'>): Allowed {
  const scope = stillAllowed(snapshot, client, askedScope(request, client));
  return allow(request, { scope, claims: 'all' }, { client, snapshot });
}

/**
 * Grants what a person selected.
 * @param answer the selected scopes and single claims
 */
export function allow(
  request: Asking,
  answer: { readonly scope: readonly string[]; readonly claims: readonly string[] | 'all' },
  { client, snapshot }: { readonly client: Client; readonly snapshot: Pick<Snapshot, 'scopes'> },
): Allowed {
  const isTicked = (claim: string) => answer.claims === 'all' || answer.claims.includes(claim);
  const allowed = askedClaims(request, client, snapshot).filter(({ claim, scope, isAlone }) =>
    isAlone ? isTicked(claim) : answer.scope.includes(scope),
  );
  const under = Object.fromEntries(allowed.map(({ claim, scope }) => [claim, scope]));
  const kept = (names: readonly string[]) => names.filter((name) => Object.hasOwn(under, name));
  const { idToken, userinfo } = request.claims;
  return { scope: answer.scope, claims: { idToken: kept(idToken), userinfo: kept(userinfo), under } };
}

/**
 * The scope that a person is asked for. If a self-registered client has the grant `refresh_token`, this includes
 * `offline_access`. Such programs do not know the scope, and would otherwise send the person to sign in again for every
 * token.
 */
export function askedScope(
  { scope, responseType }: Pick<AuthorizationRequest, 'scope' | 'responseType'>,
  client: Pick<Client, 'selfRegistered' | 'grantTypes' | 'scope' | 'agentScope'>,
): readonly string[] {
  const hasGrant = client.selfRegistered && client.grantTypes.has('refresh_token');
  const isImplied = hasGrant && mayAskForOffline(client) && getResponseType(responseType).returns.code;
  return isImplied && !scope.includes(offlineAccess) ? [...scope, offlineAccess] : scope;
}
