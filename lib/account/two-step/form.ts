import { z } from 'zod';
import type { Context } from '#lib/context';
import { hasSecondFactor, isTwoStep } from '#lib/factors/decide-factor';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { setTwoStep } from '#lib/factors/two-step-store';
import { form } from '#lib/forms/form';
import { noPage } from '#lib/http/html';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { notifyPerson } from '#lib/users/notify-person';
import { changeOwn } from '../change-own';
import { type AccountAnswer, done, type Fresh, fresh, person, problem } from '../person';

/** Whether anybody is asked for a second step here. */
export function twoStepOn(context: Context): boolean {
  return policyOf(portalScope, context).secondFactor !== 'off';
}

/**
 * POST /account/two-step/submit: from now on asks for a passkey after the password (`turn_on`), or no longer does
 * (`turn_off`), which also ends the trust in devices.
 */
export const twoStepForm = form('/account/two-step/submit', {
  who: person,
  proof: fresh,
  fields: { decision: z.enum(['turn_on', 'turn_off']) },
  handle: async (post, { decision }, _, context) => {
    if (!twoStepOn(context)) return { response: noPage(context) };
    const isOn = decision === 'turn_on';
    return isOn || post.isConfirmed ? turn(post, isOn, context) : askBack(post, context);
  },
});

function askBack({ session }: Fresh, context: Context): AccountAnswer {
  const policy = policyOf(portalScope, context);
  const isKept = isTwoStep({ policy, factors: { ...session.factors, twoStep: false } });
  const heading = wording('account.two_step.confirm');
  const text = wording(isKept ? 'account.two_step.confirm_text_kept' : 'account.two_step.confirm_text');
  return { again: { confirm: { heading, text, button: wording('account.two_step.turn_off') } } };
}

async function turn(post: Fresh, isOn: boolean, context: Context): Promise<AccountAnswer> {
  const { settings, now } = context;
  const policy = policyOf(portalScope, context);
  const refused = await changeOwn(post, context, async (tx, user) => {
    const { sub } = user;
    // Another tab may have removed the last passkey.
    const factors = { ...(await findPersonFactors(tx, sub)), totp: false };
    if (isOn && !hasSecondFactor({ policy, factors })) {
      return { refused: problem(wording('account.two_step.needs_factor')) };
    }
    if (!(await setTwoStep(tx, post.proof, isOn))) return [];
    if (!isOn) await removeTrustedDevices(tx, sub);
    const kind = isOn ? 'factor_added' : 'factor_removed';
    const alarm = { kind, values: { factor: 'two_step', ...post.place } } as const;
    await notifyPerson(tx, user, alarm, { secret: settings.secret, now, origin: post.origin });
    return [{ type: 'factor.updated', details: { factor: 'two_step', on: isOn } }];
  });
  if (refused !== null) return refused;
  wakeJob(mailJob);
  const words = wording(isOn ? 'account.two_step.turned_on' : 'account.two_step.turned_off');
  return done(words, post, context, { to: '/account/security' });
}
