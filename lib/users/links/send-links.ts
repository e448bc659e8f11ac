import type { Transaction } from '#lib/db/database';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { queueMail } from '#lib/mail/queue-mail';
import { isMailAddress } from '#lib/settings/mailbox';
import { normalizeEmail, provedAddress } from '#lib/vocabulary/email';
import { daySeconds } from '#lib/vocabulary/time';
import type { AccountLinkKind } from '../account-link-store';
import { type MailOrigin, mailRecipient } from '../mail-recipient';
import { createPasswordLink } from '../password-link';
import type { AdminRole, User } from '../user';
import { type BackTo, createLink, type LinkContext } from './create-link';

/** No mail is ever delivered to this address (RFC 2606 §2). */
const nobody = 'nobody@nobody.invalid';

type Person = Pick<User, 'sub' | 'claims' | 'tenants'>;

/**
 * The verified address of a person as it is written. Links and codes are sent nowhere else. Null without one, and for an
 * address that no mail can be sent to: providers and files vouch for some (`a..b@example.com`).
 */
export function verifiedEmail({ claims }: Pick<User, 'claims'>): string | null {
  if (provedAddress(claims) === null) return null;
  const address = normalizeEmail(String(claims.email));
  return isMailAddress(address) ? address : null;
}

/**
 * Mails a link to set a new password to the person's verified address, in the same transaction as the change that
 * causes it. An earlier link becomes void. If a stranger can cause the mail, the caller reserves it before (see
 * reserveMail()). The caller wakes the mail job afterwards.
 * @param recovery `person`: if null or without such an address, the statements are the same, and no mail is sent
 * (security #85, #86); `place`: where it was requested
 */
export async function sendRecovery(
  tx: Transaction,
  { person, origin, place }: { readonly person: Person | null; readonly origin: MailOrigin; readonly place: MailPlace },
  context: LinkContext,
  backTo?: BackTo,
): Promise<void> {
  const email = person && verifiedEmail(person);
  const sub = email === null ? null : (person?.sub ?? null);
  const link = await createLink(tx, { kind: 'recover', sub, email: email ?? nobody }, context, backTo);
  const mail = { kind: 'recover' as const, to: email ?? nobody, ...mailRecipient(person, origin) };
  await queueMail(tx, { ...mail, values: { ...link, ...place } }, { ...writing(context), isDecoy: sub === null });
}

/**
 * Mails a link to verify an address: the account's own (`verify_email`), or the one that will replace it
 * (`change_email`). An earlier link of the same kind becomes void.
 * @param isDecoy the limit is reached: the statements are the same, and no mail is sent
 */
export async function sendVerification(
  tx: Transaction,
  verification: {
    readonly person: Person;
    readonly kind: Extract<AccountLinkKind, 'verify_email' | 'change_email'>;
    readonly email: string;
    readonly origin: MailOrigin;
    readonly isDecoy?: boolean;
  },
  context: LinkContext,
): Promise<void> {
  const { person, kind, email, origin, isDecoy = false } = verification;
  const values = await createLink(tx, { kind, sub: person.sub, email }, context);
  const mail = { kind: 'verify_email' as const, to: email, ...mailRecipient(person, origin), values };
  await queueMail(tx, mail, { ...writing(context), isDecoy });
}

/** How long an invitation works, in seconds: 7 days if mailed. */
const invitationSeconds = 7 * daySeconds;

/**
 * Mails an invitation: a link with which the person sets the first password. Earlier links of the person to set a
 * password become void.
 * @param invitation `email`: the recipient, valid for isMailAddress(); `carries`: see carriedByLinkOf()
 * @returns when the link expires
 */
export async function sendInvitation(
  tx: Transaction,
  invitation: {
    readonly person: Person & Pick<User, 'username'>;
    readonly email: string;
    readonly carries: AdminRole | null;
    readonly origin: MailOrigin;
  },
  context: LinkContext,
): Promise<{ readonly expiresAt: Date }> {
  const { person, email, carries, origin } = invitation;
  const { sub, username } = person;
  const lifetimeSeconds = invitationSeconds;
  const mailed = { sub, carries, email, lifetimeSeconds, now: context.now };
  const { handle, expiresAt } = await createPasswordLink(tx, mailed);
  const link = `${context.settings.issuer}/setup?${new URLSearchParams({ token: handle })}`;
  const values = { link, lifetimeMinutes: lifetimeSeconds / 60, username };
  await queueMail(
    tx,
    { kind: 'invite', to: email, ...mailRecipient(person, origin), values },
    { ...writing(context), isDecoy: false },
  );
  return { expiresAt };
}

function writing({ settings, now }: LinkContext) {
  return { secret: settings.secret, now };
}
