import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { finishAuthentication } from '#lib/factors/passkeys/authentication';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { amrOf, type Proof } from '#lib/factors/proof';
import { recordRefusedPasskey } from '#lib/login/passkey/refused-passkey';
import type { PostedForm } from '#lib/login/read-form';
import { forgettingFailures, reserveFactor } from '#lib/login/second-factor/attempt';
import { secondFactorMethods } from '#lib/login/second-factor/index';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Caller } from '#lib/sessions/caller';
import { authenticateUser } from '#lib/users/authenticate-user';
import type { User } from '#lib/users/user';
import { noteConfirmation } from './proof-store';
import { waysToConfirm } from './ways-to-confirm';

/**
 * The password and code that a person typed to confirm their identity, or the answer of their browser for a passkey.
 */
type TypedConfirmation = { readonly password: string; readonly code: string; readonly passkey: string };

/** Why a confirmation failed. */
export type ConfirmationProblem =
  | 'missing_password'
  | 'wrong_password'
  | 'missing_code'
  | 'wrong_code'
  | 'wrong_passkey'
  | 'too_many_attempts'
  | 'busy'
  /** A password is not enough here, or the account changed in the meantime. */
  | 'elsewhere';

type Confirming = { readonly session: SessionWithUser; readonly caller: Caller };

/** A proof, and what must be used up in the transaction that accepts it. */
type Shown = { readonly proof: Proof; readonly use: (tx: Transaction) => Promise<boolean> };

/**
 * Checks a passkey of the person of a session, or their password and, where a sign-in requires it, a second factor. The
 * limits, the timing and the events are the same as for a sign-in. A correct answer counts only for this session. Never
 * call it in a transaction, because attempts must count even if a later step fails.
 * @returns null if the person confirmed their identity
 */
export async function confirmPerson(
  typed: TypedConfirmation,
  confirming: Confirming,
  context: Context,
): Promise<ConfirmationProblem | null> {
  const { password, codes, passkey } = waysToConfirm(confirming.session, context);
  if (typed.passkey !== '') return passkey ? confirmWithPasskey(typed.passkey, confirming, context) : 'elsewhere';
  if (!password) return 'elsewhere';
  if (typed.password === '') return 'missing_password';
  if (codes.length > 0 && typed.code === '') return 'missing_code';
  const user = await checkPassword(typed.password, confirming, context);
  if (typeof user === 'string') return user;
  const first: Shown = { proof: { factor: 'password', at: context.now }, use: async () => true };
  if (codes.length === 0) return keep([first], user, confirming, context);
  const second = await checkCode(typed.code, { ...confirming, codes, user }, context);
  return typeof second === 'string' ? second : keep([first, second], user, confirming, context);
}

async function confirmWithPasskey(
  text: string,
  confirming: Confirming,
  context: Context,
): Promise<ConfirmationProblem | null> {
  const { sub, sid, user } = confirming.session;
  const { db, settings, now } = context;
  const asked = { purpose: 'confirmation', boundTo: sid, sub } as const;
  const result = await finishAuthentication(db, text, asked, { rp: relyingParty(settings), now });
  if (!('problem' in result)) return keep([{ proof: result.proof, use: async () => true }], user, confirming, context);
  const { caller } = confirming;
  const person = result.passkey === undefined ? null : user;
  const facts = { person, client: null, caller, via: 'confirmation' } as const;
  await recordRefusedPasskey({ ...facts, ...result }, context);
  return 'wrong_passkey';
}

async function checkPassword(
  password: string,
  { session, caller }: Confirming,
  context: Context,
): Promise<User | ConfirmationProblem> {
  const { db, now, requestId, settings } = context;
  const { cookieHeader, clientAddress, userAgent } = caller;
  const { sub, user } = session;
  const result = await authenticateUser({
    db,
    secret: settings.secret,
    now,
    requestId,
    clientAddress,
    userAgent,
    client: null,
    username: user.username,
    // The account is known, so its username must not be looked up as another identifier.
    identifiers: ['username'],
    ways: { ...policyOf(portalScope, context), providers: context.snapshot.providers },
    password,
    browserHandles: readKnownBrowser(cookieHeader, settings),
    via: 'confirmation',
    accept: (found) => (found.sub === sub ? null : 'other_account'),
  });
  if ('user' in result) return result.user;
  const { problem } = result;
  return problem === 'too_many_attempts' || problem === 'busy' ? problem : 'wrong_password';
}

type CheckingCode = Confirming & { readonly codes: readonly string[]; readonly user: User };

async function checkCode(
  code: string,
  { session, caller, codes, user }: CheckingCode,
  context: Context,
): Promise<Shown | ConfirmationProblem> {
  const form = formWith(code, caller);
  const usable = secondFactorMethods.filter(({ factor }) => codes.includes(factor));
  const method = usable.find(({ findMalformed }) => findMalformed(form) === null);
  if (method === undefined) return 'wrong_code';
  const answer = { form, person: user, boundTo: session.sid };
  const { factor } = method;
  const others = usable.map((other) => other.factor).filter((other) => other !== factor);
  const attempt = await reserveFactor({ ...answer, factor, others }, context);
  if (!('giveBack' in attempt)) return 'too_many_attempts';
  const checked = await method.check(answer, context);
  if ('problem' in checked) {
    await attempt.fail(checked.problem, null);
    return 'wrong_code';
  }
  await attempt.giveBack();
  return { ...checked, use: forgettingFailures(checked.use, user.sub) };
}

/** The factors read their answers from a form of the pages for people. */
function formWith(code: string, caller: Caller): PostedForm {
  return { page: 'form', values: new Map([['code', code]]), repeated: new Set(), lists: new Map(), ...caller };
}

/** Records the confirmation in the session and uses up the code. */
async function keep(
  shown: readonly Shown[],
  user: User,
  { session, caller }: Confirming,
  { db, now, requestId }: Context,
): Promise<ConfirmationProblem | null> {
  const { sid, idp } = session;
  const { passwordHash } = user;
  return transaction(db, async (tx) => {
    for (const { use } of shown) if (!(await use(tx))) return 'wrong_code';
    if (!(await noteConfirmation(tx, { sid, passwordHash }, now))) return 'elsewhere';
    const details = { idp, amr: amrOf(shown.map(({ proof }) => proof)), via: 'confirmation' };
    const facts = { person: user, client: null, address: caller.clientAddress, requestId, details };
    await recordEvents(tx, [personEvent({ type: 'sign_in.succeeded', ...facts })], now);
    return null;
  });
}
