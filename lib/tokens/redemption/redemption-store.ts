import type { Database } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import type { Values } from '#lib/db/statement';
import { never } from '../refresh-lifetime';
import type { NewAccessToken, NewRefreshToken } from '../token-store';
import { atOnce, type RedemptionKind, steps } from './statements';

/**
 * The redemption of a code, a device code or a refresh token, with the rows of the new tokens. Null for a JWT, and for
 * a refresh token that stays.
 */
export type Redemption = {
  readonly kind: RedemptionKind;
  readonly hash: string;
  readonly grantId: string;
  /** Until when the grant is kept at least. */
  readonly keepUntil: Date;
  /** The sliding end of the refresh token. Null if there is none. */
  readonly refreshExpiresAt: Date | null;
  /** The key, as JSON, that the refresh token is bound to from now on. */
  readonly refreshConfirmation: string | null;
  readonly refreshToken: NewRefreshToken | null;
  readonly accessToken: NewAccessToken | null;
};

/** `used`: another request was first, or it has expired. `revoked`: its grant was revoked in the meantime. */
export type RedemptionOutcome = 'done' | 'used' | 'revoked';

/**
 * Redeems a code, a device code or a refresh token by one conditional update, extends its grant and writes the new
 * tokens. With any outcome except `done`, no token is written.
 */
export async function redeem(db: Database, wanted: Redemption, now: Date): Promise<RedemptionOutcome> {
  return db.prepared.dialect === 'postgresql' ? redeemAtOnce(db, wanted, now) : redeemByStep(db, wanted, now);
}

/** Uses one statement, which is its own transaction. */
export async function redeemAtOnce(db: Database, wanted: Redemption, now: Date): Promise<RedemptionOutcome> {
  const [found] = await db.prepared.rows(atOnce[wanted.kind], toValues(wanted, now));
  if (!found?.marked) return 'used';
  // The mark stays although nothing was issued, because a revoked grant gives nothing to anybody.
  return found.kept ? 'done' : 'revoked';
}

/** Uses one transaction with up to four statements. */
export async function redeemByStep(db: Database, wanted: Redemption, now: Date): Promise<RedemptionOutcome> {
  const values = toValues(wanted, now);
  const wantedSteps: PreparedStep[] = [
    [steps.mark[wanted.kind], values],
    [steps.keepGrant, values],
  ];
  if (wanted.refreshToken !== null) wantedSteps.push([steps.insertRefreshToken, values]);
  if (wanted.accessToken !== null) wantedSteps.push([steps.insertAccessToken, values]);
  const idle = await db.prepared.steps(wantedSteps);
  if (idle === null) return 'done';
  return idle === 0 ? 'used' : 'revoked';
}

function toValues(wanted: Redemption, now: Date): Values {
  const { hash, grantId, keepUntil, refreshExpiresAt, refreshConfirmation, refreshToken, accessToken } = wanted;
  return {
    now,
    never,
    hash,
    grantId,
    keepUntil,
    refreshExpiresAt,
    refreshHash: refreshToken?.hash ?? null,
    absoluteExpiresAt: refreshToken?.absoluteExpiresAt ?? null,
    confirmation: refreshConfirmation,
    accessHash: accessToken?.hash ?? null,
    jti: accessToken?.jti ?? null,
    clientId: accessToken?.clientId ?? null,
    sub: accessToken?.sub ?? null,
    sid: accessToken?.sid ?? null,
    scope: accessToken?.scope ?? null,
    audience: accessToken?.audience ?? null,
    claims: accessToken?.claims ?? null,
    accessExpiresAt: accessToken?.expiresAt ?? null,
  };
}
