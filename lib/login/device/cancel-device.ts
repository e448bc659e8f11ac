import type { HttpResponse } from '#lib/http/types';
import { recordOutcome } from '#lib/interactions/devices/store';
import { completeInteraction } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { finishedPage, type OpenDevice } from '../load-interaction';
import { respondProblem, toPage } from '../respond';

/** Ends the interaction, not the device's request: who has not signed in cannot answer for anybody (security #76). */
export async function cancelDevice(open: OpenDevice, context: Context): Promise<HttpResponse> {
  const { hash } = open.interaction;
  const isOurs = await completeInteraction(context.db, hash, context.now);
  if (!isOurs) return respondProblem(finishedPage(open.client, context));
  await recordOutcome(context.db, hash, 'cancelled');
  return toPage('device', open, context);
}
