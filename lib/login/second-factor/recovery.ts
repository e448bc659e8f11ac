import { countRecoveryCodes, findRecoverySalt, spendRecoveryCode } from '#lib/factors/recovery-code-store';
import { hashRecoveryCode, parseRecoveryCode } from '#lib/factors/recovery-codes';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { tellPerson } from '#lib/users/tell-person';
import { placeOfCaller } from '../caller';
import type { SecondFactorMethod } from './second-factor-method';

/** A mail tells the person when so many are left. */
const fewCodes = 3;

/** One of the codes that the person wrote down. */
export const recoveryMethod: SecondFactorMethod = {
  factor: 'recovery',
  check: async ({ form, pending: { sub, user } }, { db, settings, now }) => {
    const typed = form.values.get('code')?.trim() ?? '';
    if (typed === '') return { problem: 'code_missing' };
    const code = typed.length > 40 ? null : parseRecoveryCode(typed);
    if (code === null) return { problem: 'code_malformed' };
    const salt = await findRecoverySalt(db, sub);
    if (salt === null) return { problem: 'code_wrong' };
    const hash = await hashRecoveryCode(code, salt);
    return {
      proof: { factor: 'recovery', at: now },
      use: async (tx) => {
        if (!(await spendRecoveryCode(tx, sub, hash, now))) return false;
        const left = await countRecoveryCodes(tx, sub);
        const telling = { secret: settings.secret, now };
        await tellPerson(tx, user, { kind: 'recovery_code_used', values: { left, ...placeOfCaller(form) } }, telling);
        if (left === fewCodes) await tellPerson(tx, user, { kind: 'recovery_codes_low', values: { left } }, telling);
        wakeJob(mailJob);
        return true;
      },
    };
  },
};
