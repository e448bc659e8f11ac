import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import { startAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { json, seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { limitChallenges } from '#lib/login/passkey/challenge';
import { problemPage } from '#lib/login/problem-page';
import { mailOrigin, type PostedForm, readPostedForm } from '#lib/login/read-form';
import { respondProblem, withCookies } from '#lib/login/respond';
import { turnKey } from '#lib/ratelimit/address-key';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { savePendingPassword } from '#lib/users/account-link-store';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import { hashPassword } from '#lib/users/password-hash';
import { isQueueFull } from '#lib/users/password-queue';
import { findRecovery, type OpenRecovery } from './find-recovery';
import type { ResetProblem } from './read-reset-page';
import { recoverAccount } from './recover-account';
import { checkRecoveryFactor, recoveryFactors, type UseAnswer } from './recovery-factor';

type Posted = OpenRecovery & { readonly token: string; readonly form: PostedForm; readonly request: HttpRequest };

/**
 * POST /recover/reset/submit: sets the new password, once. If the account has a second factor, it is required before
 * anything changes. Until then, the link stores the hash of the password. The token authorizes the form, and no session
 * is needed or created. A problem is passed to the page as a code in its address, because there is no other place to
 * store it. If a link does not work, its token is removed from the address.
 */
export async function handleResetSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const token = form.values.get('token') ?? '';
  const recovery = await findRecovery(token, context);
  if (recovery === null) return toReset({}, form, context);
  const posted = { ...recovery, token, form, request };
  return form.values.has('method') ? handleFactor(posted, context) : handlePassword(posted, context);
}

async function handlePassword(posted: Posted, context: Context): Promise<HttpResponse> {
  const { form, token, person, request } = posted;
  const password = form.values.get('new_password') ?? '';
  const problem = await findResetProblem(password, person.username, context);
  if (problem !== null) return toReset({ token, problem }, form, context);
  try {
    const passwordHash = await hashPassword(password, turnKey(request.clientAddress));
    return await finish(posted, { passwordHash }, context);
  } catch (error) {
    if (isQueueFull(error)) return respondProblem(problemPage(503, 'unavailable', context), error.retryAfterSeconds);
    throw error;
  }
}

/** Handles the answer to the second-factor page. `cancel` goes back to the password. */
async function handleFactor(posted: Posted, context: Context): Promise<HttpResponse> {
  const { form, token, link, person } = posted;
  const { passwordHash } = link;
  if (form.values.get('decision') === 'cancel') {
    await savePendingPassword(context.db, link.hash, null, context.now);
    return toReset({ token }, form, context);
  }
  const method = form.values.get('method') ?? '';
  const factor = (await recoveryFactors(person.sub, context)).find((one) => one === method);
  if (passwordHash === null || factor === undefined) return toReset({ token }, form, context);
  const answer = await checkRecoveryFactor(factor, posted, form, context);
  if ('isOver' in answer) return toReset({}, form, context);
  if ('retryAfterSeconds' in answer) {
    return respondProblem(problemPage(429, 'too_many_sign_ins', context), answer.retryAfterSeconds);
  }
  if ('problem' in answer) return toReset({ token, method, problem: answer.problem }, form, context);
  return finish(posted, { passwordHash, use: answer.use }, context);
}

type Proved = { readonly passwordHash: string; readonly use?: UseAnswer };

async function finish(
  { form, token, link, request }: Posted,
  { passwordHash, use }: Proved,
  context: Context,
): Promise<HttpResponse> {
  const { clientAddress, cookieHeader } = form;
  const origin = await mailOrigin(request, null, context);
  const from = { origin, place: placeOfCaller(callerOf(request)), clientAddress, cookieHeader };
  const done = await recoverAccount({ hash: link.hash, passwordHash, ...(use && { use }), ...from }, context);
  if (done === null) return toReset({}, form, context);
  if (!('problem' in done)) return withCookies(toReset({ done: '1' }, form, context), [done.setCookie]);
  if (done.problem === 'code_used') return toReset({ token, problem: done.problem }, form, context);
  await savePendingPassword(context.db, link.hash, passwordHash, context.now);
  return toReset({ token }, form, context);
}

async function findResetProblem(password: string, username: string, context: Context): Promise<ResetProblem | null> {
  if (password === '') return 'missing_password';
  const minimumLength = context.snapshot.portal.passwordMinLength;
  return findNewPasswordProblem(password, { username, minimumLength }, context);
}

function toReset(query: Readonly<Record<string, string>>, { values }: PostedForm, { settings }: Context): HttpResponse {
  const typed = values.get('interaction') ?? '';
  const interaction = typed.length > maximumHandle ? '' : typed;
  const parameters = new URLSearchParams({ ...query, ...(interaction && { interaction }) });
  return seeOther(`${settings.issuer}/recover/reset${parameters.size === 0 ? '' : `?${parameters}`}`);
}

/** POST /recover/reset/challenge: the options of `navigator.credentials.get()`, for the script of the page. */
export async function handleResetChallenge(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return json(form.status, { problem: form.problem });
  const refused = await limitChallenges(form.clientAddress, context);
  if (refused !== null) return refused;
  const { db, settings, now } = context;
  const recovery = await findRecovery(form.values.get('token') ?? null, context);
  const isAsked = recovery !== null && recovery.link.passwordHash !== null;
  if (!isAsked || !(await recoveryFactors(recovery.person.sub, context)).includes('passkey')) {
    return json(409, { problem: 'interaction_finished' });
  }
  const asked = { purpose: 'second_factor', boundTo: recovery.link.hash, sub: recovery.person.sub } as const;
  return json(200, await startAuthentication(db, asked, { rp: relyingParty(settings), now }));
}
