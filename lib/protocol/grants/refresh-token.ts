import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { keyedDigest, keyedDigests } from '#lib/crypto/master-secret';
import type { Handle } from '#lib/crypto/random';
import type { Step } from '#lib/db/step';
import type { Proven } from '#lib/tokens/access-token';
import { currentEnd } from '#lib/tokens/refresh-lifetime';
import { countGraceUse, findRefreshToken, findStoredRefreshToken, type RefreshToken } from '#lib/tokens/token-store';
import { latestStart } from '#lib/vocabulary/time';
import { compareProof } from '../dpop/check-dpop-jkt';
import { spendProof } from '../dpop/spend-proof';
import { invalidGrant, invalidRequest, invalidScope, type OAuthError } from '../oauth-error';
import { aimToken, type Target } from '../resource';
import { mayAskForOffline, parseScope } from '../scope';
import { endStolenGrant } from './end-stolen-grant';
import { getRelease } from './get-release';
import {
  defineGrant,
  handleParameter,
  resourceParameter,
  scopeParameter,
  type TokenRequest,
  type TokenResponse,
} from './grant-handler';
import { boundTo, issueForUser, type RefreshStep, redeemForUser, type UserTokens } from './issue-for-user';
import { protectIdToken, tokenResponse } from './token-response';

type RefreshRequest = { refresh_token: string; scope?: string | undefined; resource?: string[] | undefined };

/** How often a predecessor may be used again within the client's grace window. */
const maximumGraceUses = 10;

const successorPurpose = 'refresh-successor';

/** RFC 6749 §6 with the rotation of RFC 9700 §4.14. A reuse outside the client's grace window ends the family. */
export const refreshToken = defineGrant({
  grantType: 'refresh_token',
  builtIn: true,
  schema: z.object({ refresh_token: handleParameter, scope: scopeParameter, resource: resourceParameter }),
  handle: refresh,
});

async function refresh(request: TokenRequest<RefreshRequest>): Promise<TokenResponse> {
  const { parameters, client, proof, context } = request;
  const { refresh_token: presented } = parameters;
  const token = await findBoundToken(presented, client, context);
  await checkKey(token, request);
  const { grant } = token;
  const released = getRelease(grant, { client, scope: grant.scope }, context);
  const narrowed = narrowedScope(parameters.scope, released.scope);
  const target = targetOf({ released: released.scope, narrowed, grant, asked: parameters.resource }, client, context);
  const protect = await protectIdToken(client, target.scope, context);
  const proven = await spendProof({ client, proof }, context);
  const tokens = await (client.refreshTokenRotation ? rotate : reuse)({ presented, token, proven, target }, context);
  if (tokens === null) throw await endReusedFamily(token, request);
  return tokenResponse(tokens, { client, nonce: null, stateHash: null, protect }, context);
}

type Successor = Exclude<RefreshStep, 'first'>;
type Refresh = { presented: string; token: RefreshToken; proven: Proven; target: Target };

/** Consumes the token and issues its successor. Null for a reuse. */
async function rotate(refresh: Refresh, context: Context): Promise<UserTokens | null> {
  const { presented, token } = refresh;
  const { absoluteExpiresAt, confirmation } = token;
  const successor = { handle: successorOf(presented, context), absoluteExpiresAt, confirmation, isNew: true };
  const tokens = token.consumedAt === null ? await exchangeRefreshToken('rotation', refresh, successor, context) : null;
  if (tokens !== null) return tokens;
  const handle = await findSuccessor(presented, context);
  return repeat(refresh, { ...successor, handle, isNew: false }, context);
}

/**
 * Handles a repeated use. Within the client's grace window, it returns the same unused successor with a new access
 * token.
 */
async function repeat({ token, proven, target }: Refresh, successor: Successor, context: Context) {
  if (proven.client.refreshTokenGraceSeconds === 0) return null;
  const issue = { ...proven, grant: token.grant, ...target, refreshToken: successor };
  const tokens = await issueForUser(issue, [graceUse({ token, proven, successor }, context)], context);
  return tokens === 'used' ? null : tokens;
}

/** Without rotation, the same handle is returned and its sliding end moves. */
async function reuse(refresh: Refresh, context: Context): Promise<UserTokens | null> {
  const { absoluteExpiresAt, confirmation } = refresh.token;
  const same = { handle: refresh.presented as Handle, absoluteExpiresAt, confirmation, isNew: false };
  return exchangeRefreshToken('reuse', refresh, same, context);
}

function exchangeRefreshToken(
  kind: 'rotation' | 'reuse',
  { token, proven, target }: Refresh,
  refreshToken: Successor,
  context: Context,
): Promise<UserTokens | null> {
  const { hash, isSessionOpen, grant } = token;
  return redeemForUser({ kind, hash, isSessionOpen }, { ...proven, grant, ...target, refreshToken }, context);
}

/**
 * Binding and validity are checked first (semantics §2.7). None of these failures has an effect. A reused token is not
 * refused here: it is evidence until its grant ends (security #40).
 * @returns the token with the absolute end that its client has now
 */
async function findBoundToken(presented: string, client: Client, context: Context): Promise<RefreshToken> {
  const found = await findRefreshToken(context.db, hashHandle(presented), context.now);
  if (found === null) throw refuse('unknown');
  if (found.grant.clientId !== client.clientId) throw refuse('issued to another client');
  if (found.grant.revokedAt !== null) throw refuse('its grant was revoked');
  const token = { ...found, absoluteExpiresAt: currentEnd(client, found) };
  if (hasExpired(token, context) && !isReused(token, client, context)) throw refuse('expired');
  if (!mayAskForOffline(client)) throw refuse('the client may no longer use offline_access');
  return token;
}

function hasExpired({ createdAt, expiresAt, absoluteExpiresAt }: RefreshToken, { now }: Context): boolean {
  if (createdAt > latestStart(now)) return true;
  return expiresAt <= now || (absoluteExpiresAt !== null && absoluteExpiresAt <= now);
}

/**
 * A bound token requires a proof by its key or a connection with its certificate, even within the grace window (RFC
 * 9449 §5, RFC 8705 §7.1). A caller with the token and another key has stolen it, so the family ends.
 */
async function checkKey(
  { confirmation, grant }: RefreshToken,
  { proof, http: { clientAddress }, context }: TokenRequest<RefreshRequest>,
): Promise<void> {
  const outcome = confirmation === null ? 'proved' : compareProof(confirmation, proof);
  if (outcome === 'proved') return;
  if (outcome !== 'wrong') throw invalidRequest(outcome, { clientId: grant.clientId });
  await endStolenGrant({ type: 'refresh_token.wrong_key', grant, clientAddress }, context);
  throw refuse('bound to another key; its grant was revoked');
}

/**
 * RFC 6749 §6: a request may narrow the scope of the access token, but never widen it. The grant keeps its own.
 * @throws invalid_scope for a scope that was not granted, or is no longer allowed
 */
function narrowedScope(asked: string | undefined, allowed: readonly string[]): readonly string[] {
  if (asked === undefined) return allowed;
  const narrowed = parseScope(asked, () => allowed);
  if (!narrowed.every((name) => allowed.includes(name))) {
    throw invalidScope('scope_not_granted', { received: asked, registered: allowed });
  }
  return narrowed;
}

type Narrowing = {
  readonly released: readonly string[];
  readonly narrowed: readonly string[];
  readonly grant: Pick<Target, 'resources'>;
  readonly asked: readonly string[] | undefined;
};

/** What the grant keeps of its resources is judged by its whole scope. A token may be for UserInfo alone. */
function targetOf(
  { released, narrowed, grant: { resources }, asked = [] }: Narrowing,
  client: Client,
  { snapshot }: Context,
): Target {
  if (asked.length > 0 || resources.length === 0) {
    return aimToken({ scope: narrowed, resources }, asked, client, snapshot);
  }
  const target = aimToken({ scope: released, resources }, [], client, snapshot);
  return { ...target, scope: narrowed.filter((name) => target.scope.includes(name)) };
}

/** Whether it was used, and the client's grace window is over. */
function isReused({ consumedAt }: RefreshToken, client: Client, { now }: Context): boolean {
  return consumedAt !== null && consumedAt <= graceBegin(client, now);
}

/** What was used at this time or before has no grace any more. */
function graceBegin({ refreshTokenGraceSeconds }: Client, now: Date): Date {
  return new Date(now.getTime() - refreshTokenGraceSeconds * 1000);
}

type GraceUse = Pick<Refresh, 'token' | 'proven'> & { readonly successor: Successor };

/**
 * If the successor was used, it has reached its owner, so the predecessor was not repeated because of a lost response
 * (RFC 9700 §4.14.2). The same is true if its key differs from the first use.
 */
function graceUse({ token, proven, successor }: GraceUse, { now }: Context): Step<'used'> {
  const consumedAfter = graceBegin(proven.client, now);
  const confirmation = boundTo(proven, successor.confirmation);
  const tokens = { hash: token.hash, successor: hashHandle(successor.handle), confirmation };
  return countGraceUse(tokens, { consumedAfter, uses: maximumGraceUses });
}

/**
 * The successor is derived, so that a repeated use within the window returns the same value although only hashes are
 * stored.
 */
function successorOf(predecessor: string, { settings }: Context): Handle {
  return keyedDigest(settings.secret, successorPurpose, predecessor) as Handle;
}

/**
 * The successor that was issued. While the secret is rotated, another process may have derived it from another secret.
 */
async function findSuccessor(predecessor: string, context: Context): Promise<Handle> {
  const { db, settings } = context;
  const current = successorOf(predecessor, context);
  if (settings.secret.previous.length === 0) return current;
  const candidates = keyedDigests(settings.secret, successorPurpose, predecessor);
  const stored = await findStoredRefreshToken(db, candidates.map(hashHandle));
  return (candidates.find((candidate) => hashHandle(candidate) === stored) as Handle | undefined) ?? current;
}

async function endReusedFamily(
  { grant }: RefreshToken,
  { http: { clientAddress }, context }: TokenRequest<RefreshRequest>,
): Promise<OAuthError> {
  await endStolenGrant({ type: 'refresh_token.reused', grant, clientAddress }, context);
  return refuse('already used; its grant was revoked');
}

/** The same error for all reasons. The reason is only in the explanation record. */
function refuse(reason: string): OAuthError {
  return invalidGrant('refresh_token_invalid', { reason });
}
