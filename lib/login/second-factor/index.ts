import { findAuthenticator, spendStep } from '#lib/factors/authenticator-store';
import { finishAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { matchTotp } from '#lib/factors/totp';
import { passkeyPageProblem } from '../passkey/refused-passkey';
import { emailMethod } from './email';
import { recoveryMethod } from './recovery';
import { findMalformedDigits, type SecondFactorMethod, typedCode } from './second-factor-method';

/** One of the person's passkeys. The script of the page posts the browser's answer as `passkey`. */
const passkeyMethod: SecondFactorMethod = {
  factor: 'passkey',
  // check() finds every failure of the ceremony.
  findMalformed: () => null,
  check: async ({ form, person: { sub }, boundTo }, { db, settings, now }) => {
    const asked = { purpose: 'second_factor', boundTo, sub } as const;
    const text = form.values.get('passkey') ?? '';
    const result = await finishAuthentication(db, text, asked, { rp: relyingParty(settings), now });
    if ('problem' in result) return { problem: passkeyPageProblem(result.problem) };
    // The check already used up the challenge and the counter.
    return { proof: result.proof, use: async () => true };
  },
};

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

/** The factors that may follow the first one. */
export const secondFactorMethods: readonly SecondFactorMethod[] = [
  passkeyMethod,
  totpMethod,
  emailMethod,
  recoveryMethod,
];
