import type { Client } from '#lib/clients/client';
import { findConsent } from '#lib/consents/store';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { type NextStep, nextStep } from '#lib/interactions/next-step';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { Context } from '../context';
import { extraClaims } from './extra-claims';

/** Reads what the decision needs and asks nextStep(). */
export async function decide(
  situation: {
    request: AuthorizationRequest;
    client: Client;
    session: SessionWithUser | null;
    startedAt: Date | null;
  },
  context: Context,
): Promise<NextStep> {
  const { request, client, session } = situation;
  const consent = session === null ? null : await findConsent(context.db, session.sub, client.clientId);
  const asksForMore = extraClaims(request, context.snapshot).length > 0;
  return nextStep({ ...situation, request: { ...request, asksForMore }, consent, now: context.now });
}
