import { touchUser } from '#lib/admin/users/account-store';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { mailJob, queueMail } from '#lib/mail/queue-mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { type AccountLink, consumeAccountLink, findAccountLink } from '#lib/users/account-link-store';
import { findAddressHolders, lockAddress } from '#lib/users/address-store';
import { createLink } from '#lib/users/links/create-link';
import { verifiedEmail } from '#lib/users/links/send-links';
import { type MailOrigin, mailRecipient } from '#lib/users/mail-recipient';
import { writeNotice } from '#lib/users/tell-person';
import type { User } from '#lib/users/user';
import { findUserBySub, setClaims } from '#lib/users/user-store';
import { voidLinksOfAddress } from '#lib/users/void-links-of-address';
import { canonicalEmail } from '#lib/vocabulary/email';
import { isLinkToken } from '../link-token';

const kinds = ['verify_email', 'change_email'] as const;

/** The person and the address of a link to prove one, without using it. */
export async function findVerification(
  token: string | null,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<{ readonly email: string; readonly username: string } | null> {
  if (!isLinkToken(token)) return null;
  const link = await findAccountLink(db, hashHandle(token), kinds, now);
  const person = link && (await findUserBySub(db, link.sub));
  return link !== null && person !== null && isUsable(link, person)
    ? { email: link.email, username: person.username }
    : null;
}

export type Proving = {
  readonly token: string;
  readonly origin: MailOrigin;
  readonly clientAddress: string;
  readonly place: MailPlace;
};

/**
 * Uses the link of a mail to prove an address, once. The address becomes the verified one of the account, unless another
 * enabled account proved it first where people sign in with addresses (security #116). If it replaces another one, waiting
 * links die except those to undo a change, and both addresses are told; the former, if it was verified, can undo the
 * change for 72 hours.
 * @returns null if the link is unknown, used, void or expired, or the address belongs to another account
 */
export async function proveEmail(proving: Proving, context: Context): Promise<{ readonly email: string } | null> {
  if (!isLinkToken(proving.token)) return null;
  const { db, now } = context;
  const hash = hashHandle(proving.token);
  const proved = await transaction(db, async (tx) => {
    const link = await consumeAccountLink(tx, hash, kinds, now);
    if (link === null || !(await touchUser(tx, link.sub, now))) return null;
    const person = await findUserBySub(tx, link.sub);
    if (person === null || !isUsable(link, person) || (await isTaken(tx, link, context))) return null;
    await setClaims(tx, person.sub, { ...person.claims, email: link.email, email_verified: true }, now);
    if (canonicalEmail(person.claims.email) === canonicalEmail(link.email))
      await tellVerified(tx, person, proving, context);
    else await tellChanged(tx, { person, link, proving }, context);
    return { email: link.email };
  });
  if (proved !== null) wakeJob(mailJob);
  return proved;
}

/** A link to prove the account's own address is for that address alone. */
function isUsable({ kind, email }: AccountLink, { enabled, claims }: User): boolean {
  return enabled && (kind === 'change_email' || canonicalEmail(claims.email) === canonicalEmail(email));
}

async function isTaken(tx: Transaction, { email, sub }: AccountLink, context: Context): Promise<boolean> {
  if (!policyOf(portalScope, context).identifiers.includes('email')) return false;
  const canonical = canonicalEmail(email);
  if (canonical === null) return true;
  await lockAddress(tx, canonical, context.now);
  return (await findAddressHolders(tx, canonical)).some((holder) => holder !== sub);
}

async function tellVerified(tx: Transaction, person: User, proving: Proving, context: Context): Promise<void> {
  const { now, requestId } = context;
  const event = { person, client: null, address: proving.clientAddress, requestId };
  await recordEvents(tx, [personEvent({ type: 'email.verified', ...event })], now);
}

type Change = { readonly person: User; readonly link: AccountLink; readonly proving: Proving };

/** @param change `person` as it was before */
async function tellChanged(tx: Transaction, { person, link, proving }: Change, context: Context): Promise<void> {
  const { now, requestId, settings } = context;
  const { origin, place, clientAddress } = proving;
  await voidLinksOfAddress(tx, person, { email: link.email }, now);
  const former = verifiedEmail(person);
  const mail = { kind: 'email_changed' as const, ...mailRecipient(person, origin) };
  const values = { current: link.email, ...place };
  const writing = { secret: settings.secret, now };
  await writeNotice(tx, person.sub, { kind: 'email_changed', values }, now);
  await queueMail(tx, { ...mail, to: link.email, values }, writing);
  if (former !== null) {
    const { sub, passwordHash } = person;
    const undo = await createLink(tx, { kind: 'undo_email', sub, email: former, passwordHash }, context);
    await queueMail(tx, { ...mail, to: former, values: { ...values, undo } }, writing);
  }
  const details = { from: person.claims.email ?? null, to: link.email };
  const event = { person, client: null, address: clientAddress, requestId, details };
  await recordEvents(tx, [personEvent({ type: 'email.changed', ...event })], now);
}
