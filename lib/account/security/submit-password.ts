import type { Context, Handler } from '#lib/context';
import { run } from '#lib/db/run';
import { removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { seeOther } from '#lib/http/respond';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { turnKey } from '#lib/ratelimit/address-key';
import { knowBrowser } from '#lib/sessions/know-browser';
import { renewHandle } from '#lib/sessions/renew-handle';
import { forgetProofs, revokeUserGrants } from '#lib/sessions/session-store';
import { signOutOthers } from '#lib/sessions/sign-out';
import { voidAccountLinks } from '#lib/users/account-link-store';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import { forgetBrowsers } from '#lib/users/known-browser-store';
import { notifyPerson } from '#lib/users/notify-person';
import { hashPassword } from '#lib/users/password-hash';
import { voidPasswordLinks } from '#lib/users/password-link-store';
import { isQueueFull } from '#lib/users/password-queue';
import { setPassword } from '#lib/users/password-store';
import { carriedByOwnChoice } from '#lib/users/role-in-force';
import { type AccountResult, accountForm, type FreshPost } from '../account-form';
import { changeOwn } from '../change-own';

const field = 'new-password';

/**
 * POST /account/password/submit: changes the password, or sets the first one. `end_others` ends the other sessions and a
 * change of the address that waits for its link, and `disconnect_apps` ends all grants. In any case trusted devices and
 * waiting links to set a password end, the account forgets every other browser (security #91), and this browser gets a
 * new handle (security #99).
 */
export const handlePasswordSubmit = accountForm({
  fresh: { changesFactors: true },
  handle: async (post, context) => {
    const password = post.form.values.get('new_password') ?? '';
    const problem = await findProblem(password, post.session.user.username, context);
    if (problem !== null) return { problem, field };
    try {
      return await change(post, await hashPassword(password, turnKey(post.form.clientAddress)), context);
    } catch (error) {
      if (!isQueueFull(error)) throw error;
      return { problem: wording('login.problem.busy'), field };
    }
  },
});

async function findProblem(password: string, username: string, context: Context) {
  if (password === '') return wording('setup.problem.missing_password');
  const minimum = context.snapshot.portal.passwordMinLength;
  const problem = await findNewPasswordProblem(password, { username, minimumLength: minimum }, context);
  if (problem === 'password_too_short') return wording('setup.problem.password_too_short', { minimum });
  return problem === null ? null : wording(`setup.problem.${problem}`);
}

async function change(post: FreshPost, passwordHash: string, context: Context): Promise<AccountResult> {
  const { session, browser, form, place, origin } = post;
  const { settings, snapshot, now } = context;
  const { portal } = snapshot;
  const { sub, sid } = session;
  const cookies: string[] = [];
  const [endsOthers, disconnects] = ['end_others', 'disconnect_apps'].map((name) => form.values.has(name));
  await changeOwn(post, context, async (tx, user) => {
    // If a role waits for the person's own password, it still does. The person who chose the previous password may be
    // the one who is signed in here.
    await setPassword(tx, post.proof, { passwordHash, passwordCarries: carriedByOwnChoice(user) }, now);
    await voidPasswordLinks(tx, sub, now);
    // Whoever was signed in elsewhere could take the account over with a change of the address.
    await voidAccountLinks(tx, sub, now, endsOthers ? ['recover', 'change_email'] : ['recover']);
    await removeTrustedDevices(tx, sub);
    await forgetProofs(tx, [sub]);
    const ended = endsOthers ? await signOutOthers(tx, { sub, sid, now }) : [];
    await forgetBrowsers(tx, sub);
    const known = await knowBrowser(tx, { sub, cookieHeader: form.cookieHeader, settings, portal, now });
    await run(tx, [known.step]);
    cookies.splice(0, cookies.length, await renewHandle(tx, { browser, settings, now }), known.setCookie);
    if (disconnects) await revokeUserGrants(tx, sub, now);
    await notifyPerson(tx, user, { kind: 'password_changed', values: place }, { secret: settings.secret, now, origin });
    const details = { ended_sessions: ended.length, disconnected_apps: disconnects };
    return [{ type: 'password.changed', details }];
  });
  wakeJob(mailJob);
  wakeJob(noticeJob);
  return { done: wording('account.password.done'), to: '/account/security', cookies };
}

/** GET /.well-known/change-password: leads password managers to the page (A Well-Known URL for Changing Passwords). */
export const handleChangePassword: Handler = async (_request, { settings }) =>
  seeOther(`${settings.issuer}/account/password`);
