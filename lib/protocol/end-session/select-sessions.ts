import type { Context } from '#lib/context';
import { isNamed } from '#lib/interactions/pick-session';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { hintedPerson } from '../hinted-person';
import type { EndSessionRequest } from './end-session-request';

/**
 * The sessions of a browser that a confirmed sign-out ends: those that logout_hint names by username, email address,
 * session or the subject that the client sees (RP-Initiated Logout §2), otherwise all.
 */
export function selectSessions(
  { logoutHint, clientId }: Pick<EndSessionRequest, 'logoutHint' | 'clientId'>,
  { sessions }: Pick<BrowserState, 'sessions'>,
  context: Pick<Context, 'snapshot'>,
): readonly SessionWithUser[] {
  if (logoutHint === null) return sessions;
  const client = clientId === null ? undefined : context.snapshot.clients.get(clientId);
  const person = client === undefined ? logoutHint : hintedPerson(logoutHint, client, sessions, context);
  const named = sessions.filter(
    (session) => session.sid === logoutHint || session.sub === person || isNamed(session, logoutHint),
  );
  return named.length > 0 ? named : sessions;
}
