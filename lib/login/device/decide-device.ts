import { type NextStep, nextStep } from '#lib/interactions/next-step';
import { requestedProvider } from '#lib/interactions/usable-providers';
import type { Context } from '#lib/protocol/context';
import { mayEnter, requestTenant } from '#lib/protocol/request-tenant';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { OpenDevice } from '../load-interaction';

/**
 * What an entered code still needs. The client's rules for signing in hold as they do at authorize; a device has no
 * prompt and no max_age to ask with. Every step but `login` means the confirmation, which no remembered consent
 * replaces (RFC 8628 §3.3.1).
 */
export function decideDevice(
  { request, client, interaction }: OpenDevice,
  session: SessionWithUser | null,
  { snapshot, now }: Context,
): NextStep {
  const tenant = requestTenant({ client, acrValues: request.acrValues }, snapshot);
  const member = session !== null && mayEnter(session.user, tenant) ? session : null;
  const asked = {
    scope: request.scope,
    prompt: new Set<string>(),
    maxAge: null,
    hintSub: null,
    asksForMore: false,
    provider: requestedProvider(request.acrValues, { client, tenant }, snapshot),
  };
  const { startedAt } = interaction;
  return nextStep({ request: asked, client, tenant, session: member, consent: null, startedAt, now });
}
