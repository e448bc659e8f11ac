import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { removePasskey, renamePasskey } from '#lib/factors/passkeys/passkey-store';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { settleRemoval } from '#lib/factors/settle-removal';
import { noPage } from '#lib/http/html';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { mailJob } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { hasUsableIdentity } from '#lib/users/identity-store';
import { tellPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { type AccountPost, type AccountResult, accountForm, type FreshPost } from '../account-form';
import { changeOwn } from '../change-own';
import { passkeyAlarm } from './passkey-alarm';
import { passkeyName } from './passkey-name';
import { type PasskeyView, readPasskey } from './read-passkeys';
import { findRemovalProblem, type RemovalProblem, type RemovalSituation } from './removal-problem';

/** POST /account/passkeys/ID/submit: renames or removes the passkey. */
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

async function readSituation(tx: Transaction, user: User, context: Context): Promise<RemovalSituation> {
  return {
    policy: policyOf(portalScope, context),
    factors: await findPersonFactors(tx, user.sub),
    hasPassword: user.passwordHash !== null,
    hasIdentity: await hasUsableIdentity(tx, user.sub, context.snapshot.providers),
  };
}

async function remove({ id, name }: PasskeyView, post: FreshPost, context: Context): Promise<AccountResult> {
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
  const telling = { secret: settings.secret, now, origin: post.origin };
  const problems: RemovalProblem[] = [];
  await changeOwn(post, context, async (tx, user) => {
    const found = findRemovalProblem(await readSituation(tx, user, context));
    problems.splice(0, 1, ...(found === null ? [] : [found]));
    if (found !== null) return [];
    if (!(await removePasskey(tx, post.proof, id))) return [];
    await settleRemoval(tx, post.proof);
    await tellPerson(tx, user, passkeyAlarm('factor_removed', name, post), telling);
    return [{ type: 'factor.removed', details: { factor: 'passkey', id } }];
  });
  const [problem] = problems;
  if (problem !== undefined) return { problem: wording(`passkey.edit.problem.${problem}`) };
  wakeJob(mailJob);
  return { done: wording('passkey.edit.removed'), to: '/account/passkeys' };
}
