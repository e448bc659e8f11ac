import { checkEmailCode } from '#lib/factors/email-code';
import type { SecondFactorMethod } from './second-factor-method';

/** A mailed code as the second factor. `send` of the page mails it: see send-factor-code.ts. */
export const emailMethod: SecondFactorMethod = {
  factor: 'email',
  check: async ({ open, form, pending }, { db, settings, now }) => {
    const typed = form.values.get('code')?.trim() ?? '';
    if (typed === '') return { problem: 'code_missing' };
    if (!/^[0-9\s-]{6,12}$/.test(typed)) return { problem: 'code_malformed' };
    const answer = { hash: open.interaction.hash, purpose: 'second_factor', typed } as const;
    const result = await checkEmailCode(db, answer, { secret: settings.secret, now });
    if (result.outcome !== 'right' || result.sub !== pending.sub) return { problem: 'code_wrong' };
    // The code was used up with the check.
    return { proof: { factor: 'email', at: now }, use: async () => true };
  },
};
