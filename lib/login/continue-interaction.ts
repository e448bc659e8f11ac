import type { Context } from '#lib/context';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { sealFirstAnswer } from '#lib/interactions/first-answer';
import { completeInteraction } from '#lib/interactions/interaction-store';
import { type NextStep, nextSignInStep, type SignInRefusal, type SignInStep } from '#lib/interactions/next-step';
import { allowAll } from '#lib/protocol/authorize/asked-claims';
import { type Completion, completeAuthorization } from '#lib/protocol/authorize/complete';
import { decide } from '#lib/protocol/authorize/decide';
import { isOAuthError, type OAuthError, refusal } from '#lib/protocol/oauth-error';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { placeOfCaller } from '#lib/sessions/caller';
import { type Asker, answeredForm, portalTarget, respondFinished } from './answer-again';
import { claimForPerson } from './device/claim-device';
import { continueDocument } from './document/continue-document';
import type { OpenAuthorization, OpenInteraction } from './load-interaction';
import { refuseInteraction } from './refuse-interaction';
import { toPage } from './respond';
import { completeTrial, isTrial } from './trial/finish-trial';

/** Continues after a step: to the next page, or to the target if nothing more is needed. */
export async function continueInteraction(
  open: OpenInteraction,
  session: SessionWithUser,
  caller: Asker,
  context: Context,
): Promise<HttpResponse> {
  const next = await decideNext(open, session, context);
  switch (next.step) {
    case 'consent':
      return toPage('consent', open, context);
    case 'complete':
      return complete(open, { session, consent: next.consent }, caller, context);
    default:
      return leadOn(open, next, { session, caller }, context);
  }
}

/** Redirects to the missing step of the sign-in. @param by `session`: null if there is none yet */
export async function leadOn(
  open: OpenInteraction,
  next: SignInStep,
  { session, caller }: { readonly session: SessionWithUser | null; readonly caller: Asker },
  context: Context,
): Promise<HttpResponse> {
  switch (next.step) {
    case 'login':
      return toPage('login', open, context);
    case 'factor':
      return toPage('login/factor', open, context);
    case 'enrol':
      return toPage('login/enrol', open, context);
    case 'refuse':
      return refuseInteraction(open, { error: refusalOf(next.error), sid: session?.sid, caller }, context);
    default:
      return next satisfies never;
  }
}

function refusalOf(error: SignInRefusal): OAuthError {
  return error === 'login_required' ? refusal(error, 'other_person') : refusal(error, 'acr_out_of_reach');
}

/**
 * The next step of an open interaction. If no client is answered, only the sign-in counts. A device is always confirmed
 * afterwards, and no remembered consent replaces that (RFC 8628 §3.3.1).
 */
export async function decideNext(
  open: OpenInteraction,
  session: SessionWithUser | null,
  context: Context,
): Promise<NextStep> {
  const { required, interaction } = open;
  const { startedAt, chosenSid } = interaction;
  if (open.kind === 'authorize') {
    return decide({ request: open.interaction.request, client: open.client, session, startedAt, chosenSid }, context);
  }
  const member = session !== null && mayEnter(session.user, required.tenant) ? session : null;
  const isChosen = member !== null && member.sid === chosenSid;
  return (
    nextSignInStep({ required, session: member, startedAt, isChosen, now: context.now }) ?? {
      step: 'complete',
      consent: null,
    }
  );
}

async function complete(
  open: OpenInteraction,
  { session, consent }: Pick<Completion, 'session' | 'consent'>,
  caller: Asker,
  context: Context,
): Promise<HttpResponse> {
  const form = answeredForm(open.interaction, caller, context);
  switch (open.kind) {
    case 'authorize': {
      const { interaction, client, to } = open;
      const { request } = interaction;
      const allowed = allowAll(request, client, context.snapshot);
      const completion = { request, to, session, place: placeOfCaller(caller), allowed, consent, interaction, form };
      return answerClient(open, completion, caller, context);
    }
    case 'device':
      await claimForPerson(open, session, context);
      return toPage('device', open, context);
    case 'document':
      return continueDocument(open, session, caller, context);
    case 'portal': {
      const { hash } = open.interaction;
      const answer = form && sealFirstAnswer({ sid: session.sid, parameters: {}, ...form }, hash);
      const isOurs = await completeInteraction(context.db, hash, context.now, answer);
      return isOurs ? seeOther(portalTarget(open.interaction, context)) : respondFinished(open, caller, context);
    }
    default:
      return open satisfies never;
  }
}

/**
 * Answers the client, or the administrator who tries its sign-in, if nothing more is needed. A person who signed out in
 * the meantime, perhaps in another tab, signs in again.
 */
export async function answerClient(
  open: OpenAuthorization,
  completion: Completion,
  caller: Asker,
  context: Context,
): Promise<HttpResponse> {
  const response = isTrial(open)
    ? await completeTrial(open, completion, context)
    : await completeAuthorization(completion, context);
  if (isOAuthError(response)) {
    return refuseInteraction(open, { error: response, sid: completion.session.sid, caller }, context);
  }
  switch (response) {
    case 'finished':
      return respondFinished(open, caller, context);
    case 'signed_out':
      return toPage('login', open, context);
    case 'consent_withdrawn':
      return toPage('consent', open, context);
    default:
      return response;
  }
}
