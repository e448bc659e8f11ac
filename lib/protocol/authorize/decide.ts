import type { Client } from '#lib/clients/client';
import { findConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { type NextStep, nextStep } from '#lib/interactions/next-step';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { hintedPerson } from '../hinted-person';
import { mayUseClient } from '../release';
import { mayEnter } from '../request-tenant';
import type { RequiredSignIn } from '../required-sign-in';
import { askedClaims, askedScope } from './asked-claims';

/**
 * Reads the input of nextStep() and calls it. A person who may not sign in under the request's tenant counts as signed
 * out. Under a disabled tenant, everybody does.
 */
export async function decide(
  situation: {
    request: AuthorizationRequest;
    client: Client;
    /** See requiredSignIn(). */
    required: RequiredSignIn;
    session: SessionWithUser | null;
    startedAt: Date | null;
    /** The session that the person chose for this request. */
    chosenSid?: string | null;
  },
  context: Context,
): Promise<NextStep> {
  const { request, client, startedAt, chosenSid } = situation;
  const { db, snapshot, now } = context;
  const signedIn = situation.session === null ? [] : [situation.session];
  const hintSub = hintedPerson(request.hintSub, client, signedIn, context);
  const required = { ...situation.required, hintSub };
  const session =
    situation.session !== null && mayEnter(situation.session.user, required.tenant) ? situation.session : null;
  const mayUse = session === null || mayUseClient(session.user, client, context);
  // If the client needs no consent, a remembered consent is irrelevant.
  const mayCount = session !== null && mayUse && client.requireConsent;
  const consent = mayCount ? await findConsent(db, session.sub, client) : null;
  const claims = askedClaims(request, client, snapshot).filter(({ isAlone }) => isAlone);
  const isChosen = session !== null && session.sid === chosenSid;
  const asked = { scope: askedScope(request, client), prompt: request.prompt, claims };
  return nextStep({ required, session, startedAt, isChosen, now }, { client, mayUse, request: asked, consent, now });
}
