import type { Transaction } from '#lib/db/database';
import { removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { forgetBrowsers } from '#lib/users/known-browser-store';
import { createNotices } from './logout-notice-store';
import {
  clearEndedCurrent,
  endSessions,
  forgetProofs,
  revokeEndedGrants,
  revokeSessionGrants,
  revokeUserGrants,
} from './session-store';

export type EndedSession = { readonly sid: string; readonly sub: string };

/**
 * Ends sessions of a browser in every process, revokes their grants without offline_access and writes the notices to
 * their clients. The response must always have writeStateCookie(), and also clearBrowserCookie() if it was the last
 * session.
 * @param sids the sessions; all of the browser if left out
 * @returns the sessions that ended now
 */
export async function signOut(
  tx: Transaction,
  { browserId, sids, now }: { readonly browserId: string; readonly sids?: readonly string[]; readonly now: Date },
): Promise<EndedSession[]> {
  const which = sids === undefined ? { browserId } : { browserId, sid: { in: [...sids] } };
  const ended = await endSessions(tx, which, now);
  await clearEndedCurrent(
    tx,
    browserId,
    ended.map(({ sid }) => sid),
  );
  await revokeSessionGrants(tx, browserId, now);
  await createNotices(tx, ended, now);
  return ended;
}

/**
 * Ends every session of a person in every browser and all trusted devices, revokes all their grants, notifies the
 * clients, and makes the account forget its browsers. For a new password or role, or if another person may have used
 * the account (security #91, #104).
 */
export async function signOutUser(
  tx: Transaction,
  { sub, now }: { readonly sub: string; readonly now: Date },
): Promise<EndedSession[]> {
  const ended = await endSessions(tx, { sub }, now);
  await revokeUserGrants(tx, sub, now);
  await forgetProofs(tx, [sub]);
  await removeTrustedDevices(tx, sub);
  await forgetBrowsers(tx, sub);
  await createNotices(tx, ended, now);
  return ended;
}

/**
 * Ends every session of a person except one, in every browser, revokes their grants without offline_access and notifies
 * the clients.
 * @param sid the session that stays
 */
export function signOutOthers(
  tx: Transaction,
  { sub, sid, now }: { readonly sub: string; readonly sid: string; readonly now: Date },
): Promise<EndedSession[]> {
  return signOutSome(tx, { sub, sid: { not: sid } }, now);
}

/**
 * The same for all sessions in other browsers.
 * @param browserId the browser whose sessions stay; null: no session stays
 */
export function signOutElsewhere(
  tx: Transaction,
  { sub, browserId, now }: { readonly sub: string; readonly browserId: string | null; readonly now: Date },
): Promise<EndedSession[]> {
  return signOutSome(tx, { sub, ...(browserId !== null && { browserId: { not: browserId } }) }, now);
}

type SomeSessions = Extract<Parameters<typeof endSessions>[1], { readonly sub: string }>;

async function signOutSome(tx: Transaction, which: SomeSessions, now: Date): Promise<EndedSession[]> {
  const ended = await endSessions(tx, which, now);
  await revokeEndedGrants(tx, which.sub, now);
  await createNotices(tx, ended, now);
  return ended;
}
