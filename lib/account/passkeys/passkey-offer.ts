import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { countPasskeys } from '#lib/factors/passkeys/passkey-store';
import type { Session } from '#lib/sessions/browser-state';
import { dropUnreadNotices, findUnreadNotice, insertNotice } from '#lib/users/notice-store';
import { dayMs } from '#lib/vocabulary/time';
import { passkeysOn } from './read';

/** The offer is stored as a notice, so that the form of notices can decline it. The list of notices leaves it out. */
const kind = 'passkey_offer';

/** In milliseconds. After this time the person has forgotten the lost password and would not understand the offer. */
const offeredMs = 90 * dayMs;

/** Offers a passkey on the front page of the account to a person who recovered it (ux §1.12.3). */
export async function offerPasskey(tx: Transaction, sub: string, now: Date): Promise<void> {
  await dropUnreadNotices(tx, { sub, kind });
  const expiresAt = new Date(now.getTime() + offeredMs);
  await run(tx, [insertNotice({ id: createId(), sub, kind, details: '{}', createdAt: now, expiresAt })]);
}

/**
 * The pending offer of a passkey. It stays until the person has a passkey or declines.
 * @returns the ID of its notice, which POST /account/notices/submit marks as read; null without an offer
 */
export async function findPasskeyOffer({ sub }: Pick<Session, 'sub'>, context: Context): Promise<string | null> {
  const { db, now } = context;
  if (!passkeysOn(context)) return null;
  const notice = await findUnreadNotice(db, { sub, kind }, now);
  if (notice === null) return null;
  return (await countPasskeys(db, sub)) === 0 ? notice.id : null;
}
