import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import {
  listStoppedFactors,
  maximumFailures,
  releaseFailure,
  reserveFailure,
  stopFactor,
} from '#lib/factors/failure-store';
import type { Factor } from '#lib/factors/proof';
import { wakeJob } from '#lib/jobs/start-jobs';
import { type MailValues, mailKinds } from '#lib/mail/mail-kinds';
import { mailJob } from '#lib/mail/queue-mail';
import { type Allowance, spend, unspend } from '#lib/ratelimit/allowance';
import { notifyPerson } from './notify-person';
import type { User } from './user';

/** A factor that can be guessed. */
type StoppableFactor = Extract<Factor, MailValues<'factor_stopped'>['factor']>;

/** For a stopped factor, if the person has no other way to sign in. */
const slowed: Allowance = { burst: 1, intervalSeconds: 60 };

type Stranger = {
  readonly db: Database;
  readonly secret: MasterSecret;
  readonly now: Date;
  /** Null without an account: the first statement is the same, and so is the answer of a stopped factor. */
  readonly user: User | null;
  readonly factor: StoppableFactor;
  /** The other ways of this person to sign in. Called only if the factor is stopped. */
  readonly others: () => Promise<readonly string[]>;
};

/** A reserved attempt at a factor. */
export type StrangerAttempt = {
  /** Gives the attempt back if it was not a failure. */
  readonly giveBack: () => Promise<void>;
  /** Confirms that it was a failure. The hundredth in a row stops the factor, and the person is notified once. */
  readonly fail: () => Promise<void>;
};

/**
 * Reserves an attempt at a factor from a browser that the account does not know, before anything is compared. After a
 * hundred failures in a row, the factor is stopped for such browsers, until the person shows another factor or uses a
 * known browser. If the person has no other factor, one attempt a minute is still allowed (security #81, #93). Never
 * call it in a transaction, because attempts must count even if a later step fails.
 * @returns the problem if the factor is stopped, with the seconds until the next attempt if there is one
 */
export async function reserveStrangerAttempt(
  stranger: Stranger,
): Promise<StrangerAttempt | { readonly problem: 'factor_stopped'; readonly retryAfterSeconds?: number }> {
  const { db, now, user, factor, others } = stranger;
  const failures = await reserveFailure(db, user?.sub ?? null, factor, now);
  if (user === null) return { problem: 'factor_stopped' };
  const { sub } = user;
  if (failures !== null) {
    return {
      giveBack: () => releaseFailure(db, sub, factor),
      fail: async () => {
        if (failures >= maximumFailures) await stopAndTell(stranger, user);
      },
    };
  }
  const stopped = await listStoppedFactors(db, sub);
  if ((await others()).some((other) => !stopped.includes(other))) return { problem: 'factor_stopped' };
  const key = stoppedKey(factor, sub);
  const { allowed, retryAfterSeconds } = await spend(db, key, slowed, now);
  if (!allowed) return { problem: 'factor_stopped', retryAfterSeconds };
  return { giveBack: () => unspend(db, key, slowed), fail: async () => {} };
}

/** The keys of the attempts that are left at stopped factors. */
export function stoppedKeys(sub: string): string[] {
  return mailKinds.factor_stopped.shape.factor.options.map((factor) => stoppedKey(factor, sub));
}

function stoppedKey(factor: StoppableFactor, sub: string): string {
  return `stopped-factor:${factor}:${sub}`;
}

async function stopAndTell({ db, secret, now, factor }: Stranger, user: User): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await stopFactor(tx, user.sub, factor, now))) return;
    if (user.enabled) await notifyPerson(tx, user, { kind: 'factor_stopped', values: { factor } }, { secret, now });
  });
  wakeJob(mailJob);
}
