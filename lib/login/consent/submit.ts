import { recordEvent } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Client } from '#lib/clients/client';
import { forgetConsent, rememberConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import type { Step } from '#lib/db/step';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { canRememberConsent } from '#lib/interactions/next-step';
import { type Allowed, allow as allowClaims, askedScope } from '#lib/protocol/authorize/asked-claims';
import { accessDenied } from '#lib/protocol/oauth-error';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { browserText } from '#lib/vocabulary/browser-words';
import { answerClient, decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { answeredForm } from '../find-first-answer';
import { consentPurpose } from '../form-binding';
import type { OpenAuthorization } from '../load-interaction';
import { problemPage } from '../problem-page';
import { hasValidCsrf, openPosted, type PostedForm, readPostedForm } from '../read-form';
import { refuseInteraction } from '../refuse-interaction';
import { refuseForm, respondProblem, toPage, toPageWith } from '../respond';
import { isTrial } from '../trial/finish-trial';

/** POST /consent/submit: the person allows some or all of the scopes, or denies. */
export async function handleConsentSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await openPosted(form, context);
  if (open.page === 'problem') return respondProblem(open);
  if (open.kind !== 'authorize') return respondProblem(problemPage(400, 'interaction_unknown', context));
  const session = sessionFor(open, await readSessions(form.cookieHeader, context), context);
  if (session === null) return toPage('login', open, context);
  // Bound to the person who saw the page, so that another account in another tab cannot consent by accident.
  if (!hasValidCsrf(form, consentPurpose(open.handle, session.sub), context)) {
    return refuseForm(open, [403, 'forbidden_origin'], context);
  }
  switch (form.values.get('decision')) {
    case 'deny': {
      const event = consentEvent('consent.denied', { open, session, form }, context);
      return refuseInteraction(
        open,
        { error: accessDenied('person_denied'), sid: session.sid, event, caller: form },
        context,
      );
    }
    case 'allow':
      return allow(open, session, form, context);
    default:
      return refuseForm(open, [400, 'invalid_request'], context);
  }
}

async function allow(open: OpenAuthorization, session: SessionWithUser, form: PostedForm, context: Context) {
  const { interaction, client, to } = open;
  const { request } = interaction;
  const next = await decideNext(open, session, context);
  if (next.step === 'access') return toPage('login/access', open, context);
  // Another person signed in in the meantime, or the sign-in must be repeated. The login page decides.
  if (next.step !== 'consent' && next.step !== 'complete') return toPage('login', open, context);
  // The stored request and the client's current configuration decide. A posted scope can only select.
  const offered = stillAllowed(context.snapshot, client, askedScope(request, client));
  const ticked = form.lists.get('scope') ?? [];
  const scope = offered.filter((name) => ticked.includes(name));
  if (scope.length === 0) return toPageWith({ problem: 'nothing_selected' }, 'consent', open, context);
  if (offered.some((name) => context.snapshot.scopes.get(name)?.required && !scope.includes(name))) {
    return refuseInteraction(
      open,
      { error: accessDenied('required_scope_denied'), sid: session.sid, caller: form },
      context,
    );
  }
  const allowed = allowClaims(
    request,
    { scope, claims: form.lists.get('claim') ?? [] },
    { client, snapshot: context.snapshot },
  );
  const remember = canRememberConsent(client) && form.values.has('remember_consent');
  const alongside = [
    isTrial(open) ? [] : saveConsent({ client, session, allowed, remember }, context),
    recordEvent(consentEvent('consent.granted', { open, session, form, allowed }, context), context.now),
  ];
  const completion = {
    request,
    to,
    session,
    caller: form,
    allowed,
    consent: null,
    interaction,
    form: answeredForm(interaction, form, context),
    alongside,
  };
  return answerClient(open, completion, form, context);
}

type Answer = {
  readonly open: OpenAuthorization;
  readonly session: SessionWithUser;
  readonly form: PostedForm;
  readonly allowed?: Allowed;
};

function consentEvent(type: 'consent.granted' | 'consent.denied', answer: Answer, { requestId }: Context) {
  const { open, session, form, allowed } = answer;
  const claims = Object.keys(allowed?.claims.under ?? {});
  const browser = browserText(form.userAgent);
  const facts = { person: session.user, client: open.client, address: form.clientAddress, requestId, browser };
  return personEvent({
    type,
    ...facts,
    details: {
      scope: allowed?.scope ?? [],
      ...(claims.length === 0 ? {} : { claims }),
      ...(isTrial(open) && { trial: true }),
    },
  });
}

type Decision = {
  readonly client: Client;
  readonly session: SessionWithUser;
  readonly allowed: Allowed;
  readonly remember: boolean;
};

/** Replaces an earlier consent. If the box was not selected, the earlier one is forgotten (semantics §1.11). */
function saveConsent(
  { client, session, allowed, remember }: Decision,
  { now, snapshot: { revision } }: Context,
): Step<'access_ended'> {
  const key = { sub: session.sub, clientId: client.clientId };
  if (!remember) return forgetConsent(key);
  const seconds = client.consentLifetimeSeconds;
  const expiresAt = seconds === null ? null : new Date(now.getTime() + seconds * 1000);
  const { scope, claims } = allowed;
  const alone = Object.entries(claims.under).filter(([, under]) => !scope.includes(under));
  return rememberConsent(key, { scope, claims: alone.map(([claim]) => claim), expiresAt }, { now, revision });
}
