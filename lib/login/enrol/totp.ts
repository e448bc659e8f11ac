import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { checkTotpSetup, isSetup } from '#lib/factors/totp-setup';
import type { NewFactorMethod } from './new-factor-method';

/** An authenticator app. The person sets it up and enters a first code from it. */
export const newTotp: NewFactorMethod = {
  factor: 'totp',
  check: async ({ open, form, pending: { sub } }, { settings, now }) => {
    const { secret } = settings;
    const setup = form.values.get('setup') ?? '';
    const code = form.values.get('code') ?? '';
    const checked = checkTotpSetup({ setup, code }, { sub, boundTo: open.interaction.hash }, { secret, now });
    if ('problem' in checked) return { problem: checked.problem, query: isSetup(setup) ? { setup } : {} };
    return {
      proof: { factor: 'totp', at: now },
      name: '',
      write: (tx, by) => saveAuthenticator(tx, by, checked, { secret, now }),
    };
  },
};
