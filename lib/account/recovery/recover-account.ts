import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { forgetFactorFailures } from '#lib/factors/failure-store';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { knowBrowser } from '#lib/sessions/know-browser';
import { consumeAccountLink, findAccountLink } from '#lib/users/account-link-store';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { notifyPerson } from '#lib/users/notify-person';
import { recordRecovery } from '#lib/users/recovered-store';
import { replacePassword } from '#lib/users/replace-password';
import { carriedByOwnChoice } from '#lib/users/role-in-force';
import { findUserBySub, touchUser } from '#lib/users/user-store';
import { endAccountUse } from '../end-account-use';
import { offerPasskey } from '../passkeys/passkey-offer';
import { isHolder } from './find-recovery';
import { recoveryFactors, type UseAnswer } from './recovery-factor';

const kinds = ['recover'] as const;

type Recovering = {
  readonly hash: string;
  /** The hash of the new password, created before the transaction. */
  readonly passwordHash: string;
  /** Uses up the answer to the second factor. Left out if none was shown. */
  readonly use?: UseAnswer;
  readonly origin: MailOrigin;
  readonly place: MailPlace;
  readonly clientAddress: string;
  readonly cookieHeader: string | undefined;
};

type RecoveryProblem = 'code_used' | 'factor_missing';

/**
 * Uses a link and the second factor, and sets the new password, once. A request that loses the race for one of them
 * uses up neither. All sessions, grants, known browsers, trusted devices and waiting links end, and the identities of
 * replacePassword() are unlinked (security #91). The person gets a mail, is not signed in, and is offered a passkey on
 * the next visit. From now on the account knows the browser, so that attempts by strangers do not slow down its next
 * sign-in.
 * @returns the Set-Cookie that makes the browser known; null if the link is used, void or expired; `code_used` if
 * another request used the second factor; `factor_missing` if the account has one, and none was shown (security #94)
 */
export async function recoverAccount(
  recovering: Recovering,
  context: Context,
): Promise<{ readonly setCookie: string } | { readonly problem: RecoveryProblem } | null> {
  const { db, now, requestId, settings, snapshot } = context;
  const { portal } = snapshot;
  const { hash, passwordHash, use, origin, place, clientAddress, cookieHeader } = recovering;
  const work = async (tx: Transaction) => {
    const link = await findAccountLink(tx, hash, kinds, now);
    if (link === null || !(await touchUser(tx, link.sub, now))) return null;
    const person = await findUserBySub(tx, link.sub);
    if (person === null || !isHolder(link, person)) return null;
    const used = await consumeAccountLink(tx, hash, kinds, now);
    if (used === null) return null;
    const { sub } = person;
    if (use === undefined && (await recoveryFactors(sub, context, tx)).length > 0) {
      throw new FactorMissing('none was shown');
    }
    if (use !== undefined && !(await use(tx))) throw new CodeUsed('another request used the second factor');
    const passwordCarries = carriedByOwnChoice(person);
    const removed = await replacePassword(tx, used.proof, { passwordHash, passwordCarries }, now);
    await recordRecovery(tx, sub, now);
    await offerPasskey(tx, sub, now);
    await endAccountUse(tx, { sub, now });
    const known = await knowBrowser(tx, { sub, cookieHeader, settings, portal, now });
    await run(tx, [forgetFactorFailures(sub), known.step]);
    const alarm = { kind: 'password_changed' as const, values: place };
    await notifyPerson(tx, person, alarm, { secret: settings.secret, now, origin });
    const told = (type: AuditEventType, details = {}) =>
      personEvent({ type, person, client: null, address: clientAddress, requestId, details });
    const lost = removed.map((one) => told(one.type, one.details));
    await recordEvents(tx, [told('recovery.completed'), told('password.changed'), ...lost], now);
    return { setCookie: known.setCookie };
  };
  try {
    const done = await transaction(db, work);
    if (done === null) return null;
    wakeJob(noticeJob);
    wakeJob(mailJob);
    return done;
  } catch (error) {
    if (error instanceof Error && error.name === 'CodeUsed') return { problem: 'code_used' };
    if (error instanceof Error && error.name === 'FactorMissing') return { problem: 'factor_missing' };
    throw error;
  }
}

/** Another request used the second factor. The transaction is rolled back, so the link still works. */
class CodeUsed extends Error {
  override readonly name = 'CodeUsed';
}

/** The account has a second factor, perhaps since the password was typed. The transaction is rolled back. */
class FactorMissing extends Error {
  override readonly name = 'FactorMissing';
}
