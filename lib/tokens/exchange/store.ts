import type { Database } from '#lib/db/database';
import type { Step } from '#lib/db/prepared';
import type { Values } from '#lib/db/statement';
import type { NewAccessToken, NewRefreshToken } from '../store';
import { atOnce, type ExchangeKind, steps } from './statements';

/** What is exchanged for tokens, and the rows of those: null for a JWT, and for a refresh token that stays. */
export type Exchange = {
  readonly kind: ExchangeKind;
  readonly hash: string;
  readonly grantId: string;
  /** The grant is kept so long. */
  readonly keepUntil: Date;
  /** The sliding end of the refresh token; null without one. */
  readonly refreshExpiresAt: Date | null;
  readonly refreshToken: NewRefreshToken | null;
  readonly accessToken: NewAccessToken | null;
};

/** `used`: somebody else was first, or it has expired. `revoked`: its grant was ended meanwhile. */
export type Outcome = 'done' | 'used' | 'revoked';

/**
 * Uses up a code or a refresh token by one conditional update, keeps its grant and writes the tokens it is exchanged
 * for: all of it or, with any outcome but `done`, none of the tokens.
 */
export async function exchange(db: Database, wanted: Exchange, now: Date): Promise<Outcome> {
  return db.prepared.dialect === 'postgresql' ? exchangeAtOnce(db, wanted, now) : exchangeByStep(db, wanted, now);
}

/** In one statement, which is a transaction of its own. */
export async function exchangeAtOnce(db: Database, wanted: Exchange, now: Date): Promise<Outcome> {
  const [found] = await db.prepared.rows(atOnce[wanted.kind], toValues(wanted, now));
  if (!found?.marked) return 'used';
  // The mark stays although nothing was issued: nobody else can use what hangs on a revoked grant either.
  return found.kept ? 'done' : 'revoked';
}

/** In one transaction of up to four statements. */
export async function exchangeByStep(db: Database, wanted: Exchange, now: Date): Promise<Outcome> {
  const values = toValues(wanted, now);
  const wantedSteps: Step[] = [
    [steps.mark[wanted.kind], values],
    [steps.keepGrant, values],
  ];
  if (wanted.refreshToken !== null) wantedSteps.push([steps.insertRefreshToken, values]);
  if (wanted.accessToken !== null) wantedSteps.push([steps.insertAccessToken, values]);
  const idle = await db.prepared.steps(wantedSteps);
  if (idle === null) return 'done';
  return idle === 0 ? 'used' : 'revoked';
}

function toValues(wanted: Exchange, now: Date): Values {
  const { hash, grantId, keepUntil, refreshExpiresAt, refreshToken, accessToken } = wanted;
  return {
    now,
    hash,
    grantId,
    keepUntil,
    refreshExpiresAt,
    refreshHash: refreshToken?.hash ?? null,
    absoluteExpiresAt: refreshToken?.absoluteExpiresAt ?? null,
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
