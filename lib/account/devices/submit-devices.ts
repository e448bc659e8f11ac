import { findSessionBrowser } from '#lib/admin/users/account-store';
import type { Context } from '#lib/context';
import { seeOther } from '#lib/http/respond';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { signOut, signOutOthers } from '#lib/sessions/sign-out';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { changeOwn } from '../change-own';

/** POST /account/devices/submit: ends one other session of the person (`end`), or all others (`end_others`). */
export const handleDevicesSubmit = accountForm({
  handle: async (post, context) => {
    switch (post.decision) {
      case 'end':
        return endOne(post, context);
      case 'end_others':
        return post.isConfirmed ? endOthers(post, context) : askBack();
      default:
        return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    }
  },
});

/** A session that has already ended, or belongs to another person, is ignored. */
async function endOne(post: AccountPost, context: Context): Promise<AccountResult> {
  const { settings, now } = context;
  const sid = post.form.values.get('session') ?? '';
  if (sid === post.session.sid) return { response: seeOther(`${settings.issuer}/logout`) };
  await changeOwn(post, context, async (tx, { sub }) => {
    const browserId = await findSessionBrowser(tx, { sid, sub });
    if (browserId === null) return [];
    await signOut(tx, { browserId, sids: [sid], now });
    return [{ type: 'session.ended', details: { sid } }];
  });
  wakeJob(noticeJob);
  return { done: wording('account.devices.ended') };
}

function askBack(): AccountResult {
  const button = wording('account.devices.end_others');
  return { confirm: { heading: button, text: wording('account.devices.end_others_text'), button } };
}

async function endOthers(post: AccountPost, context: Context): Promise<AccountResult> {
  const { sub, sid } = post.session;
  const { now } = context;
  await changeOwn(post, context, async (tx) => {
    const ended = await signOutOthers(tx, { sub, sid, now });
    return ended.map((session) => ({ type: 'session.ended', details: { sid: session.sid } }));
  });
  wakeJob(noticeJob);
  return { done: wording('account.devices.ended_others') };
}
