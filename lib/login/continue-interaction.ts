import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { sealFirstAnswer } from '#lib/interactions/first-answer';
import { completeInteraction } from '#lib/interactions/interaction-store';
import { type NextStep, nextSignInStep, type SignInRefusal, type SignInStep } from '#lib/interactions/next-step';
import { allowAll } from '#lib/protocol/authorize/asked-claims';
import { type Completion, completeAuthorization, type NothingIssued } from '#lib/protocol/authorize/complete';
import { decide } from '#lib/protocol/authorize/decide';
import { isOAuthError, type OAuthError, refusal } from '#lib/protocol/oauth-error';
import { recordDenial } from '#lib/protocol/record-denial';
import { mayUseClient } from '#lib/protocol/release';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { AccountChanged } from '#lib/sessions/sign-in';
import { takeIntoUse } from '#lib/snapshot/current';
import { continueDocument } from './continue-document';
import { claimForPerson } from './device/claim';
import { type Asker, answeredForm, portalTarget, reloadFirstAnswer, respondFinished } from './find-first-answer';
import type { OpenAuthorization, OpenInteraction } from './load-interaction';
import { finishedPage } from './problem-page';
import { refuseInteraction } from './refuse-interaction';
import { respondProblem, toPage, withCookies } from './respond';
import { completeTrial, isTrial } from './trial/finish-trial';

/** A session that is written with what follows. */
type Starting = {
  readonly steps: readonly Step<'account_changed'>[];
  /** Written with it, and also if it is not. */
  readonly anyway: readonly Step[];
  readonly setCookie: readonly string[];
};

const hasStarted: Starting = { steps: [], anyway: [], setCookie: [] };

/**
 * Continues after a step: to the next page, or to the target if nothing more is needed.
 * @throws AccountChanged if the account changed before its session was written
 */
export async function continueInteraction(
  open: OpenInteraction,
  session: SessionWithUser,
  caller: Asker,
  context: Context,
  starting: Starting = hasStarted,
): Promise<HttpResponse> {
  const next = await decideNext(open, session, context);
  if (open.kind === 'authorize' && next.step === 'complete') {
    const { interaction, client, to } = open;
    const { request } = interaction;
    const allowed = allowAll(request, client, context.snapshot);
    const form = answeredForm(interaction, caller, context);
    const { consent } = next;
    const completion = { request, to, session, caller, allowed, consent, interaction, form };
    return answerClient(open, completion, caller, context, starting);
  }
  await start(starting, context);
  if (next.step === 'access' && open.client !== null) {
    const via = open.kind === 'device' ? 'device' : 'page';
    const { user: person } = session;
    await recordDenial({ person, client: open.client, address: caller.clientAddress, via }, context);
  }
  const response =
    next.step === 'consent' || next.step === 'access'
      ? toPage(next.step === 'access' ? 'login/access' : 'consent', open, context)
      : next.step === 'complete'
        ? await complete(open, session, caller, context)
        : await toNextStep(open, next, { session, caller }, context);
  return withCookies(response, starting.setCookie);
}

async function start(starting: Starting, { db }: Context): Promise<void> {
  const { steps, anyway } = starting;
  if ((await writeRestOnError(run(db, [...steps, ...anyway]), starting, db)) === null) return;
  await run(db, anyway);
  throw new AccountChanged('the account changed during the sign-in');
}

/** Writes what must be written anyway if the session cannot be written. @throws what `writing` throws */
async function writeRestOnError<Answer>(writing: Promise<Answer>, { anyway }: Starting, db: Database): Promise<Answer> {
  try {
    return await writing;
  } catch (error) {
    await run(db, anyway);
    throw error;
  }
}

/** Redirects to the missing step of the sign-in. @param by `session`: null if there is none yet */
export async function toNextStep(
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
    const { client } = open;
    return decide({ request: open.interaction.request, client, required, session, startedAt, chosenSid }, context);
  }
  const member = session !== null && mayEnter(session.user, required.tenant) ? session : null;
  const isChosen = member !== null && member.sid === chosenSid;
  const missing = nextSignInStep({ required, session: member, startedAt, isChosen, now: context.now });
  if (missing !== null || member === null) return missing ?? { step: 'complete', consent: null };
  // A document's client is not known yet, and the portal's own pages have none.
  const mayUse = open.kind !== 'device' || mayUseClient(member.user, open.client, context);
  return mayUse ? { step: 'complete', consent: null } : { step: 'access' };
}

async function complete(
  open: OpenInteraction,
  session: SessionWithUser,
  caller: Asker,
  context: Context,
): Promise<HttpResponse> {
  switch (open.kind) {
    case 'authorize':
      throw new Error('a request of a client is answered with its session');
    case 'device':
      await claimForPerson(open, session, context);
      return toPage('device', open, context);
    case 'document':
      return continueDocument(open, session, caller, context);
    case 'portal': {
      const { hash } = open.interaction;
      const form = answeredForm(open.interaction, caller, context);
      const answer = form && sealFirstAnswer({ sid: session.sid, parameters: {}, ...form }, hash);
      const refused = await run(context.db, [completeInteraction(hash, context.now, answer)]);
      return refused === null
        ? seeOther(portalTarget(open.interaction, context))
        : respondFinished(open, caller, context);
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
  starting: Starting = hasStarted,
): Promise<HttpResponse> {
  const { steps, anyway, setCookie } = starting;
  const first = [...steps, ...anyway];
  const writing = isTrial(open)
    ? completeTrial(open, completion, context, first)
    : completeAuthorization(completion, context, first);
  const response = await writeRestOnError(writing, starting, context.db);
  if (typeof response !== 'string' && !isOAuthError(response)) return withCookies(response, setCookie);
  // The same form may have been answered at the same time. Then the session of that answer is enough.
  const again = response === 'finished' ? await reloadFirstAnswer(open, caller, context) : null;
  if (again !== null) {
    await run(context.db, anyway);
    return again;
  }
  await start(starting, context);
  return withCookies(await respondUnanswered(response, { open, completion, caller }, context), setCookie);
}

type Asked = { readonly open: OpenAuthorization; readonly completion: Completion; readonly caller: Asker };

async function respondUnanswered(
  nothing: NothingIssued | 'account_changed' | OAuthError,
  { open, completion, caller }: Asked,
  context: Context,
): Promise<HttpResponse> {
  if (isOAuthError(nothing)) {
    return refuseInteraction(open, { error: nothing, sid: completion.session.sid, caller }, context);
  }
  switch (nothing) {
    case 'finished':
      return respondProblem(finishedPage(open, context));
    case 'access_ended':
      // The page knows then that the client is blocked, or that people must allow it again.
      await takeIntoUse(context.refreshConfiguration, context.log);
      return toPage('login', open, context);
    case 'signed_out':
    case 'account_changed':
      return toPage('login', open, context);
    case 'consent_withdrawn':
      return toPage('consent', open, context);
    default:
      return nothing satisfies never;
  }
}
