import { findAuthenticator, spendStep } from '#lib/factors/authenticator-store';
import { matchTotp } from '#lib/factors/totp';
import type { SecondFactorMethod } from './second-factor-method';

/** A code of an authenticator app (RFC 6238). */
export const totpMethod: SecondFactorMethod = {
  factor: 'totp',
  check: async ({ form, pending: { sub } }, { db, settings, now }) => {
    const typed = form.values.get('code')?.trim() ?? '';
    if (typed === '') return { problem: 'code_missing' };
    if (!/^[0-9\s-]{6,12}$/.test(typed)) return { problem: 'code_malformed' };
    const authenticator = await findAuthenticator(db, sub, settings.secret);
    const step = authenticator && matchTotp(authenticator.key, typed, now);
    if (step === null) return { problem: 'code_wrong' };
    return { proof: { factor: 'totp', at: now }, use: (tx) => spendStep(tx, sub, step, now) };
  },
};
