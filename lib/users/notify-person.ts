import { sha256 } from '#lib/crypto/hash';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import type { MailContent, MailPlace } from '#lib/mail/mail-kinds';
import { queueMail, writeMail } from '#lib/mail/queue-mail';
import { isMailAddress } from '#lib/settings/mailbox';
import { canonicalEmail, normalizeEmail, provedAddress } from '#lib/vocabulary/email';
import { dayMs, minuteMs } from '#lib/vocabulary/time';
import { findUndoTo } from './account-link-store';
import { createLink, type LinkContext } from './links/create-link';
import { verifiedEmail } from './links/send-links';
import { type MailOrigin, mailRecipient } from './mail-recipient';
import { insertNotice } from './notice-store';
import type { User } from './user';

/** The events that a person is notified of, regardless of who caused them. Answers to requests are no alarms as mails. */
export type Alarm = Extract<
  MailContent,
  {
    kind:
      | 'password_changed'
      | 'username_changed'
      | 'factor_added'
      | 'factor_removed'
      | 'recovery_code_used'
      | 'recovery_codes_low'
      | 'factor_stopped'
      | 'email_changed'
      | 'new_device'
      | 'app_connected'
      | 'agent_connected'
      | 'device_connected'
      | 'access_approved'
      | 'access_declined';
  }
>;

type Telling = {
  readonly secret: MasterSecret;
  readonly now: Date;
  /** Facts about the page that caused it. If left out, the person's own language and tenant are used. */
  readonly origin?: MailOrigin;
};

/** For a mail that no page caused: the person's own language and tenant are used. */
export const unknownOrigin: MailOrigin = { locale: 'en', tenant: null };

/**
 * Notifies a person of an event of their account, in the same transaction: a notice on the front page of the account
 * until it is read, and a mail if they have a verified address. The caller wakes the job `mail` after the transaction
 * (see mailJob).
 * @throws ZodError if a value does not have the form of lib/mail/mail-kinds.ts
 */
export async function notifyPerson(
  tx: Transaction,
  user: Pick<User, 'sub' | 'claims' | 'tenants'>,
  alarm: Alarm,
  telling: Telling,
): Promise<void> {
  await run(tx, await personNotice(tx, user, alarm, telling));
}

/** The same as steps. */
export async function personNotice(
  db: Database | Transaction,
  user: Pick<User, 'sub' | 'claims' | 'tenants'>,
  alarm: Alarm,
  { secret, now, origin = unknownOrigin }: Telling,
): Promise<Step[]> {
  const notice = saveNotice(user.sub, alarm, { ...origin, now });
  const to = verifiedEmail(user);
  if (to === null) return [notice];
  const mail = await writeMail(db, { ...alarm, to, ...mailRecipient(user, origin) }, { secret, now });
  return [notice, mail.step];
}

/** In milliseconds. Notices that were not read in this time are deleted. */
const noticeMs = 90 * dayMs;

/**
 * Only the notice, if the mails go to other addresses than the present one. Concurrent requests may notify the person of
 * the same thing: equal notices of a clock minute are one, as their mails are.
 */
function saveNotice(sub: string, { kind, values }: Alarm, { now, sid }: Cause): Step {
  const expiresAt = new Date(now.getTime() + noticeMs);
  // The link of a mail is only for the reader of the mail.
  const told = { ...values, undo: undefined };
  const minute = Math.floor(now.getTime() / minuteMs);
  const id = sha256(JSON.stringify([minute, sub, kind, JSON.stringify(told)]));
  return insertNotice({ id, sub, kind, details: JSON.stringify({ ...told, sid }), createdAt: now, expiresAt });
}

type Cause = { readonly now: Date } & Pick<MailOrigin, 'sid'>;

type EmailChange = {
  /** The account before the change. */
  readonly before: Pick<User, 'sub' | 'claims' | 'tenants' | 'passwordHash' | 'passwordCarries'>;
  /** Its claims after the change. */
  readonly claims: User['claims'];
  /** If left out, the person's own language and tenant are used. */
  readonly origin?: MailOrigin;
  /** Where the person changed it. Omitted if another person did. */
  readonly place?: MailPlace;
};

/**
 * Notifies a person, in the transaction of the change, that the address of their account changed, regardless of who
 * changed it. The person gets a notice, and a mail goes to the new address. If the previous address was verified, a
 * mail with a link that undoes the change for 72 hours goes there too. Losing a verified address also counts, because
 * otherwise a change in two steps would send no notice. A change back to an address that can be undone to is no change to
 * undo: see voidLinksOfAddress(). Does nothing if the address stays. The caller wakes the job `mail` after the transaction (see
 * mailJob).
 */
export async function notifyEmailChanged(
  tx: Transaction,
  { before, claims, origin = unknownOrigin, place = {} }: EmailChange,
  context: LinkContext,
): Promise<void> {
  const { sub, passwordHash, passwordCarries } = before;
  const former = verifiedEmail(before);
  const isSame = canonicalEmail(before.claims.email) === canonicalEmail(claims.email);
  if (isSame && (former === null || verifiedEmail({ claims }) !== null)) return;
  const current = isSame ? null : mailAddress(claims);
  const values = { ...(current !== null && { current }), ...place };
  const mail = { kind: 'email_changed' as const, ...mailRecipient(before, origin) };
  const writing = { secret: context.settings.secret, now: context.now };
  await run(tx, [saveNotice(sub, { kind: 'email_changed', values }, { ...origin, now: context.now })]);
  if (current !== null) await queueMail(tx, { ...mail, to: current, values }, writing);
  if (former === null) return;
  const proved = provedAddress(claims);
  const isBack = proved !== null && (await findUndoTo(tx, { sub, email: proved }, context.now)) !== null;
  const link = { kind: 'undo_email' as const, sub, email: former, passwordHash, passwordCarries };
  const undo = isBack ? {} : { undo: await createLink(tx, link, context) };
  await queueMail(tx, { ...mail, to: former, values: { ...values, ...undo } }, writing);
}

/** The address at which the account can receive mail. Null if there is none. */
function mailAddress({ email }: User['claims']): string | null {
  if (typeof email !== 'string') return null;
  const address = normalizeEmail(email);
  return isMailAddress(address) ? address : null;
}
