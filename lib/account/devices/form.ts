import { z } from 'zod';
import { findSessionBrowser } from '#lib/admin/users/account-store';
import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { signOut, signOutOthers } from '#lib/sessions/sign-out';
import { changeOwn } from '../change-own';
import { type AccountAnswer, done, person, type SignedIn } from '../person';

/** POST /account/devices/submit: ends one other session of the person (`end`), or all others (`end_others`). */
export const devicesForm = form('/account/devices/submit', {
  who: person,
  proof: 'none',
  fields: { session: once(100), decision: z.enum(['end', 'end_others']) },
  handle: async (post, { session, decision }, _, context) => {
    switch (decision) {
      case 'end':
        return endOne(post, session, context);
      case 'end_others':
        return post.isConfirmed ? endOthers(post, context) : askBack();
    }
  },
});

/** A session that has already ended, or belongs to another person, is ignored. */
async function endOne(post: SignedIn, sid: string, context: Context): Promise<AccountAnswer> {
  const { now } = context;
  if (sid === post.session.sid) return { goTo: '/logout' };
  await changeOwn(post, context, async (tx, { sub }) => {
    const browserId = await findSessionBrowser(tx, { sid, sub });
    if (browserId === null) return [];
    await signOut(tx, { browserId, sids: [sid], now });
    return [{ type: 'session.ended', details: { sid } }];
  });
  wakeJob(noticeJob);
  return done(wording('account.devices.ended'), post, context);
}

function askBack(): AccountAnswer {
  const button = wording('account.devices.end_others');
  return { again: { confirm: { heading: button, text: wording('account.devices.end_others_text'), button } } };
}

async function endOthers(post: SignedIn, context: Context): Promise<AccountAnswer> {
  const { sub, sid } = post.session;
  const { now } = context;
  await changeOwn(post, context, async (tx) => {
    const ended = await signOutOthers(tx, { sub, sid, now });
    return ended.map((session) => ({ type: 'session.ended', details: { sid: session.sid } }));
  });
  wakeJob(noticeJob);
  return done(wording('account.devices.ended_others'), post, context);
}
