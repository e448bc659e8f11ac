import type { Transaction } from '#lib/db/database';
import { signOut } from '../sign-out';
import { findSignedInThere, type UpstreamLogout } from './upstream-session-store';

type SignedOutPerson = { readonly sid: string; readonly sub: string; readonly username: string };

/**
 * Ends the sessions that began with a sign-in at a provider, after the person has signed out there (Back-Channel Logout
 * §2.7), in all browsers. Their clients are notified as after any sign-out.
 * @returns the sessions that ended now
 */
export async function signOutFromThere(tx: Transaction, logout: UpstreamLogout, now: Date): Promise<SignedOutPerson[]> {
  const found = await findSignedInThere(tx, logout);
  const usernames = new Map(found.map(({ sid, username }) => [sid, username]));
  const sids = found.map(({ sid }) => sid);
  const ended: SignedOutPerson[] = [];
  for (const browserId of [...new Set(found.map((one) => one.browserId))].sort()) {
    const gone = await signOut(tx, { browserId, sids, now });
    ended.push(...gone.map(({ sid, sub }) => ({ sid, sub, username: usernames.get(sid) ?? '' })));
  }
  return ended;
}
