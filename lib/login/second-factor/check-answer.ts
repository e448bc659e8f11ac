import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import { giveBackCode, hasCodesLeft, reserveCode } from '#lib/interactions/interaction-store';
import type { OpenInteraction } from '../load-interaction';
import type { PendingPerson } from '../pending-person';
import type { PostedForm } from '../read-form';
import { reserveFactor } from './factor-attempt';
import type { CheckedAnswer, FactorProblem, SecondFactorMethod } from './second-factor-method';

export type SignInAnswer = {
  readonly open: OpenInteraction;
  readonly form: PostedForm;
  readonly pending: PendingPerson;
};

type AnswerOutcome =
  | Extract<CheckedAnswer, { readonly proof: unknown }>
  | { readonly problem: FactorProblem }
  /** This sign-in had too many wrong codes, so it starts over. */
  | { readonly startsOver: true }
  | { readonly retryAfterSeconds: number };

/**
 * Checks a second factor of a sign-in. A sign-in has five attempts, in addition to the limits of reserveFactor(). Each
 * attempt is reserved before anything is compared (security #93).
 */
export async function checkAnswer(
  method: SecondFactorMethod,
  { open, form, pending: { user, missing } }: SignInAnswer,
  context: Context,
): Promise<AnswerOutcome> {
  const { db } = context;
  const malformed = method.findMalformed(form);
  if (malformed !== null) return { problem: malformed };
  const { hash } = open.interaction;
  if (!(await reserveCode(db, hash))) return { startsOver: true };
  const answer = { form, person: user, boundTo: hash };
  const { factor } = method;
  const others = missing.step === 'factor' ? missing.factors.filter((other) => other !== factor) : [];
  const attempt = await reserveFactor({ ...answer, factor, others }, context);
  if (!('giveBack' in attempt)) {
    await giveBackCode(db, hash);
    return attempt;
  }
  const checked = await method.check(answer, context);
  if ('problem' in checked) {
    if (!(await attempt.fail(checked.problem, open.client))) await giveBackCode(db, hash);
    // No form is shown that could not work any more.
    return (await hasCodesLeft(db, hash)) ? checked : { startsOver: true };
  }
  await attempt.giveBack();
  await giveBackCode(db, hash);
  return { ...checked, use: forgettingFailures(checked.use, user.sub) };
}

/** Resets the failures of all factors after the person showed one. */
export function forgettingFailures(use: (tx: Transaction) => Promise<boolean>, sub: string) {
  return async (tx: Transaction): Promise<boolean> => {
    if (!(await use(tx))) return false;
    await run(tx, [forgetFactorFailures(sub)]);
    return true;
  };
}
