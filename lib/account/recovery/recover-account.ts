import { touchUser } from '#lib/admin/users/account-store';
import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { mailJob, queueMail } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { endAccountUse } from '#lib/sessions/end-account-use';
import { knowBrowser } from '#lib/sessions/know-browser';
import { type AccountLink, consumeAccountLink, findAccountLink } from '#lib/users/account-link-store';
import { verifiedEmail } from '#lib/users/links/send-links';
import { type MailOrigin, mailRecipient } from '#lib/users/mail-recipient';
import { noteRecovery } from '#lib/users/recovered-store';
import { replacePassword } from '#lib/users/replace-password';
import type { AdminRole, User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { isLinkToken } from '../link-token';

/** A waiting link to set a new password, and its person. */
export type OpenRecovery = { readonly link: AccountLink; readonly person: User };

/** The person of a link, without using it: to show the page, and to refuse a dead link before a password is hashed. */
export async function findRecovery(
  token: string | null,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<OpenRecovery | null> {
  if (!isLinkToken(token)) return null;
  const link = await findAccountLink(db, hashHandle(token), ['recover'], now);
  const person = link && (await findUserBySub(db, link.sub));
  return link !== null && person?.enabled ? { link, person } : null;
}

type Recovering = {
  readonly hash: string;
  /** Of the new password, made before the transaction. */
  readonly passwordHash: string;
  readonly origin: MailOrigin;
  readonly place: MailPlace;
  readonly clientAddress: string;
  readonly cookieHeader: string | undefined;
};

/**
 * Uses a link and sets the new password, once. It ends all sessions, grants, known and trusted browsers and waiting
 * links, and unlinks what replacePassword() unlinks (security #91). The person is told by mail and signed in nowhere; the
 * browser is known to the account from now on, so that strangers do not slow its next sign-in down.
 * @returns the Set-Cookie that makes the browser known; null if the link is used, void or expired
 */
export async function recoverAccount(recovering: Recovering, context: Context): Promise<string | null> {
  const { db, now, requestId, settings } = context;
  const { hash, passwordHash, origin, place, clientAddress, cookieHeader } = recovering;
  const setCookie = await transaction(db, async (tx) => {
    const link = await consumeAccountLink(tx, hash, ['recover'], now);
    if (link === null || !(await touchUser(tx, link.sub, now))) return null;
    const person = await findUserBySub(tx, link.sub);
    if (person === null || !person.enabled) return null;
    const { sub } = person;
    const passwordCarries = carriedByRecovery(person);
    const unlinked = await replacePassword(tx, { sub, passwordHash, passwordCarries, now });
    await noteRecovery(tx, sub, now);
    await endAccountUse(tx, { sub, now });
    const known = await knowBrowser(tx, { sub, cookieHeader, settings, now });
    const to = verifiedEmail(person) ?? link.email;
    const mail = { kind: 'password_changed' as const, to, values: place, ...mailRecipient(person, origin) };
    await queueMail(tx, mail, { secret: settings.secret, now });
    const told = (type: AuditEventType, details = {}) =>
      personEvent({ type, person, client: null, address: clientAddress, requestId, details });
    const lost = unlinked.map((identity) => told('identity.unlinked', identity));
    await recordEvents(tx, [told('recovery.completed'), told('password.changed'), ...lost], now);
    return known.setCookie;
  });
  if (setCookie !== null) {
    wakeJob(noticeJob);
    wakeJob(mailJob);
  }
  return setCookie;
}

/** A mailed link gives no role more than the account had: whoever can change the address could use the link. */
function carriedByRecovery({ passwordHash, passwordCarries, admin }: User): AdminRole | null {
  return passwordHash === null ? admin : passwordCarries;
}
