import { checkEmailCode } from '#lib/factors/email-code';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import type { SecondFactorMethod } from './second-factor-method';
import { findMalformedDigits, typedCode } from './typed-code';

/** A mailed code as the second factor. `send` of the page mails it: see send-factor-code.ts. */
export const emailMethod: SecondFactorMethod = {
  factor: 'email',
  findMalformed: findMalformedDigits,
  check: async ({ form, person, boundTo }, { db, settings, now }) => {
    const answer = { hash: boundTo, purpose: 'second_factor', typed: typedCode(form) } as const;
    const result = await checkEmailCode(db, answer, { secret: settings.secret, now });
    if (result.outcome !== 'right' || result.sub !== person.sub) return { problem: 'code_wrong' };
    // Whoever has the former address of an account does not have its factor.
    if (provedAddress(person.claims) !== canonicalEmail(result.email)) return { problem: 'code_wrong' };
    // The code was used up with the check.
    return { proof: { factor: 'email', at: now }, use: async () => true };
  },
};
