import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Handle } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { metrics } from '#lib/metrics/metrics';
import { turnKey } from '#lib/ratelimit/address-key';
import { proven } from '#lib/vocabulary/account-proof';
import { browserText } from '#lib/vocabulary/browser-words';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import { reservePasswordAttempt } from './attempt-limits';
import { parseIdentifier } from './identifier';
import { otherWaysIn, type WaysIn } from './other-ways-in';
import { passwordFloor } from './password-floor';
import { hashPassword, needsRehash, verifyPassword } from './password-hash';
import { isQueueFull } from './password-queue';
import { replacePasswordHash } from './password-store';
import { reserveStrangerAttempt, type StrangerAttempt } from './stranger-attempt';
import type { User } from './user';
import { findUserByIdentifier, findUserBySub } from './user-store';

/** Why a person with the right password is refused: they belong to another tenant, or another account was expected. */
type Rejection = 'wrong_tenant' | 'other_account';

export type PasswordAttempt = {
  readonly db: Database;
  readonly secret: MasterSecret;
  readonly now: Date;
  readonly clientAddress: string;
  /** For the record of a failure. Null or absent without a browser. */
  readonly userAgent?: string | null;
  /** The typed identifier. */
  readonly username: string;
  /** The kinds of identifiers that are accepted, see AccountPolicy. */
  readonly identifiers: readonly IdentifierKind[];
  /** The other ways to sign in that the policy allows. */
  readonly ways: WaysIn;
  readonly password: string;
  /** The handles of the browser (see readKnownBrowser()); empty if no browser is involved. */
  readonly browserHandles: readonly Handle[];
  /** The place where the password was entered, and the client: for the audit log. */
  readonly via: 'sign_in' | 'link' | 'password_grant' | 'confirmation';
  readonly client: { readonly clientId: string; readonly clientName: string | null } | null;
  readonly requestId: string;
  /** The caller writes `giveBack` together with the session. */
  readonly isGivenBackLater?: boolean;
  /** Further checks of a person with the right password. Null means that they may sign in. */
  readonly accept: (user: User) => Promise<Rejection | null> | Rejection | null;
};

/** A person with the right password, and the step that gives the attempt back if the caller does this. */
type Authenticated = { readonly user: User; readonly giveBack: Step };

/** `retryAfterSeconds` is set for `too_many_attempts` and `busy`. */
type AuthenticationProblem = {
  readonly problem: 'invalid_credentials' | 'too_many_attempts' | 'busy' | Rejection;
  readonly retryAfterSeconds?: number;
};

/**
 * Checks a username or a verified address, and a password. No other function does. An attempt is reserved before the
 * password is checked (see reservePasswordAttempt() and reserveStrangerAttempt()), and given back if the password was right. An
 * unknown user, a wrong password, a stopped password, a disabled user and a user without a password get the same answer
 * after the same work. A failed check is recorded here. A successful one is recorded with its session or grant. Never
 * call it in a transaction, because attempts must count even if the transaction fails.
 * @returns the user, or the reason for the refusal; `busy` if too many passwords are waiting to be checked
 */
export async function authenticateUser(attempt: PasswordAttempt): Promise<Authenticated | AuthenticationProblem> {
  const result = await checkPassword(attempt);
  metrics().signIns.inc({ outcome: 'user' in result ? 'success' : result.problem });
  return result;
}

async function checkPassword(attempt: PasswordAttempt): Promise<Authenticated | AuthenticationProblem> {
  const { db, now, clientAddress, username, identifiers, password, browserHandles, accept } = attempt;
  const identifier = parseIdentifier(username, identifiers);
  const user = await findUserByIdentifier(db, identifier);
  const account = user?.canonicalUsername ?? identifier.key;
  const who = { clientAddress, account, sub: user?.sub ?? null, browserHandles };
  const reserved = await reservePasswordAttempt(db, who, now);
  // Attempts beyond the limit are not recorded, because they could fill the log.
  if ('retryAfterSeconds' in reserved) {
    return { problem: 'too_many_attempts', retryAfterSeconds: reserved.retryAfterSeconds };
  }
  const leastMs = await passwordFloor(db, now);
  // Done while the hash is computed, so that the time does not reveal whether there is an account (security #86). The
  // answer waits for both.
  const reserving = reserved.isKnown ? Promise.resolve(known) : reserveAsStranger(attempt, user);
  try {
    const pace = { network: turnKey(clientAddress), leastMs };
    const checking = verifyPassword(user?.passwordHash ?? null, password, pace);
    const [stranger, matches] = await Promise.all([reserving, checking]);
    if (user === null || stranger === null || !matches || !user.enabled) {
      await stranger?.fail();
      return await refuse(attempt, 'invalid_credentials', { attempted: user, reason: reasonOf(user, stranger) });
    }
    const rejection = await accept(user);
    const isLater = rejection === null && attempt.isGivenBackLater === true;
    const giveBack = reserved.giveBack(user.sub);
    if (!isLater) await run(db, [giveBack]);
    if (rejection !== null) return await refuse(attempt, rejection, { person: user, reason: rejection });
    return { user: await withCurrentHash(attempt, user), giveBack: isLater ? giveBack : [] };
  } catch (error) {
    if (!isQueueFull(error)) throw error;
    // The password was not checked.
    await run(db, [reserved.giveBack()]);
    await (await reserving)?.giveBack();
    return { problem: 'busy', retryAfterSeconds: error.retryAfterSeconds };
  }
}

const known: StrangerAttempt = { giveBack: async () => {}, fail: async () => {} };

/**
 * @returns null if the password is stopped for strangers. The answer does not say so, because a name without an account
 * never gets such an answer (security #85)
 */
async function reserveAsStranger(
  { db, secret, now, ways }: PasswordAttempt,
  user: User | null,
): Promise<StrangerAttempt | null> {
  const others = async () => (user === null ? [] : otherWaysIn(db, { user, without: 'password', ways }));
  const reserved = await reserveStrangerAttempt({ db, secret, now, user, factor: 'password', others });
  return 'problem' in reserved ? null : reserved;
}

/** Why a name and a password were refused. Only the audit log tells it apart (security #85). */
function reasonOf(user: User | null, stranger: StrangerAttempt | null): string {
  if (user === null) return 'unknown_user';
  if (!user.enabled) return 'disabled';
  if (user.passwordHash === null) return 'no_password';
  return stranger === null ? 'password_stopped' : 'wrong_password';
}

type Refused = {
  /** Absent unless the password was right, because until then the name proves nothing. */
  readonly person?: User;
  /** The account with the name. */
  readonly attempted?: User | null;
  readonly reason: string;
};

async function refuse(
  { db, now, username, client, clientAddress, userAgent, requestId, via }: PasswordAttempt,
  problem: 'invalid_credentials' | Rejection,
  { person, attempted = null, reason }: Refused,
): Promise<AuthenticationProblem> {
  const who = { person: person ?? null, attempted, typedName: username, browser: browserText(userAgent ?? null) };
  const facts = { ...who, client, address: clientAddress, requestId };
  const details = { problem: reason, via };
  await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
  return { problem };
}

/** Replaces an imported hash, or one with outdated parameters, while the password is available. */
async function withCurrentHash({ db, now, password, clientAddress }: PasswordAttempt, user: User): Promise<User> {
  if (user.passwordHash === null || !needsRehash(user.passwordHash)) return user;
  const network = turnKey(clientAddress);
  try {
    const passwordHash = await hashPassword(password, network);
    if (
      await replacePasswordHash(db, proven('password', user.sub), { old: user.passwordHash, new: passwordHash }, now)
    ) {
      return { ...user, passwordHash };
    }
    // Another sign-in replaced the hash first, or the password was changed. recordSignIn() compares with the stored hash.
    const current = await findUserBySub(db, user.sub);
    const isSame = current !== null && (await verifyPassword(current.passwordHash, password, { network }));
    return isSame ? current : user;
  } catch (error) {
    // The person is signed in anyway. The next sign-in tries again.
    if (isQueueFull(error)) return user;
    throw error;
  }
}
