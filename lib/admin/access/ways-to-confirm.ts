import type { Context } from '#lib/context';
import type { SecondFactor } from '#lib/factors/decide-factor';
import { missingFactor } from '#lib/interactions/next-step';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';

/** What somebody can show inside a form to confirm that it is them. */
export type WaysToConfirm = {
  /** Whether the password counts there. Otherwise the person signs in again, and comes back to the form. */
  readonly password: boolean;
  /** The factors of which one is shown as a code beside it; empty if the password is enough. */
  readonly codes: readonly CodeFactor[];
};

export type CodeFactor = Extract<SecondFactor, 'totp' | 'recovery'>;

const elsewhere: WaysToConfirm = { password: false, codes: [] };

/**
 * How the person of a session confirms: with the password, and with a second factor where a new sign-in to the
 * administration would ask for one. A trusted device spares nobody.
 */
export function waysToConfirm(
  { user, factors }: Pick<SessionWithUser, 'user' | 'factors'>,
  context: Pick<Context, 'snapshot' | 'settings' | 'now'>,
): WaysToConfirm {
  const { now } = context;
  if (user.passwordHash === null) return elsewhere;
  const required = portalSignIn({ area: '/admin', again: true, changesFactors: false }, context);
  const proofs = [{ factor: 'password', at: now }] as const;
  const missing = missingFactor(required, { proofs, factors, isSpared: false }, now);
  if (missing === null) return { password: true, codes: [] };
  const codes = missing.step === 'factor' ? missing.factors.filter(isCode) : [];
  return codes.length === 0 ? elsewhere : { password: true, codes };
}

function isCode(factor: SecondFactor): factor is CodeFactor {
  return factor === 'totp' || factor === 'recovery';
}
