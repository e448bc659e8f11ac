import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { checkTotpSetup, isSetup } from '#lib/factors/totp-setup';
import type { NewFactorMethod } from './new-factor-method';
import { newPasskey } from './passkey';

/** An authenticator app. The person sets it up and enters a first code from it. */
const newTotp: NewFactorMethod = {
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

/** The factors that a person can add if a second one is required, in the order of the page. */
export const newFactorMethods: readonly NewFactorMethod[] = [newTotp, newPasskey];
