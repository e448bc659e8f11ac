import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { signOutElsewhere } from '#lib/sessions/sign-out';
import {
  type AccountLink,
  consumeAccountLink,
  findAccountLink,
  voidLinksOfAddress,
} from '#lib/users/account-link-store';
import { isAddressTaken } from '#lib/users/address-store';
import { forgetBrowsers } from '#lib/users/known-browser-store';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { notifyEmailChanged } from '#lib/users/notify-person';
import { isPasswordDue } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { findUserBySub, setAddress, touchUser } from '#lib/users/user-store';
import { readableDomains } from '#lib/vocabulary/domain';
import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import { isLinkToken } from '../recovery/find-recovery';

const kinds = ['verify_email', 'change_email'] as const;

/** A link to verify an address. With `isChange`, the address replaces the present address of the account. */
type Verification = { readonly email: string; readonly username: string; readonly isChange: boolean };

/** The person and the address of a verification link, without using it. */
export async function findVerification(
  token: string | null,
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<Verification | null> {
  if (!isLinkToken(token)) return null;
  const link = await findAccountLink(db, hashHandle(token), kinds, now);
  const person = link && (await findUserBySub(db, link.sub));
  return link !== null && person !== null && isUsable(link, person)
    ? { email: readableDomains(link.email), username: person.username, isChange: link.kind === 'change_email' }
    : null;
}

export type Proving = {
  readonly token: string;
  readonly origin: MailOrigin;
  readonly clientAddress: string;
  readonly place: MailPlace;
  /** The browser in which the button was pressed. Null if it has no cookie of ours. */
  readonly browserId: string | null;
  readonly cookieHeader: string | undefined;
};

/**
 * Uses a mailed link to verify an address, once. The address becomes the verified address of the account, unless
 * another enabled account verified it first and people sign in with addresses (security #116). A username that was the
 * former address becomes the new one. If it replaces another address, waiting links become void except those to undo a change, and both addresses are notified. If the previous
 * address was verified, it can undo the change for 72 hours. If this is the first address that the account verifies,
 * sessions in other browsers end (decision 017). A link that the account cannot use now, for example because it is
 * disabled, is not used up.
 * @returns null if the link is unknown, used, void or expired, or the address belongs to another account
 */
export async function proveEmail(
  proving: Proving,
  context: Context,
): Promise<{ readonly email: string; readonly hasSignedOut: boolean } | null> {
  if (!isLinkToken(proving.token)) return null;
  const { db, now } = context;
  const hash = hashHandle(proving.token);
  const proved = await transaction(db, async (tx) => {
    const link = await findAccountLink(tx, hash, kinds, now);
    if (link === null || !(await touchUser(tx, link.sub, now))) return null;
    const person = await findUserBySub(tx, link.sub);
    if (person === null || !isUsable(link, person)) return null;
    const used = await consumeAccountLink(tx, hash, kinds, now);
    if (used === null) return null;
    if (await isAddressTaken(tx, link, context)) return null;
    const claims = { ...person.claims, email: link.email, email_verified: true };
    const username = await setAddress(tx, used.proof, { before: person, claims }, now);
    await voidLinksOfAddress(tx, person, claims, now);
    const ended = provedAddress(person.claims) === null ? await endElsewhere(tx, person, proving, context) : 0;
    if (canonicalEmail(person.claims.email) === canonicalEmail(link.email)) {
      await recordVerified(tx, { person, proving, ended }, context);
    } else await notifyChanged(tx, { person, claims, username, proving, ended }, context);
    return { email: link.email, hasSignedOut: ended > 0 };
  });
  if (proved === null) return null;
  wakeJob(mailJob);
  wakeJob(noticeJob);
  return proved;
}

/**
 * A link to verify the account's own address works only for that address. While a role waits for another password, the
 * address does not change, see startEmailChange().
 */
function isUsable({ kind, email }: AccountLink, person: User): boolean {
  if (kind === 'change_email') return person.enabled && !isPasswordDue(person);
  return person.enabled && canonicalEmail(person.claims.email) === canonicalEmail(email);
}

/**
 * Ends everything that another person may have opened with an account before its address was verified: sessions in
 * other browsers, trusted devices and known browsers. The next sign-in elsewhere then sends a notice to the address
 * (decision 017).
 * @returns how many sessions ended
 */
async function endElsewhere(
  tx: Transaction,
  { sub }: User,
  { browserId, cookieHeader }: Proving,
  { now, settings }: Context,
): Promise<number> {
  const ended = await signOutElsewhere(tx, { sub, browserId, now });
  await removeTrustedDevices(tx, sub);
  await forgetBrowsers(tx, sub, readKnownBrowser(cookieHeader, settings).map(hashHandle));
  return ended.length;
}

type Verified = { readonly person: User; readonly proving: Proving; readonly ended: number };

async function recordVerified(tx: Transaction, { person, proving, ended }: Verified, context: Context): Promise<void> {
  const { now, requestId } = context;
  const details = { ended_sessions: ended };
  const event = { person, client: null, address: proving.clientAddress, requestId, details };
  await recordEvents(tx, [personEvent({ type: 'email.verified', ...event })], now);
}

/** @property person the person before the change */
type Change = Verified & { readonly claims: User['claims']; readonly username: string | null };

async function notifyChanged(tx: Transaction, change: Change, context: Context): Promise<void> {
  const { person, claims, username, proving, ended } = change;
  const { now, requestId } = context;
  const { origin, place, clientAddress } = proving;
  await notifyEmailChanged(tx, { before: person, claims, origin, place }, context);
  const details = {
    from: person.claims.email ?? null,
    to: claims.email,
    ended_sessions: ended,
    ...(username !== null && { username }),
  };
  const event = { person, client: null, address: clientAddress, requestId, details };
  await recordEvents(tx, [personEvent({ type: 'email.changed', ...event })], now);
}
