import { isProviderAllowed } from '#lib/interactions/next-step';
import { isNamed } from '#lib/interactions/pick-session';
import { requestedProvider } from '#lib/interactions/usable-providers';
import type { Context } from '#lib/protocol/context';
import { mayEnter, requestTenant } from '#lib/protocol/request-tenant';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import type { OpenDevice, OpenInteraction } from './load-interaction';
import type { AccountFace } from './page-models';

/**
 * The people signed in on this browser who may go on here, the one that login_hint names first. None when id_token_hint
 * names somebody: then there is nothing to choose.
 */
export function usableSessions(
  open: OpenInteraction | OpenDevice,
  { sessions }: BrowserState,
  { snapshot }: Pick<Context, 'snapshot'>,
): readonly SessionWithUser[] {
  const { client } = open;
  const { acrValues, loginHint } = open.kind === 'device' ? open.request : open.interaction.request;
  if (open.kind === 'authorize' && open.interaction.request.hintSub !== null) return [];
  const tenant = requestTenant({ client, acrValues }, snapshot);
  const provider = requestedProvider(acrValues, { client, tenant }, snapshot);
  return sessions
    .filter(({ user, idp }) => mayEnter(user, tenant) && isProviderAllowed({ client, tenant }, idp))
    .filter(({ idp }) => provider === null || provider === idp)
    .toSorted((a, b) => Number(isNamed(b, loginHint)) - Number(isNamed(a, loginHint)));
}

/** What the chooser shows of a session. The sid is no secret: it goes into tokens, and it counts in this browser alone. */
export function accountFace({ sid, user, authTime }: SessionWithUser, now: Date): AccountFace {
  const { name } = user.claims;
  return {
    sid,
    username: user.username,
    name: typeof name === 'string' ? name : null,
    secondsAgo: Math.max(0, Math.floor((now.getTime() - authTime.getTime()) / 1000)),
  };
}
