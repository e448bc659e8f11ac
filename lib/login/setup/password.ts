import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import { forgetConsentsOfUser } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { type Caller, callerOf, placeOfCaller } from '#lib/sessions/caller';
import { knowBrowser } from '#lib/sessions/know-browser';
import { signOutUser } from '#lib/sessions/sign-out';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { notifyPerson } from '#lib/users/notify-person';
import { hashPassword } from '#lib/users/password-hash';
import { findPasswordLink, redeemPasswordLink } from '#lib/users/password-link';
import { passwordProblems } from '#lib/users/password-policy';
import { isQueueFull } from '#lib/users/password-queue';
import type { User } from '#lib/users/user';
import { lockUser } from '#lib/users/user-store';
import { problemPage } from '../problem-page';
import { mailOrigin, readPostedForm } from '../read-form';
import { respondProblem, withCookies } from '../respond';

const setupProblems = ['missing_password', ...passwordProblems, 'mismatch'] as const;

/** The problem of a new password. The catalog key is `setup.problem.<code>`. */
export type SetupProblem = (typeof setupProblems)[number];

export type SetupForm = {
  readonly page: 'setup';
  /** The token of the one-time link: a hidden input with the value from the address. */
  readonly token: string;
  readonly username: string;
  readonly minimumLength: number;
  readonly problem: SetupProblem | null;
};

/** `setup-invalid`: the link is unknown, used or expired. */
type SetupPage = SetupForm | { readonly page: 'setup-done' } | { readonly page: 'setup-invalid' };

type SetupInput = { readonly token: string | null; readonly problem: string | null; readonly done: boolean };

/** The page /setup. Reading it does not use up the link, so a mail scanner that follows it does no harm. */
export async function readSetupPage(context: Context, { token, problem, done }: SetupInput): Promise<SetupPage> {
  if (done) return { page: 'setup-done' };
  const user = await findLinkUser(token, context);
  if (token === null || user === null) return { page: 'setup-invalid' };
  const known = setupProblems.find((code) => code === problem) ?? null;
  const minimumLength = context.snapshot.portal.passwordMinLength;
  return { page: 'setup', token, username: user.username, minimumLength, problem: known };
}

/**
 * POST /setup/submit: sets the password once and ends the person's sessions. The token authorizes it. No session is
 * needed or created. A problem returns to the page as a code in its address, because there is no other place to store
 * it. If the token is no longer valid, no problem is returned.
 */
export async function handleSetupSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const token = form.values.get('token') ?? '';
  const user = await findLinkUser(token, context);
  if (user === null) return toSetup({}, context);
  const password = form.values.get('password') ?? '';
  const typed = { password, confirmation: form.values.get('confirmation') ?? '' };
  const problem = await findSetupProblem(typed, user.username, context);
  if (problem !== null) return toSetup({ token, problem }, context);
  try {
    const link = { token, person: user, caller: callerOf(request), origin: await mailOrigin(request, null, context) };
    const knownAs = await setOnce(link, await hashPassword(password), context);
    if (knownAs === null) return toSetup({}, context);
    wakeJob(mailJob);
    wakeJob(noticeJob);
    return withCookies(toSetup({ done: '1' }, context), [knownAs]);
  } catch (error) {
    if (isQueueFull(error)) return respondProblem(problemPage(503, 'unavailable', context), error.retryAfterSeconds);
    throw error;
  }
}

async function findSetupProblem(
  { password, confirmation }: { readonly password: string; readonly confirmation: string },
  username: string,
  context: Context,
): Promise<SetupProblem | null> {
  if (password === '') return 'missing_password';
  const { passwordMinLength: minimumLength } = context.snapshot.portal;
  const problem = await findNewPasswordProblem(password, { username, minimumLength }, context);
  return problem ?? (password === confirmation ? null : 'mismatch');
}

async function findLinkUser(token: string | null, { db, now }: Context): Promise<User | null> {
  if (token === null || token === '' || token.length > maximumHandle) return null;
  const user = await findPasswordLink(db, token, now);
  return user?.enabled ? user : null;
}

type UsedLink = {
  readonly token: string;
  readonly person: User;
  readonly caller: Caller;
  readonly origin: MailOrigin;
};

/**
 * Afterwards the account knows only this browser, so the person can sign in while strangers guess. A person who had a
 * password is notified that it was replaced.
 * @returns the Set-Cookie that makes the browser known; null if another request used the link first
 */
async function setOnce(
  { token, person, caller, origin }: UsedLink,
  passwordHash: string,
  { db, now, requestId, settings, snapshot }: Context,
): Promise<string | null> {
  return transaction(db, async (tx) => {
    // An account that was disabled meanwhile does not use up the link.
    if ((await lockUser(tx, person.sub)) === null) return null;
    const redeemed = await redeemPasswordLink(tx, { handle: token, passwordHash }, { snapshot, now });
    if (redeemed === null) return null;
    await signOutUser(tx, { sub: redeemed.sub, now });
    if (redeemed.hasVerified) await forgetConsentsOfUser(tx, redeemed.sub);
    const { cookieHeader, clientAddress: address } = caller;
    const known = await knowBrowser(tx, { sub: redeemed.sub, cookieHeader, settings, portal: snapshot.portal, now });
    await run(tx, [known.step]);
    if (person.passwordHash !== null) {
      const alarm = { kind: 'password_changed' as const, values: placeOfCaller(caller) };
      await notifyPerson(tx, person, alarm, { secret: settings.secret, now, origin });
    }
    const told = (type: AuditEventType, details = {}) =>
      personEvent({ type, person, client: null, address, requestId, details });
    const lost = redeemed.removed.map(({ type, details }) => told(type, details));
    const verified = redeemed.hasVerified ? [told('email.verified')] : [];
    await recordEvents(tx, [told('password.changed'), ...verified, ...lost], now);
    return known.setCookie;
  });
}

function toSetup(query: Readonly<Record<string, string>>, { settings }: Context): HttpResponse {
  const parameters = new URLSearchParams(query);
  return seeOther(`${settings.issuer}/setup${parameters.size === 0 ? '' : `?${parameters}`}`);
}
