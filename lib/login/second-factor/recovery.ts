import { findRecoverySalt, spendRecoveryCode } from '#lib/factors/recovery-code-store';
import { hashRecoveryCode, parseRecoveryCode } from '#lib/factors/recovery-codes';
import type { SecondFactorMethod } from './second-factor-method';

/** One of the codes that the person wrote down. */
export const recoveryMethod: SecondFactorMethod = {
  factor: 'recovery',
  check: async ({ form, pending: { sub } }, { db, now }) => {
    const typed = form.values.get('code')?.trim() ?? '';
    if (typed === '') return { problem: 'code_missing' };
    const code = typed.length > 40 ? null : parseRecoveryCode(typed);
    if (code === null) return { problem: 'code_malformed' };
    const salt = await findRecoverySalt(db, sub);
    if (salt === null) return { problem: 'code_wrong' };
    const hash = await hashRecoveryCode(code, salt);
    return { proof: { factor: 'recovery', at: now }, use: (tx) => spendRecoveryCode(tx, sub, hash, now) };
  },
};
