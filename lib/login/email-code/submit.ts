import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { checkEmailCode, emailCodeAttempts, isEmailCodeOver } from '#lib/factors/email-code';
import { findEmailCode } from '#lib/factors/email-code-store';
import { forgetFailuresOf } from '#lib/factors/failure-store';
import type { HttpResponse } from '#lib/http/types';
import { metrics } from '#lib/metrics/metrics';
import { mayEnter } from '#lib/protocol/request-tenant';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { otherWaysIn } from '#lib/users/other-ways-in';
import { reserveStrangerAttempt, type StrangerAttempt } from '#lib/users/stranger-attempt';
import type { User } from '#lib/users/user';
import { findUserBySub, lockUser } from '#lib/users/user-store';
import { browserText } from '#lib/vocabulary/browser-words';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import { comesFromKnownBrowser } from '../current-session';
import type { OpenInteraction } from '../load-interaction';
import { emailCodeMethod } from '../methods/email-code';
import { acceptFirstProof } from '../proofs/accept-first-proof';
import { changed } from '../proofs/after-proof';
import { interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { asRefused, toPage, toPageWith } from '../respond';
import { codeNote } from './read';
import { sendSignInCode } from './send';

/** Anybody can send wrong codes, so the number of recorded failures is limited. */
const recorded = { name: 'email-code-failed', perAddress: 100, windowSeconds: 900 } as const;

type Posted = { readonly open: OpenInteraction; readonly form: PostedForm };

/**
 * POST /login/code/submit: accepts the right code as the first factor, and continues the sign-in. After five wrong
 * codes, or when the code is over, the sign-in starts over. The form can also send another code, or cancel.
 */
export const handleSignInCodeSubmit = interactionForm(async ({ form, decision, open, request }, context) => {
  if (decision === 'cancel') return cancelSignIn(open, form, context);
  const code = await findEmailCode(context.db, open.interaction.hash, 'sign_in');
  if (code === null || !emailCodeMethod.isAllowed(open.required)) return toPage('login', open, context);
  switch (decision) {
    case 'continue':
      if (isEmailCodeOver(code, context.now)) return startOver(open, context);
      return checkCode({ open, form }, code.sub, context);
    case 'resend':
      if (code.failures >= emailCodeAttempts) return startOver(open, context);
      await sendSignInCode({ open, request, typed: open.interaction.username ?? '', isNew: false }, context);
      return toPageWith({ problem: codeNote('resent') }, 'login/code', open, context);
    default:
      return null;
  }
});

/** @param sub the account of the code; null for an unknown name */
async function checkCode({ open, form }: Posted, sub: string | null, context: Context): Promise<HttpResponse> {
  const { db, now, settings } = context;
  const typed = form.values.get('code')?.trim() ?? '';
  if (typed === '') return toPageWith({ problem: codeNote('missing_code') }, 'login/code', open, context);
  const stranger = await reserveAsStranger({ open, form }, sub, context);
  const answer = {
    hash: open.interaction.hash,
    purpose: 'sign_in',
    typed: stranger === 'stopped' ? '' : typed,
  } as const;
  const result = await checkEmailCode(db, answer, { secret: settings.secret, now });
  if (result.outcome === 'right') return signIn({ open, form }, result, context);
  if (stranger !== null && stranger !== 'stopped') await stranger.fail();
  await recordFailure({ open, form }, sub, 'wrong_code', context);
  if (result.outcome === 'over') return startOver(open, context);
  return asRefused('wrong_code', toPageWith({ problem: codeNote('wrong_code') }, 'login/code', open, context));
}

/**
 * Reserves an attempt of a stranger. The statements are the same for an unknown name, whose attempts are all stopped.
 * @returns null in a browser that the account knows
 */
async function reserveAsStranger(
  { open, form }: Posted,
  sub: string | null,
  context: Context,
): Promise<StrangerAttempt | 'stopped' | null> {
  const { db, now, settings, snapshot } = context;
  const user = await findUserBySub(db, sub ?? '');
  if (await comesFromKnownBrowser(sub ?? '', form, context)) return null;
  const ways = { ...open.required.policy, providers: snapshot.providers };
  const others = async () => (user === null ? [] : otherWaysIn(db, { user, without: 'email', ways }));
  const who = { db, secret: settings.secret, now, user, factor: 'email', others } as const;
  const reserved = await reserveStrangerAttempt(who);
  return 'problem' in reserved ? 'stopped' : reserved;
}

async function signIn(
  { open, form }: Posted,
  { sub, email }: { readonly sub: string | null; readonly email: string },
  context: Context,
): Promise<HttpResponse> {
  const user = sub === null ? null : await findUserBySub(context.db, sub);
  // A former address of the account proves nothing about its holder.
  const isHolder = (found: User) => found.enabled && provedAddress(found.claims) === canonicalEmail(email);
  if (user === null || !isHolder(user)) return startOver(open, context);
  // The code was right, so its attempt was no failure.
  await forgetFailuresOf(context.db, user.sub, 'email');
  if (!mayEnter(user, open.required.tenant)) {
    await recordFailure({ open, form }, user.sub, 'wrong_tenant', context);
    return asRefused('wrong_tenant', toPageWith({ problem: 'wrong_tenant' }, 'login', open, context));
  }
  const proof = { factor: 'email', at: context.now } as const;
  metrics().signIns.inc({ outcome: 'success' });
  const { remember } = open.interaction;
  // Whoever has the address again may be undoing its change.
  const findHolder = async (tx: Transaction) => {
    const held = await lockUser(tx, user.sub);
    if (held === null || !isHolder(held)) throw changed();
    return held;
  };
  return acceptFirstProof({ open, caller: form, proof, remember, via: 'sign_in', user: findHolder }, context);
}

async function startOver(open: OpenInteraction, context: Context): Promise<HttpResponse> {
  return asRefused('code_over', toPageWith({ problem: 'code_over' }, 'login', open, context));
}

async function recordFailure(
  { open, form }: Posted,
  sub: string | null,
  problem: 'wrong_code' | 'wrong_tenant',
  { db, now, requestId }: Context,
): Promise<void> {
  metrics().signIns.inc({ outcome: problem });
  if (!(await reserveAddress(db, form.clientAddress, recorded, now)).allowed) return;
  const person = await findUserBySub(db, sub ?? '');
  const typedName = open.interaction.username ?? '';
  const browser = browserText(form.userAgent);
  const facts = { person, typedName, client: open.client, address: form.clientAddress, browser, requestId };
  const details = { problem, via: 'email_code' };
  await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
}
