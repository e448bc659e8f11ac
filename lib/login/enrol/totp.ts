import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { checkTotpSetup, isSetup } from '#lib/factors/totp-setup';
import type { NewFactorMethod } from './new-factor-method';

/** An authenticator app, which the person sets up and shows a first code of. */
export const newTotp: NewFactorMethod = {
  factor: 'totp',
  check: async ({ open, form, pending: { sub } }, { settings, now }) => {
    const { secret } = settings;
    const setup = form.values.get('setup') ?? '';
    const code = form.values.get('code') ?? '';
    const checked = checkTotpSetup({ setup, code }, { sub, boundTo: open.interaction.hash }, { secret, now });
    if ('problem' in checked) return { problem: checked.problem, query: isSetup(setup) ? { setup } : {} };
    const write = (tx: Parameters<typeof saveAuthenticator>[0]) =>
      saveAuthenticator(tx, { sub, ...checked }, { secret, now });
    return { proof: { factor: 'totp', at: now }, name: '', write };
  },
};
