import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { createEmailCode, emailCodeMinutes } from '#lib/factors/email-code';
import { deleteEmailCode } from '#lib/factors/email-code-store';
import type { HttpRequest } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob, queueMail } from '#lib/mail/queue-mail';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { findAddressHolders } from '#lib/users/address-store';
import { reserveMail } from '#lib/users/mail-limits';
import { mailRecipient } from '#lib/users/mail-recipient';
import { type PendingAccount, savePendingAccount } from '#lib/users/pending-account-store';
import { findUserBySub } from '#lib/users/user-store';
import { canonicalEmail } from '#lib/vocabulary/email';
import type { OpenInteraction } from '../load-interaction';
import { mailOrigin } from '../read-form';

export type SignUpCode = {
  readonly account: PendingAccount;
  readonly open: OpenInteraction;
  readonly request: HttpRequest;
  /** Whether the form was filled in, so that wrong codes of an earlier one do not count. */
  readonly isNew?: boolean;
};

/**
 * Stores an account that waits for the proof of its address, and mails a code to the address. If an enabled account has
 * already verified the address, its holder is notified instead, and no code is right. The statements are the same for
 * both, and past the limits of mails, where nothing is sent (security #85, #86). After a network has used up its mails,
 * nothing is written to the outbox.
 */
export async function sendSignUpCode({ account, open, request, isNew }: SignUpCode, context: Context): Promise<void> {
  const { db, now, settings } = context;
  const { hash, email } = account;
  const recipient = canonicalEmail(email) ?? email;
  const [sub = ''] = await findAddressHolders(db, recipient);
  const holder = await findUserBySub(db, sub);
  const kind = holder === null ? ('email_code' as const) : ('address_taken' as const);
  const browserHandles = readKnownBrowser(request.headers.cookie, settings);
  const { clientAddress } = request;
  const mail = { kind, clientAddress, recipient, sub: holder?.sub ?? null, browserHandles };
  const { mayBeSent, isFlood } = await reserveMail(db, mail, now);
  const origin = await mailOrigin(request, open.frame, context);
  const writing = { secret: settings.secret, now };
  const to = { to: email, ...mailRecipient(holder, origin) };
  const times = { createdAt: now, expiresAt: open.interaction.expiresAt };
  await transaction(db, async (tx) => {
    if (isNew) await deleteEmailCode(tx, hash);
    await savePendingAccount(tx, { ...account, ...times });
    const stored = { hash, purpose: 'sign_up', sub: null, email } as const;
    const sent = { isDecoy: holder !== null, isSent: mayBeSent };
    const code = await createEmailCode(tx, { ...stored, ...sent }, writing);
    const values = { code, lifetimeMinutes: emailCodeMinutes, ...placeOfCaller(callerOf(request)) };
    const taken = { ...to, kind: 'address_taken' as const, values: { link: `${settings.issuer}/account` } };
    const asked = { ...to, kind: 'email_code' as const, values };
    if (!isFlood) await queueMail(tx, holder === null ? asked : taken, { ...writing, isDecoy: !mayBeSent });
  });
  wakeJob(mailJob);
}
