import type { MasterSecret } from '#lib/crypto/master-secret';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { PreparedStep } from '#lib/db/prepared';
import type { MailContent } from '#lib/mail/mail-kinds';
import { queueMail } from '#lib/mail/queue-mail';
import { dayMs } from '#lib/vocabulary/time';
import { verifiedEmail } from './links/send-links';
import { type MailOrigin, mailRecipient } from './mail-recipient';
import { insertingNotice, insertNotice } from './notice-store';
import type { User } from './user';

/** The events that a person is notified of, regardless of who caused them. */
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
      | 'device_connected';
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
export async function tellPerson(
  tx: Transaction,
  user: Pick<User, 'sub' | 'claims' | 'tenants'>,
  alarm: Alarm,
  { secret, now, origin = unknownOrigin }: Telling,
): Promise<void> {
  await writeNotice(tx, user.sub, alarm, now);
  const to = verifiedEmail(user);
  if (to !== null) await queueMail(tx, { ...alarm, to, ...mailRecipient(user, origin) }, { secret, now });
}

/** In milliseconds. Notices that were not read in this time are deleted. */
const noticeMs = 90 * dayMs;

/** Writes only the notice, if the mails go to other addresses than the present one. */
export async function writeNotice(tx: Transaction, sub: string, alarm: Alarm, now: Date): Promise<void> {
  await insertNotice(tx, newNotice(sub, alarm, now));
}

/**
 * Notifies a person like tellPerson(), as a step of a prepared transaction.
 * @returns null for a person who gets a mail too
 */
export function tellingPerson(user: Pick<User, 'sub' | 'claims'>, alarm: Alarm, now: Date): PreparedStep | null {
  return verifiedEmail(user) === null ? insertingNotice(newNotice(user.sub, alarm, now)) : null;
}

function newNotice(sub: string, { kind, values }: Alarm, now: Date) {
  const expiresAt = new Date(now.getTime() + noticeMs);
  // The link of a mail is only for the reader of the mail.
  const details = JSON.stringify({ ...values, undo: undefined });
  return { id: createId(), sub, kind, details, createdAt: now, expiresAt };
}
