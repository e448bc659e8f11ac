import type { Context } from '#lib/context';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { mailOrigin } from '#lib/login/mail-origin';
import { problemPage } from '#lib/login/problem-page';
import { readPostedForm } from '#lib/login/read-form';
import { requestPlace } from '#lib/login/request-place';
import { respondProblem, withCookies } from '#lib/login/respond';
import { turnKey } from '#lib/ratelimit/address-key';
import { hashPassword } from '#lib/users/password-hash';
import { findPasswordProblem } from '#lib/users/password-policy';
import { isQueueFull } from '#lib/users/password-queue';
import { hasSecondFactor } from '#lib/users/recovered-store';
import type { ResetProblem } from './read-reset-page';
import { findRecovery, recoverAccount } from './recover-account';

/**
 * POST /recover/reset/submit: sets the new password once. The token authorizes it; no session is needed or made. A
 * problem returns to the page as a code in its address, because there is no other place to store it; a link that does not
 * work leaves the address.
 */
export async function handleResetSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const token = form.values.get('token') ?? '';
  const recovery = await findRecovery(token, context);
  if (recovery === null) return toReset({}, context);
  const { link, person } = recovery;
  // Whoever reads the mails of a person has no second factor yet.
  if (await hasSecondFactor(context.db, person.sub)) return toReset({}, context);
  const password = form.values.get('new_password') ?? '';
  const problem = findResetProblem(password, person.username, context.snapshot.portal.passwordMinLength);
  if (problem !== null) return toReset({ token, problem }, context);
  try {
    const passwordHash = await hashPassword(password, turnKey(request.clientAddress));
    const { clientAddress, cookieHeader } = form;
    const origin = await mailOrigin(request, null, context);
    const from = { origin, place: requestPlace(request), clientAddress, cookieHeader };
    const knownAs = await recoverAccount({ hash: link.hash, passwordHash, ...from }, context);
    return knownAs === null ? toReset({}, context) : withCookies(toReset({ done: '1' }, context), [knownAs]);
  } catch (error) {
    if (isQueueFull(error)) return respondProblem(problemPage(503, 'unavailable', context), error.retryAfterSeconds);
    throw error;
  }
}

function findResetProblem(password: string, username: string, minimumLength: number): ResetProblem | null {
  return password === '' ? 'missing_password' : findPasswordProblem(password, username, minimumLength);
}

function toReset(query: Readonly<Record<string, string>>, { settings }: Context): HttpResponse {
  const parameters = new URLSearchParams(query);
  return seeOther(`${settings.issuer}/recover/reset${parameters.size === 0 ? '' : `?${parameters}`}`);
}
