import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { findAuthenticator, spendStep } from '#lib/factors/authenticator-store';
import { hasSecondFactor } from '#lib/factors/decide-factor';
import { countFailure, forgetFactorFailures, isFactorOpen } from '#lib/factors/failure-store';
import { finishAuthentication } from '#lib/factors/passkeys/finish-authentication';
import { relyingParty } from '#lib/factors/passkeys/relying-party';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import {
  countRecoveryCodes,
  findRecoverySalt,
  isRecoveryCode,
  spendRecoveryCode,
} from '#lib/factors/recovery-code-store';
import { hashRecoveryCode, parseRecoveryCode } from '#lib/factors/recovery-codes';
import { matchTotp } from '#lib/factors/totp';
import { comesFromKnownBrowser } from '#lib/login/known-browser';
import { passkeyPageProblem } from '#lib/login/passkey/passkey-page-problem';
import type { PostedForm } from '#lib/login/read-form';
import type { FactorProblem } from '#lib/login/second-factor/second-factor-method';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { reserve } from '#lib/ratelimit/reserve';
import { consumeAccountLink, reserveLinkAttempt } from '#lib/users/account-link-store';
import { tellPerson } from '#lib/users/tell-person';
import type { User } from '#lib/users/user';
import type { OpenRecovery } from './find-recovery';

/** What may be shown beside the mailed link. A mailed code is none: the same mailbox would prove both. */
export type RecoveryFactor = 'passkey' | 'totp' | 'recovery';

/**
 * The second factors of which one is shown before an account is recovered, whatever the policy asks at sign-in; the
 * preferred one first. Empty for who has none.
 */
export async function recoveryFactors(sub: string, context: Context): Promise<readonly RecoveryFactor[]> {
  const policy = policyOf(portalScope, context);
  const factors = await findPersonFactors(context.db, sub);
  if (!hasSecondFactor({ policy, factors })) return [];
  const all: readonly (readonly [RecoveryFactor, boolean])[] = [
    ['passkey', policy.passkeys && factors.passkeys > 0],
    ['totp', factors.totp],
    ['recovery', factors.recoveryCodes > 0],
  ];
  return all.flatMap(([factor, isThere]) => (isThere ? [factor] : []));
}

/** Wrong answers of one link. */
const perLink = 5;
/** The same limit as at sign-in counts both. */
const perAccount = 20;
const windowSeconds = 900;

/** What a right answer uses up, in the transaction of the recovery. @returns false if another request used it first */
export type UseAnswer = (tx: Transaction) => Promise<boolean>;

export type RecoveryAnswer =
  | { readonly use: UseAnswer }
  | { readonly problem: FactorProblem }
  /** The link had too many wrong answers, and is void. */
  | { readonly isOver: true }
  | { readonly retryAfterSeconds: number };

/**
 * Checks the second factor of somebody who recovers an account. The attempt is reserved before anything is compared: five
 * for a link, twenty in 15 minutes for an account, and a hundred in a row of one factor from browsers that the account
 * does not know (security #93).
 */
export async function checkRecoveryFactor(
  factor: RecoveryFactor,
  { link, person }: OpenRecovery,
  form: PostedForm,
  context: Context,
): Promise<RecoveryAnswer> {
  const { db, now } = context;
  const { sub } = person;
  const typed = form.values.get('code')?.trim() ?? '';
  const malformed = factor === 'passkey' ? null : findMalformed(factor, typed);
  if (malformed !== null) return { problem: malformed };
  const isKnown = await comesFromKnownBrowser(sub, form, context);
  if (!isKnown && !(await isFactorOpen(db, sub, factor))) return { problem: 'factor_stopped' };
  const account = await reserve(db, `second-factor:${sub}`, perAccount, windowSeconds, now);
  if (!account.allowed) return { retryAfterSeconds: account.retryAfterSeconds };
  if (!(await reserveLinkAttempt(db, link.hash, perLink, now))) {
    await transaction(db, (tx) => consumeAccountLink(tx, link.hash, ['recover'], now));
    return { isOver: true };
  }
  const answer = await check(factor, { typed, form, link, person }, context);
  if ('problem' in answer) await recordFailure(factor, { person, form, isKnown }, context);
  else await forgetFactorFailures(db, sub);
  return answer;
}

function findMalformed(factor: 'totp' | 'recovery', typed: string): FactorProblem | null {
  if (typed === '') return 'code_missing';
  if (typed.length > 40) return 'code_malformed';
  const isCode = factor === 'totp' ? /^[0-9\s-]{6,12}$/.test(typed) : parseRecoveryCode(typed) !== null;
  return isCode ? null : 'code_malformed';
}

type Given = OpenRecovery & { readonly typed: string; readonly form: PostedForm };

async function check(
  factor: RecoveryFactor,
  { typed, form, link, person }: Given,
  { db, settings, now }: Context,
): Promise<{ readonly use: UseAnswer } | { readonly problem: FactorProblem }> {
  const { sub } = person;
  switch (factor) {
    case 'totp': {
      const authenticator = await findAuthenticator(db, sub, settings.secret);
      const step = authenticator && matchTotp(authenticator.key, typed, now);
      return step === null ? { problem: 'code_wrong' } : { use: (tx) => spendStep(tx, sub, step, now) };
    }
    case 'recovery': {
      const code = parseRecoveryCode(typed);
      const salt = await findRecoverySalt(db, sub);
      if (code === null || salt === null) return { problem: 'code_wrong' };
      const hash = await hashRecoveryCode(code, salt);
      if (!(await isRecoveryCode(db, sub, hash))) return { problem: 'code_wrong' };
      return { use: (tx) => useRecoveryCode(tx, { person, hash }, { settings, now }) };
    }
    case 'passkey': {
      const asked = { purpose: 'second_factor', boundTo: link.hash, sub } as const;
      const ceremony = { rp: relyingParty(settings), now };
      const result = await finishAuthentication(db, form.values.get('passkey') ?? '', asked, ceremony);
      // The challenge and the counter were used up with the check.
      return 'proof' in result ? { use: async () => true } : { problem: passkeyPageProblem(result.problem) };
    }
    default:
      return factor satisfies never;
  }
}

type UsedCode = { readonly person: User; readonly hash: string };

async function useRecoveryCode(
  tx: Transaction,
  { person, hash }: UsedCode,
  { settings, now }: Pick<Context, 'settings' | 'now'>,
): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, person.sub, hash, now))) return false;
  const left = await countRecoveryCodes(tx, person.sub);
  await tellPerson(tx, person, { kind: 'recovery_code_used', values: { left } }, { secret: settings.secret, now });
  return true;
}

type Failure = { readonly person: User; readonly form: PostedForm; readonly isKnown: boolean };

async function recordFailure(
  factor: RecoveryFactor,
  { person, form, isKnown }: Failure,
  { db, now, requestId }: Context,
): Promise<void> {
  if (!isKnown) await countFailure(db, person.sub, factor, now);
  const facts = { person, client: null, address: form.clientAddress, requestId };
  const details = { problem: 'wrong_second_factor', factor };
  await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
}
