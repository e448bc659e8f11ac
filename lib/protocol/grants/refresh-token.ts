import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import { deriveKey, hashHandle } from '#lib/crypto/hash';
import type { Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { revokeGrant } from '#lib/tokens/grants/store';
import { countGraceUse, findRefreshToken, type RefreshToken } from '#lib/tokens/store';
import type { Context } from '../context';
import { invalidGrant, invalidScope, type OAuthError } from '../oauth-error';
import { narrowToResources } from '../resource';
import { offlineAccess, parseScope, stillAllowed } from '../scope';
import { defineGrant, handleParameter, resourceParameter, scopeParameter, type TokenResponse } from './grant-handler';
import { exchangeForUser, issueForUser, type RefreshStep, type UserTokens } from './issue-for-user';
import { recordTheft } from './record-theft';
import { tokenResponse } from './token-response';

type RefreshRequest = { refresh_token: string; scope?: string | undefined; resource?: string[] | undefined };

/** How often one predecessor may be used again inside the client's grace window. */
const maximumGraceUses = 10;

/** RFC 6749 §6 with the rotation of RFC 9700 §4.14: a reuse outside the client's grace window ends the family. */
export const refreshToken = defineGrant({
  grantType: 'refresh_token',
  builtIn: true,
  schema: z.object({ refresh_token: handleParameter, scope: scopeParameter, resource: resourceParameter }),
  handle: refresh,
});

async function refresh(request: RefreshRequest, client: Client, context: Context): Promise<TokenResponse> {
  const token = await findBoundToken(request, client, context);
  const narrowed = narrowedScope(request.scope, token, client, context);
  const scope = narrowToResources(narrowed, request.resource, client, context.snapshot);
  const tokens = await (client.refreshTokenRotation ? rotate : reuse)({ request, token, client, scope }, context);
  if (tokens === null) throw await endReusedFamily(token, context);
  return tokenResponse(tokens, { client, nonce: null, stateHash: null }, context);
}

type Successor = Exclude<RefreshStep, 'first'>;
type Refresh = { request: RefreshRequest; token: RefreshToken; client: Client; scope: readonly string[] };

/** Consumes the token and issues its successor; null is a reuse. */
async function rotate(refresh: Refresh, context: Context): Promise<UserTokens | null> {
  const { request, token } = refresh;
  const { absoluteExpiresAt } = token;
  const successor = { handle: successorOf(request.refresh_token, context), absoluteExpiresAt, isNew: true };
  const tokens = token.consumedAt === null ? await exchangeRefreshToken('rotation', refresh, successor, context) : null;
  return tokens ?? repeat(refresh, { ...successor, isNew: false }, context);
}

/** A repeated use: inside the client's grace window the same successor is answered, with a new access token. */
async function repeat({ token, client, scope }: Refresh, successor: Successor, context: Context) {
  if (client.refreshTokenGraceSeconds === 0) return null;
  return transaction(context.db, async (tx) => {
    if (!(await isGraceUse(tx, token, client, context))) return null;
    return issueForUser(tx, { client, grant: token.grant, scope, refreshToken: successor }, context);
  });
}

/** Without rotation the same handle is answered and its sliding end moves. */
async function reuse(refresh: Refresh, context: Context): Promise<UserTokens | null> {
  const { absoluteExpiresAt } = refresh.token;
  const same = { handle: refresh.request.refresh_token as Handle, absoluteExpiresAt, isNew: false };
  return exchangeRefreshToken('reuse', refresh, same, context);
}

function exchangeRefreshToken(
  kind: 'rotation' | 'reuse',
  { token, client, scope }: Refresh,
  refreshToken: Successor,
  context: Context,
): Promise<UserTokens | null> {
  const { hash, isSessionLive, grant } = token;
  return exchangeForUser({ kind, hash, isSessionLive }, { client, grant, scope, refreshToken }, context);
}

/** Binding and validity first (semantics §2.7); none of these failures has an effect. */
async function findBoundToken(request: RefreshRequest, client: Client, context: Context): Promise<RefreshToken> {
  const token = await findRefreshToken(context.db, hashHandle(request.refresh_token), context.now);
  if (token === null) throw refuse('unknown');
  if (token.grant.clientId !== client.clientId) throw refuse('issued to another client');
  if (token.grant.revokedAt !== null) throw refuse('its grant was revoked');
  if (token.expiresAt <= context.now) throw refuse('expired');
  if (!client.scope.includes(offlineAccess)) throw refuse('the client may not use offline_access any more');
  if (!token.grant.user.enabled) throw refuse('user disabled');
  return token;
}

/**
 * RFC 6749 §6: a request may narrow the scope of the access token, never widen it; the grant keeps its own.
 * @throws invalid_scope for a scope that was not granted; invalid_grant when none is allowed any more
 */
function narrowedScope(
  asked: string | undefined,
  { grant }: RefreshToken,
  client: Client,
  { snapshot }: Context,
): readonly string[] {
  const allowed = stillAllowed(snapshot, client, grant.scope);
  if (allowed.length === 0) throw invalidGrant('no_scope_left', { registered: client.scope });
  if (asked === undefined) return allowed;
  const narrowed = parseScope(asked);
  if (!narrowed.every((name) => allowed.includes(name))) {
    throw invalidScope('scope_not_granted', { received: asked, registered: allowed });
  }
  return narrowed;
}

async function isGraceUse(tx: Transaction, token: RefreshToken, client: Client, { now }: Context): Promise<boolean> {
  const consumedAfter = new Date(now.getTime() - client.refreshTokenGraceSeconds * 1000);
  return countGraceUse(tx, token.hash, { consumedAfter, uses: maximumGraceUses });
}

/** Derived, so that a repeated use inside the window gets the same value although only hashes are stored. */
function successorOf(predecessor: string, { settings }: Context): Handle {
  const key = successorKeys.get(settings) ?? deriveKey(settings.secret, 'refresh-successor');
  successorKeys.set(settings, key);
  return createHmac('sha256', key).update(predecessor).digest('base64url') as Handle;
}

/** Deriving it costs more than using it. */
const successorKeys = new WeakMap<Context['settings'], Buffer>();

async function endReusedFamily(token: RefreshToken, context: Context): Promise<OAuthError> {
  await revokeGrant(context.db, token.grant.id, 'refresh_reuse', context.now);
  await recordTheft('refresh_token.reused', token.grant, context);
  context.log.warn({ event: 'refresh_reuse', clientId: token.grant.clientId, grantId: token.grant.id }, 'security');
  return refuse('used before; its grant was revoked');
}

/** The same answer for all of them; the reason is for the explanation record. */
function refuse(reason: string): OAuthError {
  return invalidGrant('refresh_token_invalid', { reason });
}
