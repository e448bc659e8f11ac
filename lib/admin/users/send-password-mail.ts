import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { linkMinutes } from '#lib/users/links/create-link';
import { sendInvitation, sendRecovery } from '#lib/users/links/send-links';
import { carriedByLinkOf } from '#lib/users/role-in-force';
import { minuteMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { changeAccount } from './change-account';
import { type PasswordMail, passwordMailFor } from './password-mail';
import type { AccountTarget } from './user-actions';

const origin = { locale: 'en', tenant: null } as const;

/**
 * Mails a link that lets a person set a password. Earlier links of the same kind stop working.
 * @throws AdminError `invalid` if passwordMailFor() returns null
 */
export async function sendPasswordMail(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
): Promise<PasswordMail & { readonly expiresAt: Date }> {
  const { settings, now, principal } = admin;
  let sent: (PasswordMail & { expiresAt: Date }) | null = null;
  await changeAccount(admin, sub, reason, async (tx, user) => {
    const mail = passwordMailFor(user, admin);
    if (mail === null) {
      throw new AdminError('invalid', 'Email cannot be sent to this user. Create a link and send it yourself');
    }
    if (mail.kind === 'recover') {
      await sendRecovery(tx, { person: user, origin, place: {} }, { settings, now });
      const expiresAt = new Date(now.getTime() + linkMinutes.recover * minuteMs);
      sent = { ...mail, expiresAt };
      return { type: 'recovery.requested', details: { expires_at: expiresAt.toISOString() } };
    }
    const invitation = { person: user, email: mail.email, carries: carriedByLinkOf(principal.role), origin };
    const { expiresAt } = await sendInvitation(tx, invitation, { settings, now });
    sent = { ...mail, expiresAt };
    return { type: 'password_link.created', details: { expires_at: expiresAt.toISOString(), mailed: true } };
  });
  if (sent === null) throw new Error('a committed transaction sent a mail');
  wakeJob(mailJob);
  return sent;
}
