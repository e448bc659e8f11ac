import type { Client } from '#lib/clients/client';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { issueAccessToken, type Subject } from '#lib/tokens/access-token';
import { parseClaims } from '#lib/tokens/claims';
import { absoluteEnd, refreshExpiry } from '#lib/tokens/refresh-lifetime';
import { createRefreshToken, extendGrant, type Grant, isSessionLive } from '#lib/tokens/store';
import type { Context } from '../context';
import { issuingOf } from '../issuing';
import { invalidGrant } from '../oauth-error';
import { offlineAccess, stillAllowed } from '../scope';

/** Tokens made for a person, before they become a response. */
export type UserTokens = {
  readonly subject: Subject;
  readonly scope: readonly string[];
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** How the refresh token comes about: the first of a family, the next one, or the same one again. */
export type RefreshStep =
  | 'first'
  | { readonly handle: Handle; readonly absoluteExpiresAt: Date | null; readonly isNew: boolean };

type Issue = {
  readonly client: Client;
  readonly grant: Grant;
  readonly scope: readonly string[];
  readonly refreshToken: RefreshStep;
};

/**
 * Issues the tokens of a grant inside the transaction that consumed what they were exchanged for, so that all of it
 * happens or nothing.
 * @throws invalid_grant when the grant was revoked, the user disabled, or no scope is left
 */
export async function issueForUser(tx: Transaction, issue: Issue, context: Context): Promise<UserTokens> {
  const { client, grant } = issue;
  const scope = stillAllowed(context.snapshot, client, issue.scope);
  if (scope.length === 0) throw invalidGrant('no_scope_left', { registered: client.scope });
  if (!grant.user.enabled) throw invalidGrant('grant_invalid', { reason: 'user disabled' });
  const refresh = nextRefreshToken(issue, context);
  const accessTokenEnd = new Date(context.now.getTime() + client.accessTokenLifetimeSeconds * 1000);
  const keepUntil = refresh !== null && refresh.expiresAt > accessTokenEnd ? refresh.expiresAt : accessTokenEnd;
  if (!(await extendGrant(tx, grant.id, keepUntil))) throw invalidGrant('grant_invalid', { reason: 'revoked' });
  const subject = await subjectOf(tx, grant, context);
  if (refresh?.isNew) {
    await createRefreshToken(tx, {
      hash: hashHandle(refresh.handle),
      grantId: grant.id,
      createdAt: context.now,
      expiresAt: refresh.expiresAt,
      absoluteExpiresAt: refresh.absoluteExpiresAt,
    });
  }
  const accessToken = await issueAccessToken(tx, { client, scope, subject }, issuingOf(context));
  return { subject, scope, accessToken, refreshToken: refresh?.handle ?? null };
}

function nextRefreshToken({ client, grant, refreshToken }: Issue, { now }: Context) {
  const isOffline = grant.scope.includes(offlineAccess) && client.scope.includes(offlineAccess);
  if (!isOffline || !client.grantTypes.has('refresh_token')) return null;
  const step =
    refreshToken === 'first'
      ? { handle: createHandle(), absoluteExpiresAt: absoluteEnd(client, now), isNew: true }
      : refreshToken;
  return { ...step, expiresAt: refreshExpiry(client, step.absoluteExpiresAt, now) };
}

/**
 * Tokens carry the session while it lives and die with it; a grant with offline_access outlives it without one. A grant
 * that was made without a session has none to lose.
 */
async function subjectOf(tx: Transaction, grant: Grant, { now }: Context): Promise<Subject> {
  const { sid } = grant.authentication;
  const live = sid !== null && (await isSessionLive(tx, sid, now));
  if (sid !== null && !live && !grant.scope.includes(offlineAccess)) {
    throw invalidGrant('grant_invalid', { reason: 'session ended' });
  }
  return {
    grantId: grant.id,
    authentication: { ...grant.authentication, sid: live ? sid : null },
    claims: parseClaims(grant.user.claims),
    requestedClaims: grant.requestedClaims,
  };
}
