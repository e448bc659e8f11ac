import { findAuthenticator, spendStep } from '#lib/factors/authenticator-store';
import { matchTotp } from '#lib/factors/totp';
import { findMalformedDigits, type SecondFactorMethod, typedCode } from './second-factor-method';

/** A code of an authenticator app (RFC 6238). */
export const totpMethod: SecondFactorMethod = {
  factor: 'totp',
  findMalformed: findMalformedDigits,
  check: async ({ form, person: { sub } }, { db, settings, now }) => {
    const authenticator = await findAuthenticator(db, sub, settings.secret);
    const step = authenticator && matchTotp(authenticator.key, typedCode(form), now);
    if (step === null) return { problem: 'code_wrong' };
    return { proof: { factor: 'totp', at: now }, use: (tx) => spendStep(tx, sub, step, now) };
  },
};
