import { recordEvent } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { createIdAt } from '#lib/crypto/random';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import type { Authentication } from '#lib/tokens/grant';
import { createGrant } from '#lib/tokens/grant-store';
import type { User } from '#lib/users/user';
import { recordSignIn } from '#lib/users/user-store';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { administers, isTooWeakFor } from '../administration';
import { type ClientProof, spendProof } from '../dpop/spend-proof';
import { invalidGrant } from '../oauth-error';
import { type TokenResponse, tokenTypeOf } from './grant-handler';
import { issueForUser } from './issue-for-user';

type NewGrant = {
  readonly client: Client;
  /** The proof of the token request. */
  readonly proof: ClientProof;
  readonly clientAddress: string;
  /** The name in the audit log for the way in which the person authenticated. */
  readonly via: string;
  /** A person whose account is enabled. */
  readonly user: User;
  /** The tenant of the sign-in. By default the client's own. */
  readonly tenant?: string | null;
  /** How the person was authenticated just now. */
  readonly authentication: Pick<Authentication, 'amr' | 'idp'> & Partial<Pick<Authentication, 'acr'>>;
  /** What the person showed just now. Without proofs, the scope cannot include one that administers. */
  readonly proofs?: readonly Proof[];
  /** The granted scope, and the part of it for the access token. The rest can be requested with a refresh. */
  readonly scope: readonly string[];
  readonly tokenScope: readonly string[];
  /** What bounds the access token: see Target. */
  readonly resources?: readonly string[];
};

/**
 * Grants a client access for a person without a browser, and issues the tokens: an access token, and a refresh token if
 * offline_access is in the scope. There is no session and therefore no `sid`. There is no ID token either, but a
 * refresh returns one. The audit log gets an event, because a person authenticated.
 * @throws invalid_grant if no scope is left, the person may not sign in under the tenant, or what they showed is too weak
 * for a scope that administers, or the client was deleted or its access ended after the configuration was read
 */
export async function issueNewGrant(granted: NewGrant, context: Context): Promise<TokenResponse> {
  const { client, proof, clientAddress: address, via, user, proofs = [], scope, tokenScope, resources = [] } = granted;
  const { now, db, requestId, snapshot } = context;
  const authentication = { acr: null, ...granted.authentication, sub: user.sub, sid: null, authTime: now };
  const grant = {
    id: createIdAt(now),
    clientId: client.clientId,
    scope,
    resources: [],
    authentication,
    namedClaims: noNamedClaims,
    offlineImplied: false,
    tenant: granted.tenant ?? client.tenant,
  };
  if (administers(scope)) {
    const factors = await findPersonFactors(db, user.sub);
    if (isTooWeakFor(scope, { authTime: now, proofs, factors }, context))
      throw invalidGrant('administration_by_browser');
  }
  const proven = await spendProof({ client, proof }, context);
  const { amr, idp } = granted.authentication;
  const details = { amr, idp, via };
  const event = { type: 'sign_in.succeeded', person: user, client, address, requestId, details } as const;
  const issue = { ...proven, grant: { ...grant, revokedAt: null, user }, scope: tokenScope, resources };
  const first = [
    recordSignIn(user, now),
    recordEvent(personEvent(event), now),
    createGrant(grant, { now, expiresAt: now, revision: snapshot.revision }),
  ];
  const issued = await issueForUser({ ...issue, refreshToken: 'first' }, first, context);
  // The account was disabled or got another password after the check, so nothing may be issued any more (security #104).
  if (issued === 'account_changed') throw invalidGrant('wrong_credentials', { reason: 'the account changed' });
  if (issued === 'access_ended') throw invalidGrant('grant_invalid', { reason: 'the access of the client ended' });
  const { accessToken, refreshToken } = issued;
  return {
    access_token: accessToken,
    token_type: tokenTypeOf(proven.confirmation),
    expires_in: client.accessTokenLifetimeSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: issued.scope.join(' '),
  };
}
