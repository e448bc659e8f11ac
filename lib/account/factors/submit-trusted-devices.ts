import { z } from 'zod';
import type { Context } from '#lib/context';
import { removeTrustedDevice, removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { form } from '#lib/forms/form';
import { once } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import { changeOwn } from '../change-own';
import { type AccountAnswer, done, person, type SignedIn } from '../person';

/** POST /account/trusted-devices/submit: stops trusting one device (`remove`) or all of them (`remove_all`). */
export const trustedDevicesForm = form('/account/trusted-devices/submit', {
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
