import type { Transaction } from '#lib/db/database';
import { clearEndedCurrent, endSessions, revokeSessionGrants, revokeUserGrants } from './store';

export type EndedSession = { readonly sid: string; readonly sub: string };

/**
 * Ends sessions of a browser, everywhere at once, and revokes their grants without offline_access. When it was the
 * last one, the response also gets clearBrowserCookie().
 * @param sids which ones; all of the browser when left out
 * @returns the sessions that ended now: whom to notify
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
  return ended;
}

/**
 * Ends every session of a person in every browser and revokes everything the person granted: after a new password,
 * or when somebody else may have had the account (security #91, #104).
 */
export async function signOutUser(
  tx: Transaction,
  { sub, now }: { readonly sub: string; readonly now: Date },
): Promise<EndedSession[]> {
  const ended = await endSessions(tx, { sub }, now);
  await revokeUserGrants(tx, sub, now);
  return ended;
}
