import { z } from 'zod';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { deleteAuthenticator, saveAuthenticator } from '#lib/factors/authenticator-store';
import { cleanUpAfterRemoval } from '#lib/factors/clean-up-after-removal';
import { isTwoStep, type PersonFactors } from '#lib/factors/decide-factor';
import { firstRecoveryCodes, storeFirstCodes } from '#lib/factors/first-codes';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { checkTotpSetup } from '#lib/factors/totp-setup';
import { removeTrustedDevice, removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { form } from '#lib/forms/form';
import { once, text } from '#lib/forms/read-posted';
import { recoveryCodesHtml } from '#lib/http/html';
import { withCookies } from '#lib/http/respond';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { codesOf } from '#lib/login/enrol/submit';
import { mailJob } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { stepUp } from '#lib/sessions/step-up';
import { notifyPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { AccountGone, changeOwn } from '../change-own';
import { isNeededByPolicy } from '../passkeys/removal-problem';
import { type AccountAnswer, done, type Fresh, fresh, person, problem, type SignedIn } from '../person';
import { personFrame } from '../person-view';

/** POST /account/authenticator/submit: adds (`save`), replaces (`replace`) or removes (`remove`) the app. */
const authenticatorForm = form('/account/authenticator/submit', {
  who: person,
  proof: fresh,
  fields: { setup: text(10_000), code: once(10_000), decision: z.enum(['save', 'replace', 'remove']) },
  handle: async (post, { decision, ...answer }, _, context) => {
    switch (decision) {
      case 'save':
      case 'replace':
        return save(post, answer, context);
      case 'remove':
        return remove(post, context);
    }
  },
});

type SetupAnswer = Parameters<typeof checkTotpSetup>[0];

async function save(post: Fresh, answer: SetupAnswer, context: Context): Promise<AccountAnswer> {
  const { settings, snapshot, now } = context;
  const { secret } = settings;
  const { sub, sid, factors, user } = post.session;
  const checked = checkTotpSetup(answer, { sub, boundTo: sid }, { secret, now });
  if ('problem' in checked) return problem(wording(`factor.problem.${checked.problem}`), 'code');
  const created = await firstRecoveryCodes(factors);
  const codes: string[] = [];
  const cookies: string[] = [];
  await changeOwn(post, context, async (tx, stored) => {
    const present = await findPersonFactors(tx, sub);
    const first = await storeFirstCodes(tx, post.proof, present, created, now);
    codes.splice(0, codes.length, ...first);
    const shown = await showInSession(tx, post, { factor: 'totp', at: now }, context);
    cookies.splice(0, cookies.length, ...shown);
    await saveAuthenticator(tx, post.proof, checked, { secret, now });
    // The former app may have been lost together with a trusted device (security #183).
    if (present.totp) await cleanUpAfterRemoval(tx, post.proof);
    await tell(tx, stored, 'factor_added', post, context);
    return [{ type: 'factor.added', details: { factor: 'totp', replaced: present.totp } }];
  });
  wakeJob(mailJob);
  if (codes.length === 0) return done(wording('account.authenticator.added'), post, context, { cookies });
  const next = { kind: 'link', href: '/account/security' } as const;
  const frame = personFrame(user, snapshot);
  const page = recoveryCodesHtml({
    codes,
    account: codesOf(user, post.caller, context),
    page: 'account-recovery-codes',
    next,
    frame,
  });
  return { response: withCookies(page, cookies) };
}

async function remove(post: Fresh, context: Context): Promise<AccountAnswer> {
  const { sub, factors } = post.session;
  const policy = policyOf(portalScope, context);
  const isNeeded = (present: PersonFactors) => isNeededByPolicy({ policy, factors: { ...present, totp: false } });
  const needed = problem(wording('account.authenticator.needed'));
  // So that nobody is asked to confirm in vain.
  if (isNeeded(factors)) return needed;
  if (!post.isConfirmed) {
    const heading = wording('account.authenticator.confirm');
    const isKept = isTwoStep({ policy, factors: { ...factors, totp: false } });
    const text = wording(isKept ? 'account.authenticator.confirm_text_kept' : 'account.authenticator.confirm_text');
    return { again: { confirm: { heading, text, button: wording('action.remove') } } };
  }
  const refused = await changeOwn(post, context, async (tx, user) => {
    if (isNeeded(await findPersonFactors(tx, sub))) return { refused: needed };
    if (!(await deleteAuthenticator(tx, post.proof))) return [];
    await cleanUpAfterRemoval(tx, post.proof);
    await tell(tx, user, 'factor_removed', post, context);
    return [{ type: 'factor.removed', details: { factor: 'totp' } }];
  });
  if (refused !== null) return refused;
  wakeJob(mailJob);
  return done(wording('account.authenticator.removed'), post, context, { to: '/account/security' });
}

async function tell(
  tx: Transaction,
  user: User,
  kind: 'factor_added' | 'factor_removed',
  { place, origin }: SignedIn,
  { settings, now }: Context,
): Promise<void> {
  await notifyPerson(
    tx,
    user,
    { kind, values: { factor: 'totp', ...place } },
    { secret: settings.secret, now, origin },
  );
}

/**
 * Counts a newly added factor as shown in this session, so the person is not asked for it immediately.
 * @returns the Set-Cookie values of the response
 */
export async function showInSession(
  tx: Transaction,
  { browser, session }: Pick<SignedIn, 'browser' | 'session'>,
  proof: Proof,
  { settings, now }: Context,
): Promise<readonly string[]> {
  const stepped = await stepUp(tx, { settings, browser, session, proof, now });
  if (stepped === null) throw new AccountGone('the session ended meanwhile');
  return stepped.setCookie;
}

/**
 * POST /account/recovery-codes/submit: creates new codes (`renew`), which only this response shows. The previous codes
 * become void.
 */
const recoveryCodesForm = form('/account/recovery-codes/submit', {
  who: person,
  proof: fresh,
  fields: { decision: z.literal('renew') },
  handle: async (post, _, __, context) => {
    const { settings, snapshot, now } = context;
    const { sub, user } = post.session;
    const codes = await createRecoveryCodes();
    const refused = await changeOwn(post, context, async (tx, stored) => {
      const { totp, passkeys } = await findPersonFactors(tx, sub);
      if (!totp && passkeys === 0) return { refused: problem(wording('account.recovery_codes.needs_factor')) };
      await replaceRecoveryCodes(tx, post.proof, codes, now);
      const { place, origin } = post;
      const values = { factor: 'recovery', ...place } as const;
      await notifyPerson(tx, stored, { kind: 'factor_added', values }, { secret: settings.secret, now, origin });
      return [{ type: 'factor.added', details: { factor: 'recovery' } }];
    });
    if (refused !== null) return refused;
    wakeJob(mailJob);
    const next = { kind: 'link', href: '/account/security' } as const;
    const frame = personFrame(user, snapshot);
    const account = codesOf(user, post.caller, context);
    return {
      response: recoveryCodesHtml({ codes: codes.codes, account, page: 'account-recovery-codes', next, frame }),
    };
  },
});

/** POST /account/trusted-devices/submit: stops trusting one device (`remove`) or all of them (`remove_all`). */
const trustedDevicesForm = form('/account/trusted-devices/submit', {
  who: person,
  proof: 'none',
  fields: { device: once(100), decision: z.enum(['remove', 'remove_all']) },
  handle: async (post, { device, decision }, _, context) => {
    switch (decision) {
      case 'remove':
        return removeOne(post, device, context);
      case 'remove_all':
        return post.isConfirmed ? removeAll(post, context) : askBack();
    }
  },
});

/** A device of another person, or one that no longer exists, is ignored. */
async function removeOne(post: SignedIn, id: string, context: Context): Promise<AccountAnswer> {
  await changeOwn(post, context, async (tx, { sub }) =>
    (await removeTrustedDevice(tx, sub, id)) ? [{ type: 'factor.updated', details: { trusted_devices: 1 } }] : [],
  );
  return done(wording('account.trusted.removed'), post, context);
}

function askBack(): AccountAnswer {
  const button = wording('account.trusted.remove_all');
  return { again: { confirm: { heading: button, text: wording('account.trusted.remove_text'), button } } };
}

async function removeAll(post: SignedIn, context: Context): Promise<AccountAnswer> {
  await changeOwn(post, context, async (tx, { sub }) => {
    const count = await removeTrustedDevices(tx, sub);
    return count === 0 ? [] : [{ type: 'factor.updated', details: { trusted_devices: count } }];
  });
  return done(wording('account.trusted.removed_all'), post, context);
}

export const factorForms = [authenticatorForm, recoveryCodesForm, trustedDevicesForm];
