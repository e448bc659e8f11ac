import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { completeInteraction } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { finishedPage, type OpenInteraction } from '../load-interaction';
import { respondProblem } from '../respond';

/** Ends a sign-in for the portal: on to the page it was for. */
export async function completePortal(
  { interaction, client }: OpenInteraction,
  area: string,
  context: Context,
): Promise<HttpResponse> {
  const isOurs = await completeInteraction(context.db, interaction.hash, context.now);
  return isOurs ? seeOther(`${context.settings.issuer}${area}`) : respondProblem(finishedPage(client, context));
}
