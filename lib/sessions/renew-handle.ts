import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Settings } from '#lib/settings/settings';
import { writeBrowserCookie } from './browser-cookie';
import type { BrowserState, Session } from './browser-state';
import { cookieSeconds, needsTouch, type SessionLimits } from './session-life';
import { replaceHandle, setLastSeen } from './session-store';

type Renewal = {
  readonly browser: BrowserState & { readonly browserId: string };
  readonly settings: Pick<Settings, 'secret' | 'secure'>;
  readonly now: Date;
};

/**
 * Gives a browser a new handle, so that a copy of its former cookie is worthless (security #99). Its sessions stay.
 * @returns the Set-Cookie of the response
 */
export async function renewHandle(tx: Transaction, { browser, settings, now }: Renewal): Promise<string> {
  const handle = createHandle();
  await run(tx, [replaceHandle(browser.browserId, hashHandle(handle))]);
  return writeBrowserCookie(handle, cookieSeconds(browser.sessions, now), settings);
}

/** Records that a session is in use, so that it does not become idle. It writes at most once a minute. */
export async function touchSession(
  db: Database,
  session: Pick<Session, 'sid' | 'remember' | 'lastSeenAt' | 'expiresAt'>,
  limits: SessionLimits,
  now: Date,
): Promise<void> {
  if (needsTouch(session, limits, now)) await setLastSeen(db, session.sid, session.lastSeenAt, now);
}
