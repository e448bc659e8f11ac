import type { Context } from '#lib/context';
import type { SecondFactor } from '#lib/factors/decide-factor';
import { signedInAt } from '#lib/factors/fresh-sign-in';
import type { Proof } from '#lib/factors/proof';
import { missingFactor } from '#lib/interactions/next-step';
import { confirmingProvider } from '#lib/login/portal/start-portal';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { findProofTimes } from './proof-store';
import { proofOpenUntil } from './proof-window';

/** How a person can confirm their identity inside a form. */
type WaysToConfirm = {
  /** Whether the form accepts the password. If not, the person signs in again and comes back to the form. */
  readonly password: boolean;
  /** The factors whose code is accepted. One code is required besides the password. Empty if the password is enough. */
  readonly codes: readonly CodeFactor[];
  /** Whether a passkey alone is enough. It requires scripts. */
  readonly passkey: boolean;
};

export type CodeFactor = Extract<SecondFactor, 'totp' | 'recovery'>;

/**
 * The ways in which the person of a session can confirm their identity: those that a new sign-in to the administration
 * requires. That is a passkey, or the password and the second factor. A trusted device does not count.
 */
export function waysToConfirm(
  { user, factors }: Pick<SessionWithUser, 'user' | 'factors'>,
  context: Pick<Context, 'snapshot' | 'settings' | 'now'>,
): WaysToConfirm {
  const { now: at } = context;
  const required = portalSignIn({ area: '/admin', again: true, changesFactors: false }, context);
  const missingAfter = (proof: Proof) => missingFactor(required, { proofs: [proof], factors, isSpared: false }, at);
  const shown: Proof = { factor: 'passkey', at, userVerified: true, deviceBound: false };
  const passkey = required.policy.passkeys && factors.passkeys > 0 && missingAfter(shown) === null;
  if (user.passwordHash === null) return { password: false, codes: [], passkey };
  const missing = missingAfter({ factor: 'password', at });
  if (missing === null) return { password: true, codes: [], passkey };
  const codes = missing.step === 'factor' ? missing.factors.filter(isCode) : [];
  return { password: codes.length > 0, codes, passkey };
}

function isCode(factor: SecondFactor): factor is CodeFactor {
  return factor === 'totp' || factor === 'recovery';
}

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
  const times = (await findProofTimes(db, session.sid, now)) ?? { provedAt: signedInAt(session), usedAt: null };
  const left = (needed: 'sudo' | 'strict') => proofOpenUntil(needed, times).getTime() - now.getTime();
  return {
    ...waysToConfirm(session, context),
    name: session.user.username,
    provider: confirmingProvider(session, context)?.displayName ?? null,
    openFor: { sudo: left('sudo'), strict: left('strict') },
  };
}
