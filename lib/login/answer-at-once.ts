import { markUnsealed } from '#lib/audit/seals/pending';
import type { Context } from '#lib/context';
import { withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { allowAll } from '#lib/protocol/authorize/asked-claims';
import { completeAtOnce } from '#lib/protocol/authorize/complete';
import { placeOfCaller } from '#lib/sessions/caller';
import { answeredForm } from './answer-again';
import { decideNext } from './continue-interaction';
import type { PreparedSession } from './first-session';
import type { OpenAuthorization, OpenInteraction } from './load-interaction';
import type { NewSession } from './start-session';
import { isTrial } from './trial/finish-trial';

/**
 * Starts a session and answers the client in one transaction, if nothing more is asked of the person (decision 004).
 * @returns null in all other cases, and if the account, the interaction or the session changed; 'finished' if another
 * form has probably been answered. Nothing is written then
 */
export async function answerAtOnce(
  { open, caller }: Pick<NewSession, 'open' | 'caller'>,
  { session, setCookie, steps }: PreparedSession,
  context: Context,
): Promise<HttpResponse | 'finished' | null> {
  if (!isPlain(open) || (await decideNext(open, session, context)).step !== 'complete') return null;
  const { interaction, client, to } = open;
  const { request } = interaction;
  const allowed = allowAll(request, client, context.snapshot);
  const form = answeredForm(interaction, { ...caller, started: { sid: session.sid, setCookie } }, context);
  const completion = { request, to, session, place: placeOfCaller(caller), allowed, consent: null, interaction, form };
  const response = await completeAtOnce(completion, steps, context);
  if (response === null || response === 'finished') return response;
  markUnsealed();
  return withCookies(response, setCookie);
}

/** Whether a client's request needs no consent, and refused forms left nothing for their pages. */
function isPlain(open: OpenInteraction): open is OpenAuthorization {
  if (open.kind !== 'authorize' || isTrial(open) || open.client.requireConsent) return false;
  const { problem, isChoosing, typedName, typedEmail } = open.interaction;
  return problem === null && !isChoosing && typedName === null && typedEmail === null;
}
