import type { Context } from '#lib/context';
import { withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { createInteraction, findInteraction } from '#lib/interactions/interaction-store';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { Caller } from '#lib/sessions/caller';
import { continueInteraction } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { openInteraction } from '../load-interaction';
import { respondProblem, toPage } from '../respond';

type Trial = {
  readonly request: AuthorizationRequest;
  /** The session of the administrator. */
  readonly sid: string;
  readonly caller: Caller;
};

/**
 * Starts the sign-in of a client for an administrator who tries it (decision 014). It is an interaction like that of
 * the client's own request, and the person who is signed in here goes through it.
 */
export async function startTrial({ request, sid, caller }: Trial, context: Context): Promise<HttpResponse> {
  const { db, settings, now } = context;
  const { cookieHeader } = caller;
  const binding = bindBrowser(cookieHeader, settings);
  // Like a pushed and signed request of the client, it has no address of its own (RFC 9126 §5).
  const waiting = {
    kind: 'authorize',
    request,
    wasPushed: true,
    pushedHash: null,
    wasSigned: true,
    triedBy: sid,
  } as const;
  const handle = await createInteraction(db, waiting, binding.hash, now);
  const interaction = await findInteraction(db, handle);
  if (interaction === null) throw new Error('the client was deleted meanwhile');
  const open = openInteraction({ handle, interaction }, context);
  if (open.page === 'problem') return respondProblem(open);
  const session = sessionFor(open, await readSessions(cookieHeader, context), context);
  const answer =
    session === null ? toPage('login', open, context) : await continueInteraction(open, session, caller, context);
  return withCookies(answer, binding.setCookie);
}
