import { lockOwners } from '#lib/admin/users/account-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { noPage } from '#lib/http/html';
import { wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { deleteUsers } from '#lib/sessions/delete-user';
import { canonicalUsername } from '#lib/users/canonical-username';
import type { User } from '#lib/users/user';
import { changeOwn } from '../change-own';
import { farewell } from '../end-account-use';
import { fresh, person, problem } from '../person';

/** Whether people may delete their account. */
export function deletionOn(context: Context): boolean {
  return policyOf(portalScope, context).accountDeletion;
}

/** POST /account/delete/submit: deletes the account and all of its data, once its username was typed. */
export const deletionForm = form('/account/delete/submit', {
  who: person,
  proof: fresh,
  fields: { username: once(10_000), decision: once(20) },
  handle: async (post, { username, decision }, _, context) => {
    if (!deletionOn(context)) return { response: noPage(context) };
    const { user } = post.session;
    const { db, now } = context;
    if (decision !== 'delete' || canonicalUsername(username) !== user.canonicalUsername) {
      return problem(wording('account.delete.problem'), 'username');
    }
    const refused = await changeOwn(post, context, async (tx, stored) => {
      if (await isLastOwner(tx, stored)) return { refused: problem(wording('account.delete.last_owner')) };
      await deleteUsers(tx, [stored.sub], { dialect: db.prepared.dialect, now });
      return [{ type: 'user.deleted' }];
    });
    if (refused !== null) return refused;
    wakeJob(noticeJob);
    const page = {
      page: 'account-deleted' as const,
      title: wording('account.delete.done_title'),
      text: wording('account.delete.done_text'),
      link: { text: wording('error.home'), href: '/' },
    };
    return { response: farewell(page, post, context) };
  },
});

/** Without the last owner who can sign in, there would be no administrator (security #161). */
async function isLastOwner(tx: Transaction, { sub, admin }: User): Promise<boolean> {
  return admin === 'owner' && (await lockOwners(tx)).every((owner) => owner === sub);
}
