import type { Context } from '#lib/context';
import { signedInAt } from '#lib/factors/fresh-sign-in';
import { confirmingProvider } from '#lib/login/portal/start-portal';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { findProofTimes } from './proof-store';
import { proofOpenUntil } from './proof-window';
import { type WaysToConfirm, waysToConfirm } from './ways-to-confirm';

/** What the forms of a page show when the proof is no longer recent. */
export type StepUpView = WaysToConfirm & {
  /** The username whose password is asked for. */
  readonly name: string;
  /** The name of the provider where the person signs in again. Null if they sign in here. */
  readonly provider: string | null;
  /** In milliseconds from now: how long forms need no confirmation. Zero or less if they need one now. */
  readonly openFor: Readonly<Record<'sudo' | 'strict', number>>;
};

export async function readStepUp(session: SessionWithUser, context: Context): Promise<StepUpView> {
  const { db, now } = context;
  const times = (await findProofTimes(db, session.sid)) ?? { provedAt: signedInAt(session), usedAt: null };
  const left = (needed: 'sudo' | 'strict') => proofOpenUntil(needed, times).getTime() - now.getTime();
  return {
    ...waysToConfirm(session, context),
    name: session.user.username,
    provider: confirmingProvider(session, context)?.displayName ?? null,
    openFor: { sudo: left('sudo'), strict: left('strict') },
  };
}
