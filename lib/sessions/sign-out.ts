import type { Transaction } from '#lib/db/database';
import { createNotices } from './notices/store';
import { clearEndedCurrent, endSessions, revokeSessionGrants, revokeUserGrants } from './store';

export type EndedSession = { readonly sid: string; readonly sub: string };

/**
 * Ends sessions of a browser, everywhere at once, revokes their grants without offline_access and writes the notices to
 * their clients. When it was the last one, the response also gets clearBrowserCookie(); in any case writeStateCookie().
 * @param sids which ones; all of the browser when left out
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
 * Ends every session of a person in every browser and revokes everything the person granted: after a new password,
 * or when somebody else may have had the account (security #91, #104). The clients of the sessions are told.
 */
export async function signOutUser(
  tx: Transaction,
  { sub, now }: { readonly sub: string; readonly now: Date },
): Promise<EndedSession[]> {
  const ended = await endSessions(tx, { sub }, now);
  await revokeUserGrants(tx, sub, now);
  await createNotices(tx, ended, now);
  return ended;
}
