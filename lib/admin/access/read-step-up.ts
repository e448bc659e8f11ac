import type { Context } from '#lib/context';
import { confirmingProvider } from '#lib/login/portal/confirming-provider';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { findProofTimes } from './proof-store';
import { proofOpenUntil } from './proof-window';
import { type WaysToConfirm, waysToConfirm } from './ways-to-confirm';

/** What the forms of a page show once the proof is no longer recent. */
export type StepUpView = WaysToConfirm & {
  /** Whose password it is. */
  readonly name: string;
  /** Of the provider at which the person signs in again; null if that is here. */
  readonly provider: string | null;
  /** In milliseconds from now: how long forms ask nothing more. Zero or less: they do already. */
  readonly openFor: Readonly<Record<'sudo' | 'strict', number>>;
};

export async function readStepUp(session: SessionWithUser, context: Context): Promise<StepUpView> {
  const { db, now } = context;
  const times = (await findProofTimes(db, session.sid)) ?? { provedAt: session.authTime, usedAt: null };
  const left = (needed: 'sudo' | 'strict') => proofOpenUntil(needed, times).getTime() - now.getTime();
  return {
    ...waysToConfirm(session, context),
    name: session.user.username,
    provider: confirmingProvider(session, context)?.displayName ?? null,
    openFor: { sudo: left('sudo'), strict: left('strict') },
  };
}
