import { sha256 } from '#lib/crypto/hash';
import type { Database, Transaction } from '#lib/db/database';
import { addressKey } from '#lib/ratelimit/address-key';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { clearUses, findUses } from '#lib/ratelimit/store';
import { canonicalUsername } from './canonical-username';
import { hashPassword, needsRehash, verifyPassword } from './password-hash';
import { findUserByCanonicalUsername, replacePasswordHash } from './store';
import type { User } from './user';

const windowSeconds = 15 * 60;
const attemptsPerAccount = 10;
const attemptsPerAddress = 100;

export type PasswordAttempt = {
  readonly db: Database;
  readonly now: Date;
  readonly clientAddress: string;
  readonly username: string;
  readonly password: string;
};

/** `retryAfterSeconds` comes with `too_many_attempts` and `busy`. */
export type AuthenticationProblem = {
  readonly problem: 'invalid_credentials' | 'too_many_attempts' | 'busy';
  readonly retryAfterSeconds?: number;
};

/**
 * Checks a user name and a password. An attempt is reserved before the password is looked at (10 an account, 100 an
 * address in 15 minutes) and given back when it was right. Unknown user, wrong password, disabled user and user
 * without a password get one answer after the same work. Never in a transaction: the attempts have to count.
 * @returns the user, or why not; `busy` when too many passwords wait to be checked
 */
export async function authenticateUser(
  attempt: PasswordAttempt,
): Promise<{ readonly user: User } | AuthenticationProblem> {
  const { db, now, clientAddress, username, password } = attempt;
  const canonical = canonicalUsername(username);
  const keys = attemptKeys(clientAddress, canonical);
  const refused = await reserveAttempt(db, keys, now);
  if (refused !== null) return refused;
  try {
    const user = canonical === null ? null : await findUserByCanonicalUsername(db, canonical);
    const matches = await verifyPassword(user?.passwordHash ?? null, password);
    if (user === null || !matches || !user.enabled) return { problem: 'invalid_credentials' };
    await refundAttempt(db, keys);
    return { user: await withCurrentHash(attempt, user) };
  } catch (error) {
    if (!isQueueFull(error)) throw error;
    // The password was never looked at.
    await refundAttempt(db, keys);
    return { problem: 'busy', retryAfterSeconds: error.retryAfterSeconds };
  }
}

type LimitedKey = { readonly key: string; readonly limit: number };

/** What the attempts of an account are counted under. A hash: people type passwords into the field for the name. */
function accountKey(canonicalUsername: string): string {
  return `sign-in-account:${sha256(canonicalUsername)}`;
}

/** Until when an account takes no more passwords; null when it does. */
export async function findLock(db: Database | Transaction, canonicalUsername: string, now: Date): Promise<Date | null> {
  const { count, until } = await findUses(db, accountKey(canonicalUsername), now);
  return count >= attemptsPerAccount ? until : null;
}

/** Lets an account take passwords again at once. */
export async function unlockAccount(db: Database | Transaction, canonicalUsername: string): Promise<void> {
  await clearUses(db, accountKey(canonicalUsername));
}

function attemptKeys(clientAddress: string, canonical: string | null): LimitedKey[] {
  const address = { key: `sign-in-address:${addressKey(clientAddress)}`, limit: attemptsPerAddress };
  if (canonical === null) return [address];
  return [address, { key: accountKey(canonical), limit: attemptsPerAccount }];
}

async function reserveAttempt(
  db: Database,
  keys: readonly LimitedKey[],
  now: Date,
): Promise<AuthenticationProblem | null> {
  for (const { key, limit } of keys) {
    const { allowed, retryAfterSeconds } = await reserve(db, key, limit, windowSeconds, now);
    if (!allowed) return { problem: 'too_many_attempts', retryAfterSeconds };
  }
  return null;
}

async function refundAttempt(db: Database, keys: readonly LimitedKey[]): Promise<void> {
  for (const { key } of keys) await refund(db, key);
}

/** An imported hash, or one from before the parameters changed, is made anew while the password is at hand. */
async function withCurrentHash({ db, now, password }: PasswordAttempt, user: User): Promise<User> {
  if (user.passwordHash === null || !needsRehash(user.passwordHash)) return user;
  try {
    const passwordHash = await hashPassword(password);
    await replacePasswordHash(db, user.sub, { old: user.passwordHash, new: passwordHash }, now);
    return { ...user, passwordHash };
  } catch (error) {
    // The person is signed in all the same; the next sign-in tries again.
    if (isQueueFull(error)) return user;
    throw error;
  }
}

function isQueueFull(error: unknown): error is { code: 'password_queue_full'; retryAfterSeconds: number } {
  return error instanceof Error && 'code' in error && error.code === 'password_queue_full';
}
