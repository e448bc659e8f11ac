import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { isSessionOpen } from '#lib/sessions/session-store';
import { countIssued, makeAccessToken, type Proven, type Subject } from '#lib/tokens/access-token';
import type { Grant } from '#lib/tokens/grant';
import { extendGrant } from '#lib/tokens/grant-store';
import { type Redemption, redeem } from '#lib/tokens/redemption-store';
import { absoluteEnd, refreshExpiry } from '#lib/tokens/refresh-lifetime';
import {
  createAccessToken,
  createRefreshToken,
  type NewAccessToken,
  type NewRefreshToken,
} from '#lib/tokens/token-store';
import { type KeyConfirmation, writeConfirmation } from '#lib/vocabulary/confirmation';
import { issuingOf } from '../issuing';
import { invalidGrant } from '../oauth-error';
import type { Release } from '../release';
import { type Target, withAudience } from '../resource';
import { mayAskForOffline, offlineAccess } from '../scope';
import { getRelease } from './get-release';

/** Tokens for a person, before they become a response. */
export type UserTokens = {
  readonly subject: Subject;
  readonly scope: readonly string[];
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly confirmation: KeyConfirmation | null;
};

/** Which refresh token is issued: the first of a family, the next one, or the same one again. */
export type RefreshStep =
  | 'first'
  | {
      readonly handle: Handle;
      readonly absoluteExpiresAt: Date | null;
      /** The key that its predecessor is bound to. */
      readonly confirmation: KeyConfirmation | null;
      readonly isNew: boolean;
    };

type Issue = Proven & {
  readonly grant: Grant;
  readonly scope: readonly string[];
  /** What bounds the access token: see Target. */
  readonly resources: readonly string[];
  readonly refreshToken: RefreshStep;
};

/**
 * Redeems a code, a device code or a refresh token for the tokens of its grant. The tokens are created first, and
 * returned only if the single conditional update that uses up the code or token succeeds.
 * @param used the result of findCode(), findDeviceRequest() or findRefreshToken()
 * @returns null if it was used before, or at the same time
 * @throws invalid_grant if the grant was revoked, its session ended, the user is disabled, or no scope is left
 */
export async function redeemForUser(
  used: { readonly kind: Redemption['kind']; readonly hash: string; readonly isSessionOpen: boolean },
  issue: Issue,
  context: Context,
): Promise<UserTokens | null> {
  const plan = planTokens(issue, context);
  const { tokens, ...rows } = makeTokens(issue, plan, used.isSessionOpen, context);
  const { keepUntil, refresh } = plan;
  const refreshExpiresAt = refresh?.expiresAt ?? null;
  const refreshConfirmation = refresh === null ? null : boundTo(issue, refresh.confirmation);
  const wanted = { ...used, ...rows, grantId: issue.grant.id, keepUntil, refreshExpiresAt, refreshConfirmation };
  const nothing = await redeem(context.db, wanted, context.now);
  if (nothing === 'revoked') throw invalidGrant('grant_invalid', { reason: 'revoked' });
  if (nothing === 'used') return null;
  countIssued({ ...tokens, client: issue.client }, context);
  return tokens;
}

/**
 * Issues the tokens of a grant together with what they are exchanged for: completely or not at all.
 * @param first what is written before, in the same transaction
 * @returns the refusal of `first`, if it is refused
 * @throws invalid_grant as redeemForUser()
 */
export async function issueForUser<First extends string = never>(
  issue: Issue,
  first: readonly Step<First>[],
  context: Context,
): Promise<UserTokens | First> {
  const { db } = context;
  const { id, authentication } = issue.grant;
  const plan = planTokens(issue, context);
  const isLive = authentication.sid !== null && (await isSessionOpen(db, authentication.sid, context.now));
  const { tokens, refreshToken, accessToken } = makeTokens(issue, plan, isLive, context);
  const refused = await run<First | 'revoked'>(db, [
    ...first,
    extendGrant(id, plan.keepUntil),
    refreshToken === null ? [] : createRefreshToken(refreshToken),
    accessToken === null ? [] : createAccessToken(accessToken),
  ]);
  if (refused === 'revoked') throw invalidGrant('grant_invalid', { reason: 'revoked' });
  if (refused !== null) return refused;
  countIssued({ ...tokens, client: issue.client }, context);
  return tokens;
}

type Plan = {
  readonly released: Release & Target;
  readonly refresh: ReturnType<typeof nextRefreshToken>;
  readonly keepUntil: Date;
};

/** Plans the scope of the tokens, the refresh token, and how long the grant is kept. */
function planTokens(issue: Issue, context: Context): Plan {
  const { client, grant } = issue;
  const found = getRelease(grant, issue, context);
  const { scope, resources } = withAudience({ ...found, resources: issue.resources }, context.snapshot);
  const released = { ...found, scope, resources };
  const refresh = nextRefreshToken(issue, context);
  const accessTokenEnd = new Date(context.now.getTime() + client.accessTokenLifetimeSeconds * 1000);
  const keepUntil = refresh !== null && refresh.expiresAt > accessTokenEnd ? refresh.expiresAt : accessTokenEnd;
  return { released, refresh, keepUntil };
}

function nextRefreshToken({ client, grant, refreshToken }: Issue, { now }: Context) {
  const isOffline = grant.scope.includes(offlineAccess) && mayAskForOffline(client);
  if (!isOffline || !client.grantTypes.has('refresh_token')) return null;
  const step =
    refreshToken === 'first'
      ? { handle: createHandle(), absoluteExpiresAt: absoluteEnd(client, now), confirmation: null, isNew: true }
      : refreshToken;
  return { ...step, expiresAt: refreshExpiry(client, step.absoluteExpiresAt, now) };
}

/** The tokens with the rows that must be written before they are returned. */
type MadeTokens = {
  readonly tokens: UserTokens;
  readonly refreshToken: NewRefreshToken | null;
  readonly accessToken: NewAccessToken | null;
};

function makeTokens(
  { client, confirmation, grant }: Issue,
  { released, refresh }: Plan,
  isSessionOpen: boolean,
  context: Context,
): MadeTokens {
  // Some clients refuse tokens with a scope that they did not ask for.
  const scope = grant.offlineImplied ? released.scope.filter((name) => name !== offlineAccess) : released.scope;
  const subject = subjectOf(grant, released, isSessionOpen);
  const { resources } = released;
  const content = { client, confirmation, scope, resources, subject };
  const { accessToken, row } = makeAccessToken(content, issuingOf(context));
  const tokens = { subject, scope, accessToken, refreshToken: refresh?.handle ?? null, confirmation };
  const bound = boundTo({ client, confirmation }, refresh?.confirmation ?? null);
  const refreshToken = refresh?.isNew ? toRow(refresh, { grant, confirmation: bound }, context.now) : null;
  return { tokens, refreshToken, accessToken: row };
}

function toRow(
  { handle, expiresAt, absoluteExpiresAt }: { handle: Handle; expiresAt: Date; absoluteExpiresAt: Date | null },
  { grant, confirmation }: { grant: Grant; confirmation: string | null },
  now: Date,
): NewRefreshToken {
  return { hash: hashHandle(handle), grantId: grant.id, createdAt: now, expiresAt, absoluteExpiresAt, confirmation };
}

/**
 * The key of a refresh token, as JSON. A confidential client is authenticated at each use instead (RFC 9449 §5, RFC
 * 8705 §7.1).
 * @param carried the key of its predecessor, which the successor keeps
 */
export function boundTo({ client, confirmation }: Proven, carried: KeyConfirmation | null): string | null {
  const key = carried ?? confirmation;
  return key === null || client.tokenEndpointAuthMethod !== 'none' ? null : writeConfirmation(key);
}

/**
 * Tokens contain the session while it lives, and end with it. A grant with offline_access outlives its session, and its
 * tokens then contain none. A grant that was created without a session never has one.
 */
function subjectOf(grant: Grant, released: Release, isSessionOpen: boolean): Subject {
  const { sid } = grant.authentication;
  if (sid !== null && !isSessionOpen && !grant.scope.includes(offlineAccess)) {
    throw invalidGrant('grant_invalid', { reason: 'session ended' });
  }
  return {
    grantId: grant.id,
    authentication: { ...grant.authentication, sid: isSessionOpen ? sid : null },
    person: grant.user,
    releasedByName: released.claims,
    tenant: grant.tenant,
  };
}
