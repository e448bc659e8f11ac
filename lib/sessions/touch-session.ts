import type { Database } from '#lib/db/database';
import type { Session } from './browser-state';
import { needsTouch, type SessionLimits } from './session-life';
import { setLastSeen } from './session-store';

/** Records that a session is in use, so that it does not become idle. It writes at most once a minute. */
export async function touchSession(
  db: Database,
  session: Pick<Session, 'sid' | 'remember' | 'lastSeenAt' | 'expiresAt'>,
  limits: SessionLimits,
  now: Date,
): Promise<void> {
  if (needsTouch(session, limits, now)) await setLastSeen(db, session.sid, session.lastSeenAt, now);
}
