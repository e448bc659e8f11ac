import { sha256 } from '#lib/crypto/hash';
import type { Handle } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import type { MailKind } from '#lib/mail/mail-kinds';
import { reserve } from '#lib/ratelimit/reserve';
import { type AddressLimit, reserveAddress } from '#lib/ratelimit/reserve-address';
import { findOwnBrowser } from './attempt-limits';

const windowSeconds = 3600;

/** The number of mails of a kind in an hour, for one address, and for one known browser. */
const perRecipient = 5;

/** The number of mails in an hour that strangers from one network can cause. */
const network: AddressLimit = { name: 'mail-network', perAddress: 100, windowSeconds };

/** The mails that a stranger can cause. Alarms are never limited. */
const limitedMails = ['verify_email', 'recover', 'email_code', 'address_taken'] as const satisfies readonly MailKind[];

type LimitedMail = (typeof limitedMails)[number];

export type MailRequest = {
  readonly kind: LimitedMail;
  readonly clientAddress: string;
  /** The canonical address of the recipient. The typed text if no account has it. */
  readonly recipient: string;
  /** The account. Null if there is none. */
  readonly sub: string | null;
  readonly browserHandles: readonly Handle[];
};

/**
 * Reserves a mail before it is written. A browser that the account knows has its own budget, which strangers cannot use
 * up. The statements are the same whether or not an account has the address (security #85, #86), and beyond a limit the
 * page looks the same.
 * @returns `mayBeSent`: whether a mail may be sent; `isFlood`: the network has used up all its mails, so nothing needs
 * to be written at all
 */
export async function reserveMail(
  db: Database,
  { kind, clientAddress, recipient, sub, browserHandles }: MailRequest,
  now: Date,
): Promise<{ readonly mayBeSent: boolean; readonly isFlood: boolean }> {
  const browser = await findOwnBrowser(db, { sub, browserHandles }, now);
  if (browser !== null) {
    const own = await reserve(db, { key: browserKey(kind, browser), limit: perRecipient, windowSeconds }, now);
    return { mayBeSent: own.allowed, isFlood: false };
  }
  // Both are always reserved. Otherwise, the response time would reveal which names share an address.
  const shared = await reserveAddress(db, clientAddress, network, now);
  const key = recipientKey(kind, recipient);
  const { allowed } = await reserve(db, { key, limit: perRecipient, windowSeconds }, now);
  return { mayBeSent: shared.allowed && allowed, isFlood: !shared.allowed };
}

/** The keys of these limits, for a canonical address, if there is one, and the hashes of the browsers that it knows. */
export function mailKeys(recipient: string | null, browsers: readonly string[]): string[] {
  return limitedMails.flatMap((kind) => [
    ...(recipient === null ? [] : [recipientKey(kind, recipient)]),
    ...browsers.map((browser) => browserKey(kind, browser)),
  ]);
}

function recipientKey(kind: LimitedMail, recipient: string): string {
  return `mail-address:${kind}:${sha256(recipient)}`;
}

function browserKey(kind: LimitedMail, browser: string): string {
  return `mail-browser:${kind}:${browser}`;
}
