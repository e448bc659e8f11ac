import type { Context } from '#lib/context';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { sendRecovery, verifiedEmail } from '#lib/users/links/send-links';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { endAccountUse, farewell } from '../end-account-use';

/**
 * POST /account/activity/submit, `not_me`: another person used the account. All sessions end, including this one, and
 * so do all grants, trusted devices and waiting links. If people may recover accounts by mail, the person gets a link
 * (security #91, #104).
 */
export const handleActivitySubmit = accountForm({
  handle: async (post, context) => {
    if (post.decision !== 'not_me') return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    return post.isConfirmed ? endAll(post, context) : askBack();
  },
});

function askBack(): AccountResult {
  return {
    confirm: {
      heading: wording('account.activity.not_me_heading'),
      text: wording('account.activity.not_me_text'),
      button: wording('account.activity.not_me_confirm'),
    },
  };
}

async function endAll(post: AccountPost, context: Context): Promise<AccountResult> {
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
    page: 'account-ended',
    title: wording('account.activity.ended_title'),
    text: wording(canMail ? 'account.activity.ended_mailed' : 'account.activity.ended_plain'),
    link: { text: wording('login.sign_in'), href: '/account' },
  };
  return { response: farewell(page, post, context) };
}
