import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { canonicalUsername } from '#lib/users/canonical-username';
import type { EndSessionRequest } from './end-session-request';

/**
 * The sessions of a browser that a confirmed sign-out ends: the one that logout_hint names by username, subject or
 * session (RP-Initiated Logout §2), otherwise all.
 */
export function selectSessions(
  { logoutHint }: Pick<EndSessionRequest, 'logoutHint'>,
  { sessions }: Pick<BrowserState, 'sessions'>,
): readonly SessionWithUser[] {
  if (logoutHint === null) return sessions;
  const name = canonicalUsername(logoutHint);
  const named = sessions.filter(
    ({ sid, sub, user }) => sid === logoutHint || sub === logoutHint || user.canonicalUsername === name,
  );
  return named.length > 0 ? named : sessions;
}
