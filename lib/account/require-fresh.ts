import type { Context } from '#lib/context';
import { isSignInFresh, signedInAt } from '#lib/factors/fresh-sign-in';
import { missingFactor } from '#lib/interactions/next-step';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { findGuardedUse, recordGuardedUse } from './guard-store';

/** The part of the sign-in that is missing. */
type MissingSignIn = {
  /** The first factor is required again. */
  readonly again: boolean;
  /** If the person has a second factor, it is required too. */
  readonly changesFactors: true;
};

/** In milliseconds: for how long repeated use keeps a sign-in fresh. */
const renewedMs = 30 * 60 * 1000;

/**
 * The guard for changes of factors, password and email address, and for the deletion (security #183). It requires a
 * full sign-in, with the second factor of a person who has one. It is at most 5 minutes old, or at most 30 minutes if
 * guarded pages were used at most 5 minutes apart. Each passed check counts as a use.
 * @returns null if the session may continue, otherwise what the person has to show
 */
export async function requireFresh(
  session: SessionWithUser,
  context: Pick<Context, 'db' | 'now' | 'snapshot' | 'settings'>,
): Promise<MissingSignIn | null> {
  const missing = await findMissingSignIn(session, context);
  if (missing === null) await recordGuardedUse(context.db, session.sid, context.now);
  return missing;
}

/** The same without a use: whether the guard would let the session continue. */
export async function findMissingSignIn(
  session: SessionWithUser,
  context: Pick<Context, 'db' | 'now' | 'snapshot' | 'settings'>,
): Promise<MissingSignIn | null> {
  const { db, now } = context;
  const { sid } = session;
  const again = !isFresh(signedInAt(session), await findGuardedUse(db, sid), now);
  const required = portalSignIn({ area: '/account', again: false, changesFactors: true }, context);
  const lacksFactor = missingFactor(required, session, now) !== null;
  return again || lacksFactor ? { again, changesFactors: true } : null;
}

/**
 * @param provedAt see signedInAt()
 * @param guardedAt the last use of a guarded page; null if there was none
 */
export function isFresh(provedAt: Date, guardedAt: Date | null, now: Date): boolean {
  if (isSignInFresh(provedAt, now)) return true;
  const age = now.getTime() - provedAt.getTime();
  if (age > renewedMs || guardedAt === null || guardedAt < provedAt) return false;
  // The longest pause between two uses is as long.
  return isSignInFresh(guardedAt, now);
}

/**
 * Returns the session if it gives access to the account's pages, which follow `second_factor`. Null leads to the
 * sign-in.
 */
export function enoughForAccount(
  session: SessionWithUser | null,
  context: Pick<Context, 'snapshot' | 'settings' | 'now'>,
): SessionWithUser | null {
  if (session === null) return null;
  const required = portalSignIn({ area: '/account', again: false, changesFactors: false }, context);
  return missingFactor(required, session, context.now) === null ? session : null;
}
