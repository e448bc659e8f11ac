import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { SecondFactor } from '#lib/factors/decide-factor';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import { giveBackCode, hasCodesLeft, reserveCode } from '#lib/interactions/interaction-store';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { secondFactorKey } from '#lib/users/clear-attempts';
import { reserveStrangerAttempt } from '#lib/users/stranger-attempt';
import { browserText } from '#lib/vocabulary/browser-words';
import { ownBrowserOf } from '../current-session';
import type { OpenInteraction } from '../load-interaction';
import type { PendingPerson } from '../pending-person';
import type { PostedForm } from '../read-form';
import type { CheckedAnswer, FactorAnswer, FactorProblem, SecondFactorMethod } from './second-factor-method';

/**
 * The limit of wrong second factors in this time, over all sign-ins and recoveries. Strangers share the limit of an
 * account, and each browser that it knows has its own.
 */
const perAccount = 20;
const windowSeconds = 900;

/** The problems of people who do not have the factor. */
const failures: ReadonlySet<FactorProblem> = new Set([
  'code_wrong',
  'passkey_refused',
  'passkey_unknown',
  'passkey_copied',
]);

/** A reserved attempt. */
type FactorAttempt = {
  /** Gives it back if it was not a failure. */
  readonly giveBack: () => Promise<void>;
  /**
   * Records a failure. @param client null without one
   * @returns false for a problem that does not count, for example an expired challenge; the attempt is then given back
   */
  readonly fail: (problem: FactorProblem, client: Client | null) => Promise<boolean>;
};

type Attempted = Pick<FactorAnswer, 'form' | 'person'> & {
  readonly factor: SecondFactor;
  /** The other factors that are accepted. */
  readonly others: readonly SecondFactor[];
};

/**
 * Reserves an attempt at a second factor before anything is compared. The limit is twenty in 15 minutes for an account,
 * or for a browser that it knows, which strangers cannot use up. Browsers that the account does not know are also
 * limited to a hundred failures in a row of one factor (security #93).
 */
export async function reserveFactor(
  { factor, others, form, person }: Attempted,
  context: Context,
): Promise<FactorAttempt | { readonly problem: 'factor_stopped' } | { readonly retryAfterSeconds: number }> {
  const { db, now, requestId, settings } = context;
  const { sub } = person;
  const browser = await ownBrowserOf(sub, form, context);
  const key = secondFactorKey(sub, browser);
  const { allowed, retryAfterSeconds } = await reserve(db, { key, limit: perAccount, windowSeconds }, now);
  if (!allowed) return { retryAfterSeconds };
  const who = { db, secret: settings.secret, now, user: person, factor, others: async () => others };
  const stranger = browser === null ? await reserveStrangerAttempt(who) : null;
  if (stranger !== null && 'problem' in stranger) {
    await refund(db, key);
    const { problem, retryAfterSeconds: wait } = stranger;
    return wait === undefined ? { problem } : { retryAfterSeconds: wait };
  }
  const giveBack = async () => {
    await refund(db, key);
    await stranger?.giveBack();
  };
  return {
    giveBack,
    fail: async (problem, client) => {
      if (!failures.has(problem)) {
        await giveBack();
        return false;
      }
      await stranger?.fail();
      const browserName = browserText(form.userAgent);
      const facts = { person, client, address: form.clientAddress, browser: browserName, requestId };
      const isCopy = problem === 'passkey_copied';
      const details = { problem: isCopy ? 'counter_went_back' : 'wrong_second_factor', factor };
      await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
      return true;
    },
  };
}

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
