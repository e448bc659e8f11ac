import { z } from 'zod';
import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { sendRecovery, verifiedEmail } from '#lib/users/links/send-links';
import { changeOwn } from '../change-own';
import { endAccountUse, farewell } from '../end-account-use';
import { type AccountAnswer, person, type SignedIn } from '../person';

/**
 * POST /account/activity/submit, `not_me`: another person used the account. All sessions end, including this one, and
 * so do all grants, trusted devices and waiting links. If people may recover accounts by mail, the person gets a link
 * (security #91, #104).
 */
export const activityForm = form('/account/activity/submit', {
  who: person,
  proof: 'none',
  fields: { decision: z.literal('not_me') },
  handle: async (post, _, __, context) => (post.isConfirmed ? endAll(post, context) : { again: { confirm } }),
});

const confirm = {
  heading: wording('account.activity.not_me_heading'),
  text: wording('account.activity.not_me_text'),
  button: wording('account.activity.not_me_confirm'),
};

async function endAll(post: SignedIn, context: Context): Promise<AccountAnswer> {
  const { session, place, origin } = post;
  const { now } = context;
  const canMail = policyOf(portalScope, context).recovery && verifiedEmail(session.user) !== null;
  await changeOwn(post, context, async (tx, user) => {
    const ended = await endAccountUse(tx, { sub: user.sub, now });
    if (canMail) await sendRecovery(tx, { person: user, origin, place }, context);
    return [{ type: 'user.signed_out', details: { sessions: ended.length, reason: 'not_me' } }];
  });
  wakeJob(noticeJob);
  wakeJob(mailJob);
  const page = {
    page: 'account-ended' as const,
    title: wording('account.activity.ended_title'),
    text: wording(canMail ? 'account.activity.ended_mailed' : 'account.activity.ended_plain'),
    link: { text: wording('action.sign_in'), href: '/account' },
  };
  return { response: farewell(page, post, context) };
}
