import type { HttpResponse } from '#lib/http/types';
import { completeInteraction } from '#lib/interactions/store';
import { respondError } from '#lib/protocol/authorize/respond';
import { sessionState } from '#lib/protocol/authorize/session-state';
import type { Context } from '#lib/protocol/context';
import type { OAuthError } from '#lib/protocol/oauth-error';
import { frameOf } from './frame-of';
import { finishedPage, type OpenInteraction } from './load-interaction';
import { respondProblem } from './respond';

/**
 * Ends an interaction with an error for the client: the person cancelled, denied, or is not who was asked for.
 * @param sid of the session in this browser, when there is one
 */
export async function refuseInteraction(
  open: OpenInteraction,
  { error, sid }: { readonly error: OAuthError; readonly sid?: string | undefined },
  context: Context,
): Promise<HttpResponse> {
  const { interaction, client } = open;
  const isOurs = await completeInteraction(context.db, interaction.hash, context.now);
  if (!isOurs) return respondProblem(finishedPage(client, context, frameOf(open, context)));
  const { request } = interaction;
  const state = sessionState({ ...request, isOpenid: request.scope.includes('openid') }, sid ?? null);
  return respondError({ ...request, client, isFramed: false }, error, context, state);
}
