import type { Context } from '#lib/context';
import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { hasSecondFactor, isTwoStep } from '#lib/factors/decide-factor';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import type { PostedForm } from '#lib/login/read-form';
import { forgettingFailures, reserveFactor } from '#lib/login/second-factor/attempt';
import { secondFactorMethods } from '#lib/login/second-factor/index';
import type { FactorProblem } from '#lib/login/second-factor/second-factor-method';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { consumeAccountLink, releaseLinkAttempt, reserveLinkAttempt } from '#lib/users/account-link-store';
import type { OpenRecovery } from './find-recovery';

/**
 * The factors that can be shown besides the mailed link. A mailed code does not count, because the same mailbox would
 * prove both.
 */
export type RecoveryFactor = 'passkey' | 'totp' | 'recovery';

/**
 * The account's second factors, preferred one first. One of them is required to recover the account if two-step
 * verification is on, regardless of the policy at sign-in, or if the policy requires a second factor. Otherwise the
 * mailed link is enough: a recovery must not be harder than a sign-in. Empty if none is required, or there are none.
 */
export async function recoveryFactors(
  sub: string,
  context: Context,
  db: Database | Transaction = context.db,
): Promise<readonly RecoveryFactor[]> {
  const policy = policyOf(portalScope, context);
  const factors = await findPersonFactors(db, sub);
  const own = { policy, factors };
  if (!hasSecondFactor(own) || !isTwoStep(own)) return [];
  const all: readonly (readonly [RecoveryFactor, boolean])[] = [
    ['passkey', policy.passkeys && factors.passkeys > 0],
    ['totp', factors.totp],
    ['recovery', factors.recoveryCodes > 0],
  ];
  return all.flatMap(([factor, isThere]) => (isThere ? [factor] : []));
}

/** The maximum number of wrong answers for one link. */
const perLink = 5;

/**
 * Uses up a correct answer in the transaction of the recovery.
 * @returns false if another request used it first
 */
export type UseAnswer = (tx: Transaction) => Promise<boolean>;

type RecoveryAnswer =
  | { readonly use: UseAnswer }
  | { readonly problem: FactorProblem }
  /** The link had too many wrong answers and is void. */
  | { readonly isOver: true }
  | { readonly retryAfterSeconds: number };

/**
 * Checks the second factor during the recovery of an account. In addition to the limits of reserveFactor(), a link has
 * five attempts. Each is reserved before anything is compared (security #93).
 */
export async function checkRecoveryFactor(
  factor: RecoveryFactor,
  { link, person }: OpenRecovery,
  form: PostedForm,
  context: Context,
): Promise<RecoveryAnswer> {
  const { db, now } = context;
  const method = secondFactorMethods.find((one) => one.factor === factor);
  if (method === undefined) throw new Error(`there is no method for ${factor}`);
  const malformed = method.findMalformed(form);
  if (malformed !== null) return { problem: malformed };
  const answer = { form, person, boundTo: link.hash };
  const others = (await recoveryFactors(person.sub, context)).filter((other) => other !== factor);
  const attempt = await reserveFactor({ ...answer, factor, others }, context);
  if (!('giveBack' in attempt)) return attempt;
  if (!(await reserveLinkAttempt(db, link.hash, perLink, now))) {
    await attempt.giveBack();
    await transaction(db, (tx) => consumeAccountLink(tx, link.hash, ['recover'], now));
    return { isOver: true };
  }
  const checked = await method.check(answer, context);
  if ('problem' in checked) {
    if (!(await attempt.fail(checked.problem, null))) await releaseLinkAttempt(db, link.hash);
    return checked;
  }
  await attempt.giveBack();
  return { use: forgettingFailures(checked.use, person.sub) };
}
