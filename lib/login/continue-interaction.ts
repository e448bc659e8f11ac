import type { HttpResponse } from '#lib/http/types';
import { completeAuthorization } from '#lib/protocol/authorize/complete';
import { decide } from '#lib/protocol/authorize/decide';
import type { Context } from '#lib/protocol/context';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { finishedPage, type OpenInteraction } from './load-interaction';
import { refuseInteraction } from './refuse';
import { respondProblem, toPage } from './respond';

/** After a step: on to the next page, or to the client when nothing more is needed. */
export async function continueInteraction(
  open: OpenInteraction,
  session: SessionWithUser,
  context: Context,
): Promise<HttpResponse> {
  const { interaction, client } = open;
  const { request, startedAt } = interaction;
  const next = await decide({ request, client, session, startedAt }, context);
  switch (next.step) {
    case 'login':
    case 'consent':
      return toPage(next.step, open, context);
    case 'refuse':
      return refuseInteraction(open, { code: next.error, description: 'Another person signed in' }, context);
    case 'complete': {
      const completion = { request, client, session, scope: request.scope, interactionHash: interaction.hash };
      const response = await completeAuthorization(completion, context);
      return response ?? respondProblem(finishedPage(client, context));
    }
    default:
      return next satisfies never;
  }
}
