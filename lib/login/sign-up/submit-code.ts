import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { checkEmailCode, emailCodeAttempts } from '#lib/factors/email-code';
import { deleteEmailCode, findEmailCode } from '#lib/factors/email-code-store';
import type { HttpResponse } from '#lib/http/types';
import { canSignUp } from '#lib/protocol/required-sign-in';
import { findAddressHolders, lockAddress } from '#lib/users/address-store';
import {
  deletePendingAccount,
  findPendingAccount,
  type PendingAccount,
  redeemPendingAccount,
} from '#lib/users/pending-account-store';
import type { User } from '#lib/users/user';
import { parseUsername } from '#lib/users/username';
import { canonicalEmail } from '#lib/vocabulary/email';
import { codeNote } from '../email-code/read';
import type { OpenInteraction } from '../load-interaction';
import { acceptFirstProof } from '../proofs/accept-first-proof';
import { interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { toPage, toPageWith } from '../respond';
import { type SignUpProblem, storedProblems } from './input';
import { type SignUpCode, sendSignUpCode } from './send-code';
import { createNewcomer } from './submit';

/**
 * POST /signup/code/submit: with the right code, creates the account with a verified address and signs the person in.
 * If five are wrong or the code is over, the sign-up starts over. The form can also send another code, or cancel.
 */
export const handleSignUpCodeSubmit = interactionForm(async ({ form, decision, open, request }, context) => {
  const { hash } = open.interaction;
  if (decision === 'cancel') {
    await forget(hash, context);
    return cancelSignIn(open, form, context);
  }
  const account = await findPendingAccount(context.db, hash, context.now);
  if (account === null || !canSignUp(open.required)) return toPage('signup', open, context);
  switch (decision) {
    case 'continue':
      return proveAddress(open, form, context);
    case 'resend':
      return sendAgain({ account, open, request }, context);
    default:
      return null;
  }
});

/** After too many wrong codes, another one does not help. */
async function sendAgain(again: SignUpCode, context: Context): Promise<HttpResponse> {
  const { open } = again;
  const code = await findEmailCode(context.db, open.interaction.hash, 'sign_up');
  if (code === null || code.failures >= emailCodeAttempts) return startOver('code_over', open, context);
  await sendSignUpCode(again, context);
  return toPageWith({ problem: codeNote('resent') }, 'signup/code', open, context);
}

async function proveAddress(open: OpenInteraction, form: PostedForm, context: Context): Promise<HttpResponse> {
  const { db, now, settings } = context;
  const { hash } = open.interaction;
  const typed = form.values.get('code')?.trim() ?? '';
  if (typed === '') return toPageWith({ problem: codeNote('missing_code') }, 'signup/code', open, context);
  const answer = { hash, purpose: 'sign_up', typed } as const;
  const result = await checkEmailCode(db, answer, { secret: settings.secret, now });
  switch (result.outcome) {
    case 'wrong':
      return toPageWith({ problem: codeNote('wrong_code') }, 'signup/code', open, context);
    case 'over':
      return startOver('code_over', open, context);
    case 'right':
      return createAndSignIn(open, form, result.email, context);
    default:
      return result satisfies never;
  }
}

/** Nothing is deleted, because another request may be about to use the code. The form creates a new one. */
async function startOver(problem: SignUpProblem, open: OpenInteraction, context: Context): Promise<HttpResponse> {
  return toPageWith({ problem: storedProblems([problem]) }, 'signup', open, context);
}

async function forget(hash: string, { db }: Context): Promise<void> {
  await transaction(db, async (tx) => {
    await deletePendingAccount(tx, hash);
    await deleteEmailCode(tx, hash);
  });
}

/** The account no longer waits, or another one proved the address first. */
class NotProved extends Error {
  override readonly name = 'NotProved';
}

/** @param proved the address of the code; a form that was sent at the same time may have replaced it */
async function createAndSignIn(
  open: OpenInteraction,
  form: PostedForm,
  proved: string,
  context: Context,
): Promise<HttpResponse> {
  const findUser = async (tx: Transaction) => {
    const pending = await redeemPendingAccount(tx, open.interaction.hash, context.now);
    if (pending === null || pending.email !== proved) throw new NotProved('no account waits here with this address');
    return createProved(tx, { pending, open, form }, context);
  };
  try {
    const proof = { factor: 'password', at: context.now } as const;
    return await acceptFirstProof(
      { open, caller: form, proof, remember: false, via: 'sign_up', user: findUser },
      context,
    );
  } catch (error) {
    if (isUniqueViolation(error)) return startOver('username_taken', open, context);
    if (error instanceof Error && error.name === 'NotProved') return startOver('code_over', open, context);
    throw error;
  }
}

type Proved = { readonly pending: PendingAccount; readonly open: OpenInteraction; readonly form: PostedForm };

async function createProved(tx: Transaction, { pending, open, form }: Proved, context: Context): Promise<User> {
  const { now } = context;
  const { email, name, passwordHash } = pending;
  const canonical = canonicalEmail(email);
  const username = parseUsername(pending.username ?? email);
  if (canonical === null || username === null) throw new Error('a stored account has a name and an address');
  await lockAddress(tx, canonical, now);
  // If two accounts wait for one address, the first to prove it gets it (security #116).
  if ((await findAddressHolders(tx, canonical)).length > 0) throw new NotProved('another account has the address');
  const claims = { ...(name !== null && { name }), email, email_verified: true };
  const newcomer = { ...username, passwordHash, claims };
  return createNewcomer(tx, newcomer, { open, caller: form, details: { email_verified: true } }, context);
}
