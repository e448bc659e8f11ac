import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { canonicalUsername } from '#lib/users/canonical-username';

/** Which account a request and its person prefer. */
type AccountPreference = {
  /** The subject of id_token_hint. */
  readonly hintSub: string | null;
  readonly loginHint: string | null;
  /** The session that the person chose for this request. */
  readonly chosenSid: string | null;
  /** When the request was stored. Null if it is not stored yet. */
  readonly startedAt: Date | null;
};

/**
 * The session for a request: the one that id_token_hint names, otherwise the one that the person chose or signed in to
 * for it, otherwise the one that login_hint names, otherwise the current one. A hint selects among the people who are
 * signed in on this browser, and signs nobody in (OpenID Connect Core §3.1.2.1).
 */
export function pickSession(wish: AccountPreference, { sessions, current }: BrowserState): SessionWithUser | null {
  const hinted = sessions.find(({ sub }) => sub === wish.hintSub);
  if (hinted !== undefined) return hinted;
  const isNew = current !== null && wish.startedAt !== null && current.authTime >= wish.startedAt;
  if (isNew || current?.sid === wish.chosenSid) return current;
  return sessions.find((session) => isNamed(session, wish.loginHint)) ?? current;
}

/** Whether a hint is the username or the email address of a session's person. */
export function isNamed({ user }: Pick<SessionWithUser, 'user'>, loginHint: string | null): boolean {
  const name = loginHint === null ? null : canonicalUsername(loginHint);
  if (name === null) return false;
  const { email } = user.claims;
  return name === user.canonicalUsername || (typeof email === 'string' && name === canonicalUsername(email));
}
