import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvent } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import { run } from '#lib/db/run';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { sealFirstAnswer } from '#lib/interactions/first-answer';
import { completeInteraction, completeRequest } from '#lib/interactions/interaction-store';
import { errorParameters, respondRefused } from '#lib/protocol/authorize/respond';
import { sessionState } from '#lib/protocol/authorize/session-state';
import { accessDenied, type OAuthError } from '#lib/protocol/oauth-error';
import type { ResponseParameters } from '#lib/protocol/response-modes/index';
import { readSessions } from './current-session';
import { cancelDevice } from './device/claim';
import { type Asker, answeredForm, respondFinished } from './find-first-answer';
import type { OpenAuthorization, OpenInteraction } from './load-interaction';
import type { PostedForm } from './read-form';
import { isTrial, refuseTrial } from './trial/finish-trial';

type Refusal = {
  readonly error: OAuthError;
  readonly sid?: string | undefined;
  readonly event?: NewAuditEvent;
  readonly caller: Asker;
};

/**
 * Ends an interaction with an error for the client, or for the administrator who tries its sign-in. The person canceled
 * or denied, or another person was requested. A sign-in for the portal ends on its first page.
 * @param refusal `sid`: of the session in this browser, if there is one. `event`: recorded with the completion, once
 */
export async function refuseInteraction(
  open: OpenInteraction,
  { error, sid, event, caller }: Refusal,
  context: Context,
): Promise<HttpResponse> {
  const parameters = open.kind === 'authorize' && !isTrial(open) ? answerOf(open, { error, sid }, context) : null;
  const form = parameters && answeredForm(open.interaction, caller, context);
  const answer = form && sealFirstAnswer({ sid: null, parameters, ...form }, open.interaction.hash);
  const isOurs = await endOnce(open, { events: event === undefined ? [] : [event], answer }, context);
  if (!isOurs) return respondFinished(open, caller, context);
  if (open.kind !== 'authorize') return seeOther(`${context.settings.issuer}/`);
  return parameters === null ? refuseTrial(open, error, context) : respondRefused(open.to, parameters, context);
}

function answerOf(
  { to, interaction: { request } }: OpenAuthorization,
  { error, sid }: Pick<Refusal, 'error' | 'sid'>,
  context: Context,
): ResponseParameters {
  const state = sessionState({ ...request, isOpenid: request.scope.includes('openid') }, sid ?? null);
  return errorParameters(error, to, context, state);
}

/** @returns false if the interaction was already answered */
async function endOnce(
  open: OpenInteraction,
  { events, answer }: { readonly events: readonly NewAuditEvent[]; readonly answer: string | null },
  { db, now }: Context,
): Promise<boolean> {
  const { interaction } = open;
  const complete =
    open.kind === 'authorize'
      ? completeRequest(open.interaction, now, answer)
      : completeInteraction(interaction.hash, now);
  return (await run(db, [complete, ...events.map((event) => recordEvent(event, now))])) === null;
}

/** Returns to the client with access_denied. A device gets the same error at its next poll. */
export async function cancelSignIn(open: OpenInteraction, form: PostedForm, context: Context): Promise<HttpResponse> {
  if (open.kind === 'device') return cancelDevice(open, form, context);
  const { current } = await readSessions(form.cookieHeader, context);
  return refuseInteraction(open, { error: accessDenied('person_cancelled'), sid: current?.sid, caller: form }, context);
}
