import type { Context } from '#lib/context';
import { missingFactor } from '#lib/interactions/next-step';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { findGuardedUse, noteGuardedUse } from './guard-store';

/** What a page or a form asks of the sign-in. */
export type Freshness = {
  /** A factor is about to be added, replaced or removed: a second factor is required as well if there is one. */
  readonly changesFactors: boolean;
};

/** The sign-in that is missing. */
type MissingSignIn = {
  /** The first factor is asked for again. */
  readonly again: boolean;
  readonly changesFactors: boolean;
};

/** In milliseconds: the age of a full sign-in, and the longest pause between two uses. */
const freshMs = 5 * 60 * 1000;
/** In milliseconds: how long uses keep it fresh. */
const renewedMs = 30 * 60 * 1000;

/**
 * The guard of changes of factors, password, email address and of the deletion (security #183): a full sign-in at most
 * 5 minutes old, or at most 30 with uses of guarded pages at most 5 minutes apart. A passed check is such a use.
 * @returns null if the session may go on, else what the person has to show
 */
export async function requireFresh(
  session: SessionWithUser,
  { changesFactors }: Freshness,
  context: Pick<Context, 'db' | 'now' | 'snapshot' | 'settings'>,
): Promise<MissingSignIn | null> {
  const { db, now } = context;
  const { sid, authTime } = session;
  const again = !isFresh(authTime, await findGuardedUse(db, sid), now);
  const required = portalSignIn({ area: '/account', again: false, changesFactors }, context);
  const lacksFactor = missingFactor(required, session, now) !== null;
  if (again || lacksFactor) return { again, changesFactors };
  await noteGuardedUse(db, sid, now);
  return null;
}

/** @param guardedAt the last use of a guarded page; null for none */
export function isFresh(authTime: Date, guardedAt: Date | null, now: Date): boolean {
  const age = now.getTime() - authTime.getTime();
  if (age <= freshMs) return true;
  if (age > renewedMs || guardedAt === null || guardedAt < authTime) return false;
  return now.getTime() - guardedAt.getTime() <= freshMs;
}
