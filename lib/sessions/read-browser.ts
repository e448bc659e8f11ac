import type { Database } from '#lib/db/database';
import { readProofs } from '#lib/factors/proof';
import type { Settings } from '#lib/settings/settings';
import type { Portal } from '#lib/tenants/schema';
import { readUser } from '#lib/users/read-user';
import { readBrowserCookie } from './browser-cookie';
import { authenticatedBy, type BrowserState, type SessionWithUser } from './browser-state';
import { isSessionLive } from './session-life';
import { type BrowserRow, findBrowser, type SessionRow } from './session-store';

const nobody: BrowserState = { browserId: null, sessions: [], current: null };

/**
 * The people who are signed in on the browser of a request: sessions that have not ended, are within their limits, and
 * belong to enabled people. Read for each request, so that a sign-out elsewhere counts immediately (security #104).
 * @param cookieHeader the request's Cookie header
 */
export async function readBrowser(from: {
  readonly db: Database;
  readonly settings: Pick<Settings, 'secret' | 'secure'>;
  readonly cookieHeader: string | undefined;
  readonly portal: Portal;
  readonly now: Date;
}): Promise<BrowserState> {
  const { db, settings, cookieHeader, portal, now } = from;
  const handleHash = await readBrowserCookie(cookieHeader, settings);
  const rows = handleHash === null ? [] : await findBrowser(db, handleHash, now);
  const browser = rows[0];
  if (browser === undefined) return nobody;
  const live = rows
    .filter(hasSession)
    .map(readSession)
    .filter((session) => session.user.enabled && isSessionLive(session, portal, now));
  const current = live.find(({ sid }) => sid === browser.currentSid) ?? null;
  const others = live.filter((session) => session !== current);
  return { browserId: browser.browserId, sessions: current === null ? others : [current, ...others], current };
}

function hasSession(row: BrowserRow): row is BrowserRow & SessionRow {
  return row.sid !== null;
}

function readSession(row: SessionRow): SessionWithUser {
  const { sid, sub, authTime, isSpared, remember, lastSeenAt, expiresAt, factors } = row;
  const authentication = authenticatedBy(readProofs(row.proofs), isSpared);
  return { ...authentication, sid, sub, authTime, remember, lastSeenAt, expiresAt, factors, user: readUser(row) };
}
