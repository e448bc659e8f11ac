import type { Database } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import type { Values } from '#lib/db/statement';
import { type NewGrant, toGrantColumns } from '../grant';
import type { NewCode } from '../token-store';
import { atOnce, steps } from './statements';

/** The result of an authorization request in a session: a grant, and the code if the response has one. */
export type Authorization = {
  readonly sid: string;
  readonly grant: NewGrant;
  readonly grantExpiresAt: Date;
  readonly code: NewCode | null;
};

/**
 * Writes a grant with its code, and records that the session's client has to be notified of a sign-out, while the
 * session is locked as by lockSession(): all or nothing.
 * @returns false if the session has ended
 */
export async function authorize(db: Database, authorization: Authorization, now: Date): Promise<boolean> {
  return db.prepared.dialect === 'postgresql'
    ? authorizeAtOnce(db, authorization, now)
    : authorizeByStep(db, authorization, now);
}

/** In one statement, which is its own transaction. */
export async function authorizeAtOnce(db: Database, authorization: Authorization, now: Date): Promise<boolean> {
  const locked = await db.prepared.rows(atOnce, toValues(authorization, now));
  return locked.length === 1;
}

/** In one transaction of up to four statements. */
export async function authorizeByStep(db: Database, authorization: Authorization, now: Date): Promise<boolean> {
  const values = toValues(authorization, now);
  const wanted: PreparedStep[] = [
    [steps.lockSession, values],
    [steps.insertSessionClient, values],
    [steps.insertGrant, values],
  ];
  if (authorization.code !== null) wanted.push([steps.insertCode, values]);
  return (await db.prepared.steps(wanted)) === null;
}

function toValues({ sid, grant, grantExpiresAt, code }: Authorization, now: Date): Values {
  const { id: grantId, ...columns } = toGrantColumns(grant);
  return {
    ...columns,
    now,
    sid,
    grantId,
    grantExpiresAt,
    codeHash: code?.hash ?? null,
    redirectUri: code?.redirectUri ?? null,
    codeChallenge: code?.codeChallenge ?? null,
    codeChallengeMethod: code?.codeChallengeMethod ?? null,
    nonce: code?.nonce ?? null,
    stateHash: code?.stateHash ?? null,
    confirmation: code?.confirmation ?? null,
    codeExpiresAt: code?.expiresAt ?? null,
  };
}
