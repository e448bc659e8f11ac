import type { Context } from '#lib/context';
import { removePasskey, renamePasskey } from '#lib/factors/passkeys/passkey-store';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { mailJob } from '#lib/mail/queue-mail';
import { forgetTrustedDevices } from '#lib/users/recovered-store';
import { tellPerson } from '#lib/users/tell-person';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { noPage } from '../no-page';
import { passkeyAlarm } from './passkey-alarm';
import { passkeyName } from './passkey-name';
import { type PasskeyView, readPasskey } from './read-passkeys';

/** POST /account/passkeys/ID/submit: another name, or the end of the passkey. */
export const handlePasskey = accountForm({
  fresh: { changesFactors: true },
  typed: ['name'],
  handle: async (post, context) => {
    const id = post.path.slice(post.path.lastIndexOf('/') + 1);
    const passkey = await readPasskey(post.session.user, id, context);
    if (passkey === null) return { response: noPage(context) };
    switch (post.decision) {
      case 'save':
        return rename(passkey, post, context);
      case 'remove':
        return remove(passkey, post, context);
      default:
        return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    }
  },
});

async function rename({ id }: PasskeyView, post: AccountPost, context: Context): Promise<AccountResult> {
  const name = post.form.values.get('name')?.trim() ?? '';
  if (!passkeyName.safeParse(name).success) return { problem: wording('passkey.edit.problem.name'), field: 'name' };
  await changeOwn(post, context, async (tx, { sub }) =>
    (await renamePasskey(tx, { id, sub }, name))
      ? [{ type: 'factor.updated', details: { factor: 'passkey', id } }]
      : [],
  );
  return { done: wording('passkey.edit.saved'), to: '/account/passkeys' };
}

async function remove({ id, name }: PasskeyView, post: AccountPost, context: Context): Promise<AccountResult> {
  if (!post.isConfirmed) {
    return {
      confirm: {
        heading: name === '' ? wording('passkey.edit.remove') : wording('passkey.edit.confirm.heading', { name }),
        text: wording('passkey.edit.confirm.text'),
        button: wording('passkey.edit.confirm.button'),
      },
    };
  }
  const { settings, now } = context;
  await changeOwn(post, context, async (tx, user) => {
    if (!(await removePasskey(tx, { id, sub: user.sub }))) return [];
    await forgetTrustedDevices(tx, user.sub);
    await tellPerson(tx, user, passkeyAlarm('factor_removed', name, post), { secret: settings.secret, now });
    return [{ type: 'factor.removed', details: { factor: 'passkey', id } }];
  });
  wakeJob(mailJob);
  return { done: wording('passkey.edit.removed'), to: '/account/passkeys' };
}
