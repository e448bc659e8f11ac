import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { createIdAt } from '#lib/crypto/random';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Subject } from '#lib/tokens/access-token';
import type { NewGrant } from '#lib/tokens/grant';
import { acrOf } from '../asked-level';
import { accessDenied, type OAuthError } from '../oauth-error';
import { release } from '../release';
import { requestTenant } from '../request-tenant';
import { offlineAccess } from '../scope';
import type { Allowed } from './asked-claims';

/** A request that a person allowed, with the session for the answer. */
export type AllowedRequest = {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly session: SessionWithUser;
  /** The granted scope: the requested one, or the part that the person allowed. */
  readonly allowed: Allowed;
};

/** The grant and the parts that tokens are built from. */
export type DraftGrant = {
  readonly grant: NewGrant;
  readonly subject: Subject;
  /** The part of the granted scope that may be released. */
  readonly scope: readonly string[];
};

/**
 * Prepares the grant of an allowed request. Nothing is written.
 * @returns the error for the client if nothing may be released any more
 */
export function draftGrant(
  { request, client, session, allowed }: AllowedRequest,
  context: Pick<Context, 'snapshot' | 'now'>,
): DraftGrant | OAuthError {
  const { snapshot, now } = context;
  const offlineImplied = allowed.scope.includes(offlineAccess) && !request.scope.includes(offlineAccess);
  const authentication = { ...session, acr: acrOf(session.proofs, { request, client, portal: snapshot.portal }) };
  const grant = {
    id: createIdAt(now),
    clientId: client.clientId,
    scope: allowed.scope,
    resources: request.resources.filter((name) => hasScope(name, allowed.scope, snapshot)),
    authentication,
    namedClaims: allowed.claims,
    offlineImplied,
    tenant: requestTenant({ client, acrValues: request.acrValues }, snapshot)?.name ?? null,
  };
  const { id: grantId, tenant } = grant;
  const released = release({ granted: grant, client, person: session.user, scope: grant.scope }, context);
  // The configuration changed after the person was asked.
  if ('withheld' in released && released.withheld === 'the person may not use the client') {
    return accessDenied('no_access', { person: session.sub });
  }
  if ('withheld' in released) return accessDenied('nothing_to_release', { reason: released.withheld });
  const subject = { grantId, authentication, person: session.user, releasedByName: released.claims, tenant };
  const scope = offlineImplied ? released.scope.filter((name) => name !== offlineAccess) : released.scope;
  return { grant, subject, scope };
}

/** Whether the grant has a scope for a named resource. What the person left out does not bound the rest. */
function hasScope(
  resource: string,
  scope: readonly string[],
  { scopes }: Pick<Context['snapshot'], 'scopes'>,
): boolean {
  return scope.some((name) => name === resource || scopes.get(name)?.apis.some((api) => api.name === resource));
}
