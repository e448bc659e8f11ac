import { personEvent } from '#lib/audit/person-event';
import { recordEvents } from '#lib/audit/store';
import type { Client } from '#lib/clients/client';
import { forgetConsent, rememberConsent } from '#lib/consents/store';
import type { Transaction } from '#lib/db/database';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import { completeAuthorization } from '#lib/protocol/authorize/complete';
import { decide } from '#lib/protocol/authorize/decide';
import type { Context } from '#lib/protocol/context';
import { accessDenied } from '#lib/protocol/oauth-error';
import { stillAllowed } from '#lib/protocol/scope';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { consentPurpose } from './consent-purpose';
import { readSessions, sessionFor } from './current-session';
import { frameOf, openProblem } from './frame-of';
import { finishedPage, loadInteraction, type OpenInteraction } from './load-interaction';
import { hasValidCsrf, type PostedForm, readPostedForm } from './read-form';
import { refuseInteraction } from './refuse';
import { respondProblem, toPage } from './respond';

/** POST /consent/submit: the person allows some or all of the scopes, or denies. */
export async function handleConsentSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await loadInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  const session = sessionFor(open, await readSessions(form.cookieHeader, context));
  if (session === null) return toPage('login', open, context);
  // Bound to the person the page was shown to: another account in another tab cannot consent by accident.
  if (!hasValidCsrf(form, consentPurpose(open.handle, session.sub), context)) {
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
  }
  switch (form.values.get('decision')) {
    case 'deny':
      await recordEvents(context.db, [consentEvent('consent.denied', { open, session, form }, context)], context.now);
      return refuseInteraction(open, { error: accessDenied('person_denied'), sid: session.sid }, context);
    case 'allow':
      return allow(open, session, form, context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

async function allow(open: OpenInteraction, session: SessionWithUser, form: PostedForm, context: Context) {
  const { interaction, client } = open;
  const { request, startedAt } = interaction;
  const next = await decide({ request, client, session, startedAt, chosenSid: interaction.chosenSid }, context);
  // Somebody signed in meanwhile who is not asked for, or the sign-in has to be repeated: the login page knows which.
  if (next.step === 'login' || next.step === 'refuse') return toPage('login', open, context);
  // The stored request and the client's current configuration decide; a posted scope can only select.
  const offered = stillAllowed(context.snapshot, client, request.scope);
  const ticked = form.lists.get('scope') ?? [];
  const scope = offered.filter((name) => ticked.includes(name));
  if (scope.length === 0) {
    await noteProblem(context.db, interaction.hash, { problem: 'nothing_selected' });
    return toPage('consent', open, context);
  }
  if (offered.some((name) => context.snapshot.scopes.get(name)?.required && !scope.includes(name))) {
    return refuseInteraction(open, { error: accessDenied('required_scope_denied'), sid: session.sid }, context);
  }
  const remember = client.allowRememberConsent && form.values.has('remember_consent');
  const alongside = async (tx: Transaction) => {
    await keepConsent(tx, { client, session, scope, remember }, context);
    await recordEvents(tx, [consentEvent('consent.granted', { open, session, form, scope }, context)], context.now);
  };
  const completion = { request, client, session, scope, interactionHash: interaction.hash, alongside };
  const response = await completeAuthorization(completion, context);
  return response ?? respondProblem(finishedPage(client, context, frameOf(open, context)));
}

type Answer = {
  readonly open: OpenInteraction;
  readonly session: SessionWithUser;
  readonly form: PostedForm;
  readonly scope?: readonly string[];
};

function consentEvent(type: 'consent.granted' | 'consent.denied', answer: Answer, { requestId }: Context) {
  const { open, session, form, scope = [] } = answer;
  const facts = { person: session.user, client: open.client, address: form.clientAddress, requestId };
  return personEvent({ type, ...facts, details: { scope } });
}

type Decision = {
  readonly client: Client;
  readonly session: SessionWithUser;
  readonly scope: readonly string[];
  readonly remember: boolean;
};

/** Remembered in place of an earlier consent; unticked forgets the earlier one (semantics §1.11). */
async function keepConsent(tx: Transaction, { client, session, scope, remember }: Decision, { now }: Context) {
  const key = { sub: session.sub, clientId: client.clientId };
  if (!remember) return forgetConsent(tx, key);
  const seconds = client.consentLifetimeSeconds;
  const expiresAt = seconds === null ? null : new Date(now.getTime() + seconds * 1000);
  return rememberConsent(tx, key, { scope, expiresAt }, now);
}
