import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import {
  countRecoveryCodes,
  findRecoverySalt,
  isRecoveryCode,
  spendRecoveryCode,
} from '#lib/factors/recovery-code-store';
import { hashRecoveryCode, parseRecoveryCode } from '#lib/factors/recovery-codes';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { placeOfCaller } from '#lib/sessions/caller';
import { notifyPerson } from '#lib/users/notify-person';
import { type FactorAnswer, type SecondFactorMethod, typedCode } from './second-factor-method';

/** A mail notifies the person when this many are left. */
const fewCodes = 3;

/** Longer than a code with any spaces and dashes in it. */
const maximumTyped = 40;

/** One of the codes that the person wrote down. */
export const recoveryMethod: SecondFactorMethod = {
  factor: 'recovery',
  findMalformed: (form) => {
    const typed = typedCode(form);
    if (typed === '') return 'code_missing';
    return typed.length > maximumTyped || parseRecoveryCode(typed) === null ? 'code_malformed' : null;
  },
  check: async (answer, context) => {
    const { db, now } = context;
    const { sub } = answer.person;
    const code = parseRecoveryCode(typedCode(answer.form));
    const salt = await findRecoverySalt(db, sub);
    if (code === null || salt === null) return { problem: 'code_wrong' };
    const hash = await hashRecoveryCode(code, salt);
    // A wrong code must count as a failure, and `use` would be too late for that.
    if (!(await isRecoveryCode(db, sub, hash))) return { problem: 'code_wrong' };
    return { proof: { factor: 'recovery', at: now }, use: (tx) => spend(tx, hash, answer, context) };
  },
};

async function spend(
  tx: Transaction,
  hash: string,
  { person, form }: FactorAnswer,
  { settings, now }: Context,
): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, person.sub, hash, now))) return false;
  const left = await countRecoveryCodes(tx, person.sub);
  const telling = { secret: settings.secret, now };
  await notifyPerson(tx, person, { kind: 'recovery_code_used', values: { left, ...placeOfCaller(form) } }, telling);
  if (left === fewCodes) await notifyPerson(tx, person, { kind: 'recovery_codes_low', values: { left } }, telling);
  wakeJob(mailJob);
  return true;
}
