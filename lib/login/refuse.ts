import type { HttpResponse } from '#lib/http/types';
import { completeInteraction } from '#lib/interactions/store';
import { respondError } from '#lib/protocol/authorize/respond';
import type { Context } from '#lib/protocol/context';
import { OAuthError, type OAuthErrorCode } from '#lib/protocol/oauth-error';
import { finishedPage, type OpenInteraction } from './load-interaction';
import { respondProblem } from './respond';

/** Ends an interaction with an error for the client: the person cancelled, denied, or is not who was asked for. */
export async function refuseInteraction(
  { interaction, client }: OpenInteraction,
  error: { code: OAuthErrorCode; description: string },
  context: Context,
): Promise<HttpResponse> {
  const isOurs = await completeInteraction(context.db, interaction.hash, context.now);
  if (!isOurs) return respondProblem(finishedPage(client, context));
  return respondError(interaction.request, new OAuthError(error.code, error.description), context);
}
