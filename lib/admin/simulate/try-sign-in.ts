import { recordEvents } from '#lib/audit/event-store';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { trialPath } from '#lib/login/trial/report';
import { startTrial } from '#lib/login/trial/start-trial';
import { resolveRedirect } from '#lib/protocol/authorize/trusted-redirect';
import { validateRequest } from '#lib/protocol/authorize/validate-request';
import { isOAuthError } from '#lib/protocol/oauth-error';
import { callerOf } from '#lib/sessions/caller';
import { adminHandler } from '../access/admin-handler';
import { type AdminContext, authorshipOf } from '../admin-context';
import { exampleRequest } from './example-request';
import { explainRefused, type SimulatedRefusal } from './explain-refused';

/**
 * POST: an administrator goes through the sign-in of a client to see what the application would get. The result is kept
 * for their session, and the application gets nothing. It needs the same permission as previews of tokens.
 */
export const handleTrialStart = adminHandler(
  { permission: 'read' },
  async (admin, values, request): Promise<HttpResponse> => {
    const { snapshot, settings, principal } = admin;
    const client = snapshot.clients.get(values.get('client_id') ?? '');
    if (client === undefined || principal.sid === null) return seeOther(`${settings.issuer}/admin/clients`);
    const prompt = trialPrompts.find((word) => word === values.get('prompt'));
    const asked = trialRequest(client, prompt, admin);
    if ('outcome' in asked) return seeOther(settings.issuer + trialPath(client.clientId));
    await recordTrial(admin, client);
    return startTrial({ request: asked, sid: principal.sid, caller: callerOf(request) }, admin);
  },
);

async function recordTrial(admin: AdminContext, { clientId, clientName }: Client): Promise<void> {
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const target = { kind: 'client', id: clientId, name: clientName };
  const event = { type: 'client.tried', outcome: 'success', actor, target, address, requestId } as const;
  await recordEvents(admin.db, [event], admin.now);
}

/** The prompts that a trial may use (OpenID Connect Core §3.1.2.1). Without one, the signed-in person is used. */
const trialPrompts = ['select_account', 'login'] as const;

type TrialPrompt = (typeof trialPrompts)[number];

/**
 * The authorization request of a trial. It asks for everything that the client may ask for, with the client's first
 * redirect URI, so it passes the same checks as the client's own request (decision 014).
 * @returns the refusal if such a request is refused
 */
function trialRequest(
  client: Client,
  prompt: TrialPrompt | undefined,
  context: Context,
): AuthorizationRequest | SimulatedRefusal {
  const { clientId } = client;
  const parameters = parseParameters(exampleRequest(client, { nonce: createId(), prompt }).slice(1));
  if (parameters === null) throw new Error('a trial asks for what is no request');
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) return explainRefused(resolved.error, { clientId, goesTo: null }, context);
  try {
    return validateRequest(parameters, resolved, context);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return explainRefused(error, { clientId, goesTo: resolved.redirectUri }, context);
  }
}
