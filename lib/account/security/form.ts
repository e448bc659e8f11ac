import type { Context, Handler } from '#lib/context';
import { run } from '#lib/db/run';
import { removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { defaultLimits } from '#lib/http/limits';
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
import { changeOwn } from '../change-own';
import { type AccountAnswer, done, type Fresh, fresh, person, problem } from '../person';

const field = 'new-password';

/**
 * POST /account/password/submit: changes the password, or sets the first one. `end_others` ends the other sessions and a
 * change of the address that waits for its link, and `disconnect_apps` ends all grants. In any case trusted devices and
 * waiting links to set a password end, the account forgets every other browser (security #91), and this browser gets a
 * new handle (security #99).
 */
export const passwordForm = form('/account/password/submit', {
  who: person,
  proof: fresh,
  fields: { new_password: once(defaultLimits.pageBodyBytes), end_others: once(20), disconnect_apps: once(20) },
  handle: async (post, { new_password: password, ...ticked }, _, context) => {
    const found = await findProblem(password, post.session.user.username, context);
    if (found !== null) return problem(found, field);
    const [endsOthers, disconnects] = [ticked.end_others !== '', ticked.disconnect_apps !== ''];
    try {
      const passwordHash = await hashPassword(password, turnKey(post.caller.clientAddress));
      return await change(post, { passwordHash, endsOthers, disconnects }, context);
    } catch (error) {
      if (!isQueueFull(error)) throw error;
      return problem(wording('login.problem.busy'), field);
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

type Change = { readonly passwordHash: string; readonly endsOthers: boolean; readonly disconnects: boolean };

async function change(post: Fresh, wanted: Change, context: Context): Promise<AccountAnswer> {
  const { session, browser, caller, place, origin } = post;
  const { passwordHash, endsOthers, disconnects } = wanted;
  const { settings, snapshot, now } = context;
  const { portal } = snapshot;
  const { sub, sid } = session;
  const cookies: string[] = [];
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
    const known = await knowBrowser(tx, { sub, cookieHeader: caller.cookieHeader, settings, portal, now });
    await run(tx, [known.step]);
    cookies.splice(0, cookies.length, await renewHandle(tx, { browser, settings, now }), known.setCookie);
    if (disconnects) await revokeUserGrants(tx, sub, now);
    await notifyPerson(tx, user, { kind: 'password_changed', values: place }, { secret: settings.secret, now, origin });
    const details = { ended_sessions: ended.length, disconnected_apps: disconnects };
    return [{ type: 'password.changed', details }];
  });
  wakeJob(mailJob);
  wakeJob(noticeJob);
  return done(wording('account.password.done'), post, context, { to: '/account/security', cookies });
}

/** GET /.well-known/change-password: leads password managers to the page (A Well-Known URL for Changing Passwords). */
export const handleChangePassword: Handler = async (_request, { settings }) =>
  seeOther(`${settings.issuer}/account/password`);
