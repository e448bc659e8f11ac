import type { UpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import { noteUpstream, type UpstreamSignIn } from '#lib/interactions/upstream/store';
import type { Context } from '#lib/protocol/context';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import { toPage } from '../respond';
import { choosing } from '../sign-in-options';
import { noteFailure } from './note-failure';

/** The page says why, under its own address: the parameters of the provider's answer are used up. */
export async function showFailure(
  open: OpenInteraction | OpenDevice,
  signIn: UpstreamSignIn,
  error: UpstreamError,
  context: Context,
): Promise<HttpResponse> {
  const { db } = context;
  const { clientId } = open.client;
  const reference = noteFailure(error, { provider: signIn.provider, clientId }, context);
  await noteUpstream(db, signIn.hash, { problem: error.code, reference });
  await noteProblem(db, open.interaction.hash, { problem: choosing });
  return toPage('federation', open, context);
}
