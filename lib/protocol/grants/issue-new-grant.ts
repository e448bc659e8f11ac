import type { Client } from '#lib/clients/client';
import { createId } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import type { Authentication } from '#lib/tokens/grant';
import { createGrant } from '#lib/tokens/grants/store';
import type { User } from '#lib/users/user';
import { noRequestedClaims } from '#lib/vocabulary/requested-claims';
import type { Context } from '../context';
import type { TokenResponse } from './grant-handler';
import { issueForUser } from './issue-for-user';

type NewGrant = {
  readonly client: Client;
  /** A person whose account is enabled. */
  readonly user: User;
  /** How we know that it is this person, now. */
  readonly authentication: Pick<Authentication, 'amr' | 'idp'>;
  /** What is granted, and what of it the access token carries; the rest waits for a refresh. */
  readonly scope: readonly string[];
  readonly tokenScope: readonly string[];
};

/**
 * Grants a client access for a person without a browser and issues the tokens: an access token, and a refresh token
 * when offline_access is in the scope. There is no session, so no `sid`; and no ID token, which comes with a refresh.
 * @throws invalid_grant when no scope is left
 */
export async function issueNewGrant(granted: NewGrant, context: Context): Promise<TokenResponse> {
  const { client, user, scope, tokenScope } = granted;
  const { now, db } = context;
  const authentication = { ...granted.authentication, sub: user.sub, sid: null, authTime: now, acr: null };
  const grant = {
    id: createId(),
    clientId: client.clientId,
    scope,
    authentication,
    requestedClaims: noRequestedClaims,
  };
  const person = { enabled: user.enabled, claims: JSON.stringify(user.claims) };
  const {
    accessToken,
    refreshToken,
    scope: issued,
  } = await transaction(db, async (tx) => {
    await createGrant(tx, grant, { now, expiresAt: now });
    const issue = { client, grant: { ...grant, revokedAt: null, user: person }, scope: tokenScope };
    return issueForUser(tx, { ...issue, refreshToken: 'first' }, context);
  });
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: client.accessTokenLifetimeSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: issued.join(' '),
  };
}
