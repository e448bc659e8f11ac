import type { Client } from '#lib/clients/client';
import { findConsent } from '#lib/consents/store';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { type NextStep, nextStep } from '#lib/interactions/next-step';
import { requestedProvider } from '#lib/interactions/usable-providers';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Context } from '../context';
import { mayEnter, requestTenant } from '../request-tenant';
import { extraClaims } from './extra-claims';

/**
 * Reads what the decision needs and asks nextStep(). Who may not sign in under the request's tenant is nobody to it, and
 * so is everybody under a tenant that was switched off.
 */
export async function decide(
  situation: {
    request: AuthorizationRequest;
    client: Client;
    session: SessionWithUser | null;
    startedAt: Date | null;
    /** The session the person chose for this request. */
    chosenSid?: string | null;
  },
  context: Context,
): Promise<NextStep> {
  const { request, client } = situation;
  const tenant = requestTenant({ client, acrValues: request.acrValues }, context.snapshot);
  const session = situation.session !== null && mayEnter(situation.session.user, tenant) ? situation.session : null;
  // Where the client needs no consent, a remembered one decides nothing.
  const mayCount = session !== null && client.requireConsent;
  const consent = mayCount ? await findConsent(context.db, session.sub, client.clientId) : null;
  const asksForMore = extraClaims(request, context.snapshot).length > 0;
  const isChosen = session !== null && session.sid === situation.chosenSid;
  const provider = requestedProvider(request.acrValues, { client, tenant }, context.snapshot);
  const asked = { ...request, asksForMore, provider };
  return nextStep({ ...situation, tenant, session, isChosen, request: asked, consent, now: context.now });
}
