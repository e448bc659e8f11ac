import type { Transaction } from '#lib/db/database';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { queueMail } from '#lib/mail/queue-mail';
import { isMailAddress } from '#lib/settings/mailbox';
import { canonicalEmail, normalizeEmail } from '#lib/vocabulary/email';
import { createLink, type LinkContext } from './links/create-link';
import { verifiedEmail } from './links/send-links';
import { type MailOrigin, mailRecipient } from './mail-recipient';
import { unknownOrigin, writeNotice } from './tell-person';
import type { User } from './user';

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
 * otherwise a change in two steps would send no notice. Does nothing if the address stays. The caller wakes the job
 * `mail` after the transaction (see mailJob).
 */
export async function tellEmailChanged(
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
  await writeNotice(tx, sub, { kind: 'email_changed', values }, context.now);
  if (current !== null) await queueMail(tx, { ...mail, to: current, values }, writing);
  if (former === null) return;
  const undo = await createLink(tx, { kind: 'undo_email', sub, email: former, passwordHash, passwordCarries }, context);
  await queueMail(tx, { ...mail, to: former, values: { ...values, undo } }, writing);
}

/** The address at which the account can receive mail. Null if there is none. */
function mailAddress({ email }: User['claims']): string | null {
  if (typeof email !== 'string') return null;
  const address = normalizeEmail(email);
  return isMailAddress(address) ? address : null;
}
