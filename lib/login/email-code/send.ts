import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { createEmailCode, emailCodeMinutes } from '#lib/factors/email-code';
import { deleteEmailCode } from '#lib/factors/email-code-store';
import type { HttpRequest } from '#lib/http/types';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob, queueMail } from '#lib/mail/queue-mail';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { parseIdentifier } from '#lib/users/identifier';
import { verifiedEmail } from '#lib/users/links/send-links';
import { reserveMail } from '#lib/users/mail-limits';
import { mailRecipient } from '#lib/users/mail-recipient';
import { findUserByIdentifier } from '#lib/users/user-store';
import { canonicalEmail } from '#lib/vocabulary/email';
import type { OpenInteraction } from '../load-interaction';
import { mailOrigin } from '../read-form';

type SignInCode = {
  readonly open: OpenInteraction;
  readonly request: HttpRequest;
  /** The typed identifier. */
  readonly typed: string;
  /** Whether the sign-in starts here, so that wrong codes of an earlier one do not count. */
  readonly isNew: boolean;
};

/** Mail to this domain reaches nobody (RFC 2606 §2). */
const nobody = 'nobody@nobody.invalid';

/**
 * Mails a code to the verified address of the named account. The statements are the same for an unknown name, for a
 * disabled account and past the limits of mails. In these cases nothing is sent, and no code is right except one that
 * was mailed before (security #85, #86). After a network has used up its mails, nothing is written to the outbox.
 */
export async function sendSignInCode({ open, request, typed, isNew }: SignInCode, context: Context): Promise<void> {
  const { db, now, settings } = context;
  const identifier = parseIdentifier(typed.slice(0, 255), open.required.policy.identifiers);
  const found = await findUserByIdentifier(db, identifier);
  const address = found?.enabled ? verifiedEmail(found) : null;
  const person = address === null ? null : found;
  const mail = {
    kind: 'email_code',
    clientAddress: request.clientAddress,
    recipient: canonicalEmail(address) ?? identifier.key ?? '',
    sub: person?.sub ?? null,
    browserHandles: readKnownBrowser(request.headers.cookie, settings),
  } as const;
  const { mayBeSent, isFlood } = await reserveMail(db, mail, now);
  const isDecoy = !mayBeSent || person === null;
  const origin = await mailOrigin(request, open.frame, context);
  const email = address ?? nobody;
  const { hash } = open.interaction;
  const writing = { secret: settings.secret, now };
  await transaction(db, async (tx) => {
    if (isNew) await deleteEmailCode(tx, hash);
    const sub = person?.sub ?? null;
    const stored = { hash, purpose: 'sign_in', sub, email, isDecoy: person === null, isSent: mayBeSent } as const;
    const code = await createEmailCode(tx, stored, writing);
    const values = { code, lifetimeMinutes: emailCodeMinutes, ...placeOfCaller(callerOf(request)) };
    const to = { kind: 'email_code' as const, to: email, ...mailRecipient(person, origin) };
    if (!isFlood) await queueMail(tx, { ...to, values }, { ...writing, isDecoy });
  });
  wakeJob(mailJob);
}
