import type { Context } from '#lib/context';
import type { Handle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { isUniqueViolation } from '#lib/db/transaction';
import { type AccountFactors, findPersonFactors } from '#lib/factors/person-factors-store';
import { linkOf, type Proof } from '#lib/factors/proof';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { forgetNotes } from '#lib/interactions/interaction-store';
import { missingFactor, type SignInStep } from '#lib/interactions/next-step';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { AccountChanged } from '#lib/sessions/sign-in';
import { createPasswordLink } from '#lib/users/password-link';
import { continueInteraction, toNextStep } from '../continue-interaction';
import { transferClaim } from '../device/claim';
import { linkProved } from '../federation/link-proved';
import type { OpenInteraction } from '../load-interaction';
import { toPageWith, withCookies } from '../respond';
import { type NewSession, recordUpstreamSession, startSession } from './start-session';

/** The result of a proof, in its transaction. */
export type Written =
  /** An administrator requires a new password. This is the link to set it. */
  | { readonly setPassword: Handle }
  | { readonly session: SessionWithUser; readonly setCookie: readonly string[] }
  | { readonly missing: SignInStep };

type Started = Extract<Written, { readonly session: SessionWithUser }>;

/** Starts a session. A person who must set a new password gets a link instead, and then signs in with the new one. */
export async function start(
  tx: Transaction,
  { factors, ...rest }: NewSession & { readonly factors: AccountFactors },
  context: Context,
): Promise<Started | Extract<Written, { readonly setPassword: Handle }>> {
  const { user, authentication } = rest;
  if (needsNewPassword(factors, authentication.proofs)) {
    const link = { sub: user.sub, carries: user.passwordCarries, now: context.now };
    return { setPassword: (await createPasswordLink(tx, link)).handle };
  }
  const { mustSetPassword: _, ...own } = factors;
  const session = { ...rest, factors: own };
  const started = await startSession(tx, session, context);
  await recordUpstreamSession(
    tx,
    { session: started.session, interactionHash: session.open.interaction.hash },
    context,
  );
  return started;
}

type Answering = Pick<NewSession, 'open' | 'caller'> & { readonly browser: BrowserState };

/** Continues to the page of the missing step, or to the target. */
export async function answer(
  { open, caller, browser }: Answering,
  written: Written,
  context: Context,
): Promise<HttpResponse> {
  if ('missing' in written) return toNextStep(open, written.missing, { session: null, caller }, context);
  if ('setPassword' in written) return seeOther(`${context.settings.issuer}/setup?token=${written.setPassword}`);
  const { session, setCookie } = written;
  await run(context.db, [forgetNotes(open.interaction)]);
  await transferClaim(open, browser, session, context);
  const asker = { ...caller, started: { sid: session.sid, setCookie } };
  return withCookies(await continueInteraction(open, session, asker, context), setCookie);
}

/** Returns to the sign-in page if the account or the interaction changed between the proof and the session. */
export async function startOverIfChanged<Answer>(
  open: OpenInteraction,
  context: Context,
  work: () => Promise<Answer>,
): Promise<Answer | HttpResponse> {
  try {
    return await work();
  } catch (error) {
    if (!isAccountChanged(error)) throw error;
    return toPageWith({ problem: 'invalid_credentials' }, 'login', open, context);
  }
}

export function changed(): AccountChanged {
  return new AccountChanged('the sign-in changed in the meantime');
}

/** Identified by its code, because the class exists once in each bundle. */
function isAccountChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_changed';
}

type Shown = Pick<NewSession, 'open' | 'caller' | 'user'> & { readonly proofs: readonly Proof[] };

type CheckedProofs = Pick<Shown, 'user' | 'proofs'> & {
  readonly factors: AccountFactors;
  readonly missing: SignInStep | null;
};

/**
 * Decides what is still missing after these proofs. If an identity waits to be linked and nothing is missing for that,
 * it is linked, and the sign-in continues with the proof of the provider. The password that an administrator has
 * replaced links nothing.
 * @param shown `user`: as it is stored, locked in this transaction (see lockUser())
 * @throws AccountChanged as linkProved() does
 */
export async function checkProofs(tx: Transaction, shown: Shown, context: Context): Promise<CheckedProofs> {
  const { open, user, proofs } = shown;
  const factors = await findPersonFactors(tx, user.sub);
  const missing = missingFactor(open.required, { proofs, factors, isSpared: false }, context.now);
  const links = linkOf(proofs) !== null && !needsNewPassword(factors, proofs);
  if (missing !== null || !links) return { user, proofs, factors, missing };
  return checkProofs(tx, { ...shown, ...(await linkProved(tx, shown, context)) }, context);
}

/** Whether a person who has shown their password must set a new one, because an administrator requires it. */
function needsNewPassword({ mustSetPassword }: AccountFactors, proofs: readonly Proof[]): boolean {
  return mustSetPassword && proofs.some(({ factor }) => factor === 'password');
}

/** Repeats the work once if another request took a unique value meanwhile. The second attempt finds that value. */
export async function retryIfTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}
