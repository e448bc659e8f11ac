import type { Context } from '#lib/context';
import { isProviderAllowed } from '#lib/interactions/next-step';
import { isNamed } from '#lib/interactions/pick-session';
import { mayUseClient } from '#lib/protocol/release';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import type { OpenInteraction } from '../load-interaction';

/** A person who is signed in on this browser. */
export type AccountView = {
  readonly sid: string;
  readonly username: string;
  readonly name: string | null;
  /** Since the sign-in. */
  readonly secondsAgo: number;
};

/**
 * The people signed in on this browser who may continue here: those who may use the client first, and of these the one
 * that login_hint names. Empty if
 * id_token_hint names a person, because then there is no choice.
 */
export function usableSessions(
  { required, loginHint, client }: OpenInteraction,
  { sessions }: BrowserState,
  context: Pick<Context, 'snapshot' | 'now'>,
): readonly SessionWithUser[] {
  const { tenant, provider, hintSub } = required;
  if (hintSub !== null) return [];
  const mayUse = ({ user }: SessionWithUser) => client === null || mayUseClient(user, client, context);
  return sessions
    .filter(({ user, idp }) => mayEnter(user, tenant) && isProviderAllowed(required, idp))
    .filter(({ idp }) => provider === null || provider === idp)
    .toSorted((a, b) => Number(isNamed(b, loginHint)) - Number(isNamed(a, loginHint)))
    .toSorted((a, b) => Number(mayUse(b)) - Number(mayUse(a)));
}

/**
 * The data of a session for the chooser. The sid is not secret: it is part of tokens, and is only valid in this
 * browser.
 */
export function accountView({ sid, user, authTime }: SessionWithUser, now: Date): AccountView {
  const { name } = user.claims;
  return {
    sid,
    username: user.username,
    name: typeof name === 'string' ? name : null,
    secondsAgo: Math.max(0, Math.floor((now.getTime() - authTime.getTime()) / 1000)),
  };
}
