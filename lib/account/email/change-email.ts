import type { Context } from '#lib/context';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailTransport } from '#lib/mail/mail';
import { mailJob } from '#lib/mail/queue-mail';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { isMailAddress } from '#lib/settings/mailbox';
import { findWaitingLink, voidAccountLinks } from '#lib/users/account-link-store';
import { sendVerification } from '#lib/users/links/send-links';
import { reserveMail } from '#lib/users/mail-limits';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { isPasswordDue } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { readableDomains } from '#lib/vocabulary/domain';
import { canonicalEmail, normalizeEmail, provedAddress } from '#lib/vocabulary/email';
import { changeOwn, type OwnPost } from '../change-own';
import { readManagedClaims } from '../profile/change-profile';

/** A person's request to change the address of their account, with its origin. */
export type AddressRequest = OwnPost & {
  readonly session: { readonly user: User };
  readonly caller: { readonly cookieHeader: string | undefined };
  readonly origin: MailOrigin;
};

/**
 * `email_invalid`: the address cannot receive mail. `email_same`: it already is the verified address of the account.
 * `no_mail`: this server cannot send mail, so no address can be verified. `no_change`: there is nothing to send again.
 * `password_due`: a role waits for another password.
 */
type EmailProblem = 'email_invalid' | 'email_same' | 'no_mail' | 'no_change' | 'password_due';

type Sent = { readonly email: string } | { readonly problem: EmailProblem };

/**
 * Starts the change of an address: mails a link to the new address, which works for 15 minutes. Nothing changes before
 * the link is used. A newer change replaces this one. While a role waits for another password, nobody can start a
 * change: an administrator who knows the present password could recover the account afterwards (security #161). The
 * response never reveals whether another account has the address. Only the link does. Beyond the limits of mails, the
 * response is the same but nothing is sent.
 * @param typed the new address as it was typed, at most 254 characters
 * @returns the address that the mail is sent to
 * @throws AccountGone as changeOwn() does
 */
export async function startEmailChange(typed: string, request: AddressRequest, context: Context): Promise<Sent> {
  if (isPasswordDue(request.session.user)) return { problem: 'password_due' };
  const email = normalizeEmail(typed);
  const canonical = canonicalEmail(email);
  if (canonical === null || !isMailAddress(email)) return { problem: 'email_invalid' };
  const { claims } = request.session.user;
  if (email === claims.email && provedAddress(claims) !== null) return { problem: 'email_same' };
  return send({ kind: 'change_email', email, canonical }, request, context);
}

/**
 * Sends the link of the waiting change again. If there is none, it sends a link to verify the unverified address of the
 * account, which works for 24 hours. The previous link becomes void.
 */
export async function resendEmailLink(request: AddressRequest, context: Context): Promise<Sent> {
  const { sub, user } = request.session;
  const waiting = await findEmailChange(sub, context);
  const kind = waiting === null ? ('verify_email' as const) : ('change_email' as const);
  const email = waiting?.email ?? unprovedAddress(user.claims);
  const canonical = canonicalEmail(email);
  if (email === null || canonical === null) return { problem: 'no_change' };
  return send({ kind, email, canonical }, request, context);
}

/** Cancels the waiting change, so its link becomes void. */
export async function cancelEmailChange(post: OwnPost, context: Context): Promise<void> {
  await changeOwn(post, context, async (tx, { sub }) => {
    const voided = await voidAccountLinks(tx, sub, context.now, ['change_email']);
    return voided === 0 ? [] : [{ type: 'email.change_cancelled' }];
  });
}

/** The change that waits for its link to be used, for the page of the account. */
export async function findEmailChange(
  sub: string,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<{ readonly email: string; readonly expiresAt: Date } | null> {
  return findWaitingLink(db, sub, 'change_email', now);
}

/** The unverified address of an account, if it can receive mail. */
function unprovedAddress(claims: User['claims']): string | null {
  const { email } = claims;
  if (typeof email !== 'string' || provedAddress(claims) !== null) return null;
  return isMailAddress(normalizeEmail(email)) ? normalizeEmail(email) : null;
}

type Link = {
  readonly kind: 'change_email' | 'verify_email';
  readonly email: string;
  readonly canonical: string;
};

async function send({ kind, email, canonical }: Link, request: AddressRequest, context: Context): Promise<Sent> {
  const { session, caller, origin } = request;
  const { db, now, settings } = context;
  const { sub } = session;
  if (mailTransport(settings) === 'none') return { problem: 'no_mail' };
  const { clientAddress, cookieHeader } = caller;
  const browserHandles = readKnownBrowser(cookieHeader, settings);
  const mail = { kind: 'verify_email' as const, clientAddress, recipient: canonical, sub, browserHandles };
  const { mayBeSent } = await reserveMail(db, mail, now);
  await changeOwn(request, context, async (tx, person) => {
    // The link that was mailed last goes on working if no other one is mailed.
    const waiting = mayBeSent ? null : await findWaitingLink(tx, sub, kind, now);
    if (canonicalEmail(waiting?.email) === canonical) return [];
    await sendVerification(tx, { person, kind, email, origin, isDecoy: !mayBeSent }, context);
    return kind === 'change_email' ? [{ type: 'email.change_started', details: { email } }] : [];
  });
  wakeJob(mailJob);
  return { email };
}

export type EmailPage = {
  /** Null without an address. */
  readonly email: string | null;
  readonly isVerified: boolean;
  /** The new address that waits to be verified. Null if there is none. */
  readonly waiting: string | null;
  /** The provider that the address comes from. If there is one, the address cannot be changed here. */
  readonly managedBy: string | null;
};

/** The page /account/email. */
export async function readEmail({ sub, claims }: User, context: Context): Promise<EmailPage> {
  const managed = await readManagedClaims(sub, context);
  const change = await findEmailChange(sub, context);
  return {
    email: typeof claims.email === 'string' && claims.email !== '' ? readableDomains(claims.email) : null,
    isVerified: provedAddress(claims) !== null,
    waiting: change === null ? null : readableDomains(change.email),
    managedBy: managed.get('email') ?? null,
  };
}
