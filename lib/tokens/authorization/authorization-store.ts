import type { Database } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import type { Values } from '#lib/db/statement';
import { type NewGrant, toGrantColumns } from '../grant';
import type { NewCode } from '../token-store';
import { asStep, atOnce, steps } from './statements';

/** The result of an authorization request in a session: a grant, and a code if the response has one. */
export type Authorization = {
  readonly sid: string;
  readonly grant: NewGrant;
  readonly grantExpiresAt: Date;
  readonly code: NewCode | null;
  /** The interaction that this completes. Null if none was needed. */
  readonly interactionHash: string | null;
  /** What completes it, sealed. Null if the answer is never given again. */
  readonly answer: string | null;
  /** The columns of the remembered consent that this rests on. Null if it rests on none. */
  readonly consent: { readonly scope: string; readonly claims: string | null } | null;
};

/**
 * Why nothing was written: the interaction is completed or over, the session has ended, or the consent was changed or
 * taken back after it was read.
 */
export type NothingAuthorized = 'finished' | 'signed_out' | 'consent_withdrawn';

/**
 * Writes a grant with its code, completes the interaction, and records the client so that it is notified of a sign-out.
 * Locks the session as lockSession() does, and the consent that this rests on. All or nothing.
 * @param first steps of the same transaction that begin the session; if one of them changes nothing, the session counts
 * as ended
 * @returns null on success
 */
export async function authorize(
  db: Database,
  authorization: Authorization,
  now: Date,
  first: readonly PreparedStep[] = [],
): Promise<NothingAuthorized | null> {
  if (db.prepared.dialect === 'sqlite') return authorizeByStep(db, authorization, now, first);
  if (first.length === 0) return authorizeAtOnce(db, authorization, now);
  const idle = await db.prepared.steps([...first, [asStep, toValues(authorization, now)]]);
  if (idle === null) return null;
  return idle < first.length ? 'signed_out' : 'finished';
}

/** Uses one statement, which is its own transaction. */
export async function authorizeAtOnce(
  db: Database,
  authorization: Authorization,
  now: Date,
): Promise<NothingAuthorized | null> {
  const [found] = await db.prepared.rows(atOnce, toValues(authorization, now));
  if (found === undefined) return 'signed_out';
  if (!found.isAllowed) return 'consent_withdrawn';
  return found.isOpen ? null : 'finished';
}

/** Uses one transaction with up to six statements, after the steps of `first`. */
export async function authorizeByStep(
  db: Database,
  authorization: Authorization,
  now: Date,
  first: readonly PreparedStep[] = [],
): Promise<NothingAuthorized | null> {
  const values = toValues(authorization, now);
  const { consent, interactionHash, code } = authorization;
  const holding: PreparedStep[] = consent === null ? [] : [[steps.holdConsent, values]];
  const completing: PreparedStep[] = interactionHash === null ? [] : [[steps.completeInteraction, values]];
  const wanted: PreparedStep[] = [
    ...first,
    [steps.lockSession, values],
    ...holding,
    ...completing,
    [steps.insertSessionClient, values],
    [steps.insertGrant, values],
  ];
  if (code !== null) wanted.push([steps.insertCode, values]);
  const idle = await db.prepared.steps(wanted);
  if (idle === null) return null;
  if (idle <= first.length) return 'signed_out';
  return wanted[idle]?.[0] === steps.holdConsent ? 'consent_withdrawn' : 'finished';
}

function toValues(authorization: Authorization, now: Date): Values {
  const { sid, grant, grantExpiresAt, code, interactionHash, answer, consent } = authorization;
  const { id: grantId, ...columns } = toGrantColumns(grant, now);
  return {
    ...columns,
    now,
    sid,
    interactionHash,
    answer,
    consentScope: consent?.scope ?? null,
    consentClaims: consent?.claims ?? null,
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
