import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { checkEmailCode, createEmailCode, emailCodeMinutes, isEmailCodeOver } from '#lib/factors/email-code';
import { findEmailCode } from '#lib/factors/email-code-store';
import type { HttpRequest } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob, queueMail } from '#lib/mail/queue-mail';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { placeOfCaller } from '#lib/sessions/caller';
import { verifiedEmail } from '#lib/users/links/send-links';
import { reserveMail } from '#lib/users/mail-limits';
import { mailRecipient } from '#lib/users/mail-recipient';
import type { User } from '#lib/users/user';
import { lockUser } from '#lib/users/user-store';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import { mailOrigin } from '../read-form';
import type { SignInAnswer } from './attempt';
import { findMalformedDigits, type SecondFactorMethod, typedCode } from './second-factor-method';

/** A mailed code as the second factor. `send` of the page mails it: see sendFactorCode(). */
export const emailMethod: SecondFactorMethod = {
  factor: 'email',
  findMalformed: findMalformedDigits,
  check: async ({ form, person, boundTo }, { db, settings, now }) => {
    const code = await findEmailCode(db, boundTo, 'second_factor');
    if (code === null || isEmailCodeOver(code, now)) return { problem: 'code_over' };
    const answer = { hash: boundTo, purpose: 'second_factor', typed: typedCode(form) } as const;
    const result = await checkEmailCode(db, answer, { secret: settings.secret, now });
    if (result.outcome !== 'right') return { problem: 'code_wrong' };
    // A former address of the account proves nothing about its holder.
    const isHolder = (found: User) =>
      result.sub === found.sub && canonicalEmail(result.email) === provedAddress(found.claims);
    if (!isHolder(person)) return { problem: 'code_over' };
    // The check already used up the code. Whoever has the address again may be undoing its change.
    const use = async (tx: Transaction) => {
      const held = await lockUser(tx, person.sub);
      return held !== null && isHolder(held);
    };
    return { proof: { factor: 'email', at: now }, use };
  },
};

/**
 * Mails a code to the person's verified address. A newer code ends the older one. Past the limits of mails, nothing is
 * sent, and the page looks the same: no code is right except one that was mailed before.
 */
export async function sendFactorCode(
  { open, form, pending: { user } }: SignInAnswer,
  request: HttpRequest,
  context: Context,
): Promise<void> {
  const { db, settings, now } = context;
  const to = verifiedEmail(user);
  if (to === null) return;
  const browserHandles = readKnownBrowser(form.cookieHeader, settings);
  const { clientAddress } = form;
  const recipient = canonicalEmail(to) ?? to;
  const mail = { kind: 'email_code', clientAddress, recipient, sub: user.sub, browserHandles } as const;
  const { mayBeSent } = await reserveMail(db, mail, now);
  const addressed = { to, ...mailRecipient(user, await mailOrigin(request, open.frame, context)) };
  const writing = { secret: settings.secret, now };
  const { hash } = open.interaction;
  await transaction(db, async (tx) => {
    const stored = { hash, purpose: 'second_factor', sub: user.sub, email: to } as const;
    const code = await createEmailCode(tx, { ...stored, isDecoy: false, isSent: mayBeSent }, writing);
    const values = { code, lifetimeMinutes: emailCodeMinutes, ...placeOfCaller(form) };
    if (mayBeSent) await queueMail(tx, { kind: 'email_code', ...addressed, values }, writing);
  });
  wakeJob(mailJob);
}
