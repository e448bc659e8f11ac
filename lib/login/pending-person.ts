import type { Context } from '#lib/context';
import type { NewFactor, PersonFactors, SecondFactor } from '#lib/factors/decide-factor';
import { areProofsFresh } from '#lib/factors/fresh-sign-in';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import { maximumWrongCodes } from '#lib/interactions/interaction-store';
import { missingFactor, type NextStep } from '#lib/interactions/next-step';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import type { User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { type AccountProof, proven } from '#lib/vocabulary/account-proof';
import { decideNext } from './continue-interaction';
import { sessionFor } from './current-session';
import { isProviderUsable } from './federation/find-waiting';
import type { OpenInteraction } from './load-interaction';

/** A person who still needs a factor, in a sign-in that is under way or in a session that is not enough. */
export type PendingPerson = {
  readonly sub: string;
  readonly user: User;
  readonly factors: PersonFactors;
  readonly proofs: readonly Proof[];
  /** Null if there is none yet. */
  readonly session: SessionWithUser | null;
  readonly missing:
    | { readonly step: 'factor'; readonly factors: readonly SecondFactor[] }
    /** `by` shows that the sign-in is recent enough to add a factor (security #190). */
    | { readonly step: 'enrol'; readonly factors: readonly NewFactor[]; readonly by: AccountProof<'person'> }
    /** All factors were shown, but the person has not continued yet. */
    | { readonly step: 'complete' };
};

/** The person from whom an interaction needs another factor. Null if the sign-in starts with the first one. */
export async function findPending(
  open: OpenInteraction,
  browser: BrowserState,
  context: Context,
): Promise<PendingPerson | null> {
  const { provedSub, wrongCodes } = open.interaction;
  const pending = await (provedSub === null
    ? findSteppingUp(open, browser, context)
    : findSigningIn(open, provedSub, context));
  // After too many wrong codes, the sign-in starts over: see checkAnswer().
  return pending?.missing.step === 'factor' && wrongCodes >= maximumWrongCodes ? null : pending;
}

async function findSigningIn(open: OpenInteraction, sub: string, context: Context): Promise<PendingPerson | null> {
  const { db, now } = context;
  const { proofs } = open.interaction;
  const user = await findUserBySub(db, sub);
  if (user === null || !user.enabled || !(await isProviderUsable(open, context))) return null;
  const factors = await findPersonFactors(db, sub);
  const missing = missingFactor(open.required, { proofs, factors, isSpared: false }, now) ?? { step: 'complete' };
  if (missing.step === 'login' || missing.step === 'refuse') return null;
  // The sign-in starts over, as in a session: see nextSignInStep().
  if (missing.step === 'enrol' && !areProofsFresh(proofs, now)) return null;
  return { sub, user, factors, proofs, session: null, missing: withProof(missing, sub) };
}

async function findSteppingUp(
  open: OpenInteraction,
  browser: BrowserState,
  context: Context,
): Promise<PendingPerson | null> {
  const session = sessionFor(open, browser, context);
  const missing = await decideNext(open, session, context);
  if (session === null || (missing.step !== 'factor' && missing.step !== 'enrol')) return null;
  const { sub, user, factors, proofs } = session;
  return { sub, user, factors, proofs, session, missing: withProof(missing, sub) };
}

type Missing = Extract<NextStep, { step: 'factor' | 'enrol' }> | { readonly step: 'complete' };

/** Only a recent sign-in leads to the step that adds a factor: see nextSignInStep(). */
function withProof(missing: Missing, sub: string): PendingPerson['missing'] {
  return missing.step === 'enrol' ? { ...missing, by: proven('person', sub) } : missing;
}
