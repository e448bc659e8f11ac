import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import { parseParameters } from '#lib/http/form';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { resolveRedirect } from '#lib/protocol/authorize/trusted-redirect';
import { validateRequest } from '#lib/protocol/authorize/validate-request';
import { isOAuthError } from '#lib/protocol/oauth-error';
import { exampleRequest } from './example-request';
import { explainRefused, type SimulatedRefusal } from './explain-refused';

/** The prompts that a trial may use (OpenID Connect Core §3.1.2.1). Without one, the signed-in person is used. */
export const trialPrompts = ['select_account', 'login'] as const;

type TrialPrompt = (typeof trialPrompts)[number];

/**
 * The authorization request of a trial. It asks for everything that the client may ask for, with the client's first
 * redirect URI, so it passes the same checks as the client's own request (decision 014).
 * @returns the refusal if such a request is refused
 */
export function trialRequest(
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
