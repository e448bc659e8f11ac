import type { HttpResponse } from '#lib/http/types';
import { completeAuthorization } from '#lib/protocol/authorize/complete';
import { decide } from '#lib/protocol/authorize/decide';
import type { Context } from '#lib/protocol/context';
import { refusal } from '#lib/protocol/oauth-error';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { continueDevice } from './device/continue-device';
import { frameOf } from './frame-of';
import { finishedPage, type OpenDevice, type OpenInteraction } from './load-interaction';
import { completePortal } from './portal/complete-portal';
import { refuseInteraction } from './refuse';
import { respondProblem, toPage } from './respond';

/** After a step: on to the next page, or to the client when nothing more is needed. A device is confirmed always. */
export async function continueInteraction(
  open: OpenInteraction | OpenDevice,
  session: SessionWithUser,
  context: Context,
): Promise<HttpResponse> {
  if (open.kind === 'device') return continueDevice(open, session, context);
  const { interaction, client } = open;
  const { request, startedAt, area, chosenSid } = interaction;
  const next = await decide({ request, client, session, startedAt, chosenSid }, context);
  switch (next.step) {
    case 'login':
    case 'consent':
      return toPage(next.step, open, context);
    case 'refuse':
      return refuseInteraction(open, { error: refusal(next.error, 'other_person'), sid: session.sid }, context);
    case 'complete': {
      if (area !== null) return completePortal(open, area, context);
      const completion = { request, client, session, scope: request.scope, interactionHash: interaction.hash };
      const response = await completeAuthorization(completion, context);
      return response ?? respondProblem(finishedPage(client, context, frameOf(open, context)));
    }
    default:
      return next satisfies never;
  }
}
