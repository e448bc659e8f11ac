import type { Context } from '#lib/context';
import { removeTrustedDevice, removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { wording } from '#lib/i18n/translate';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { type AccountPost, type AccountResult, accountForm } from '../account-form';
import { changeOwn } from '../change-own';

/** POST /account/trusted-devices/submit: stops trusting one device (`remove`) or all of them (`remove_all`). */
export const handleTrustedDevicesSubmit = accountForm({
  handle: async (post, context) => {
    switch (post.decision) {
      case 'remove':
        return removeOne(post, context);
      case 'remove_all':
        return post.isConfirmed ? removeAll(post, context) : askBack();
      default:
        return { response: respondProblem(problemPage(400, 'invalid_request', context)) };
    }
  },
});

/** A device of another person, or one that no longer exists, is ignored. */
async function removeOne(post: AccountPost, context: Context): Promise<AccountResult> {
  const id = post.form.values.get('device') ?? '';
  await changeOwn(post, context, async (tx, { sub }) =>
    (await removeTrustedDevice(tx, sub, id)) ? [{ type: 'factor.updated', details: { trusted_devices: 1 } }] : [],
  );
  return { done: wording('account.trusted.removed') };
}

function askBack(): AccountResult {
  const button = wording('account.trusted.remove_all');
  return { confirm: { heading: button, text: wording('account.trusted.remove_text'), button } };
}

async function removeAll(post: AccountPost, context: Context): Promise<AccountResult> {
  await changeOwn(post, context, async (tx, { sub }) => {
    const count = await removeTrustedDevices(tx, sub);
    return count === 0 ? [] : [{ type: 'factor.updated', details: { trusted_devices: count } }];
  });
  return { done: wording('account.trusted.removed_all') };
}
