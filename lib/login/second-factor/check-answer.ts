import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { countFailure, forgetFactorFailures, isFactorOpen } from '#lib/factors/failure-store';
import { giveBackCode, reserveCode } from '#lib/interactions/interaction-store';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { comesFromKnownBrowser } from '../known-browser';
import type { CheckedAnswer, FactorAnswer, FactorProblem, SecondFactorMethod } from './second-factor-method';

/** An account may have so many wrong second factors in this time, over all sign-ins. */
const perAccount = 20;
const windowSeconds = 900;

/** What somebody sends who does not have the factor. */
const failures: ReadonlySet<FactorProblem> = new Set([
  'code_wrong',
  'passkey_refused',
  'passkey_unknown',
  'passkey_copied',
]);

export type AnswerOutcome =
  | Extract<CheckedAnswer, { readonly proof: unknown }>
  | { readonly problem: FactorProblem }
  /** This sign-in had too many wrong codes, and starts over. */
  | { readonly startsOver: true }
  | { readonly retryAfterSeconds: number };

/**
 * Checks a second factor. The attempt is reserved before anything is compared: five in a sign-in, twenty in 15 minutes
 * for an account, and a hundred in a row of one factor from browsers that the account does not know (security #93).
 */
export async function checkAnswer(
  method: SecondFactorMethod,
  answer: FactorAnswer,
  context: Context,
): Promise<AnswerOutcome> {
  const { db, now } = context;
  const { hash } = answer.open.interaction;
  const { sub } = answer.pending;
  if (!(await reserveCode(db, hash))) return { startsOver: true };
  const key = `second-factor:${sub}`;
  const account = await reserve(db, key, perAccount, windowSeconds, now);
  if (!account.allowed) {
    await giveBackCode(db, hash);
    return { retryAfterSeconds: account.retryAfterSeconds };
  }
  const giveBack = async () => {
    await giveBackCode(db, hash);
    await refund(db, key);
  };
  const isKnown = await comesFromKnownBrowser(sub, answer.form, context);
  if (!isKnown && !(await isFactorOpen(db, sub, method.factor))) {
    await giveBack();
    return { problem: 'factor_stopped' };
  }
  const checked = await method.check(answer, context);
  if ('proof' in checked) {
    await giveBack();
    return { ...checked, use: async (tx) => (await checked.use(tx)) && forgottenFailures(tx, sub) };
  }
  // Nothing was compared yet.
  if (!failures.has(checked.problem)) await giveBack();
  else await recordFailure(method, answer, isKnown, context);
  return checked;
}

/** The person showed a factor: every one counts from the beginning. */
async function forgottenFailures(tx: Transaction, sub: string): Promise<true> {
  await forgetFactorFailures(tx, sub);
  return true;
}

async function recordFailure(
  { factor }: SecondFactorMethod,
  { open, form, pending: { user } }: FactorAnswer,
  isKnown: boolean,
  { db, now, requestId }: Context,
): Promise<void> {
  if (!isKnown) await countFailure(db, user.sub, factor, now);
  const facts = { person: user, client: open.client, address: form.clientAddress, requestId };
  const details = { problem: 'wrong_second_factor', factor };
  await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
}
