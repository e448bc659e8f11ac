import type { UpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import { noteUpstream, type UpstreamSignIn } from '#lib/interactions/upstream/store';
import { metrics } from '#lib/metrics/metrics';
import type { Context } from '#lib/protocol/context';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import { toPage } from '../respond';
import { choosing } from '../sign-in-options';

/** The page says why, under its own address: the parameters of the provider's answer are used up. */
export async function showFailure(
  open: OpenInteraction | OpenDevice,
  signIn: UpstreamSignIn,
  error: UpstreamError,
  context: Context,
): Promise<HttpResponse> {
  const { db, requestId, log } = context;
  log.warn({ provider: signIn.provider, problem: error.code, detail: error.message }, 'sign-in at a provider failed');
  metrics().signIns.inc({ outcome: `provider_${error.code}` });
  await noteUpstream(db, signIn.hash, { problem: error.code, reference: requestId });
  await noteProblem(db, open.interaction.hash, { problem: choosing });
  return toPage('federation', open, context);
}
