import { checkEmailCode, isEmailCodeOver } from '#lib/factors/email-code';
import { findEmailCode } from '#lib/factors/email-code-store';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import type { SecondFactorMethod } from './second-factor-method';
import { findMalformedDigits, typedCode } from './typed-code';

/** A mailed code as the second factor. `send` of the page mails it: see send-factor-code.ts. */
export const emailMethod: SecondFactorMethod = {
  factor: 'email',
  findMalformed: findMalformedDigits,
  check: async ({ form, person, boundTo }, { db, settings, now }) => {
    const code = await findEmailCode(db, boundTo, 'second_factor');
    if (code === null || isEmailCodeOver(code, now)) return { problem: 'code_over' };
    const answer = { hash: boundTo, purpose: 'second_factor', typed: typedCode(form) } as const;
    const result = await checkEmailCode(db, answer, { secret: settings.secret, now });
    if (result.outcome !== 'right') return { problem: 'code_wrong' };
    // A former address of the account proves nothing about its holder.
    const isHolder = result.sub === person.sub && canonicalEmail(result.email) === provedAddress(person.claims);
    if (!isHolder) return { problem: 'code_over' };
    // The check already used up the code.
    return { proof: { factor: 'email', at: now }, use: async () => true };
  },
};
