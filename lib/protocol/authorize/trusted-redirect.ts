import type { Client } from '#lib/clients/client';
import type { Parameters } from '#lib/http/form';
import type { ResponseMode } from '#lib/interactions/authorization-request';
import type { Context } from '../context';
import { invalidRequest, type OAuthError, unauthorizedClient } from '../oauth-error';
import { normaliseResponseType, responseTypes } from '../response-types';
import { matchesRedirectUri } from './match-redirect-uri';

/** A client and a redirect URI of its own: from here on every error goes there. */
export type TrustedRedirect = {
  readonly client: Client;
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
};

/** Why nothing may be sent to the redirect URI: our own page shows it. */
export type UntrustedRedirect = {
  readonly problem: 'invalid_request' | 'invalid_client' | 'invalid_redirect_uri' | 'interaction_unknown';
  readonly error: OAuthError;
};

const maximumClientId = 100;
const maximumRedirectUri = 400;
export const maximumState = 8192;

/**
 * The first of the two error scopes of the authorization endpoint (RFC 6749 §4.1.2.1, semantics §1.2 rows 1 to 9).
 * An unknown client and a disabled one are not told apart.
 */
export function resolveRedirect(parameters: Parameters, context: Context): TrustedRedirect | UntrustedRedirect {
  const { values, repeated } = parameters;
  if (repeated.has('client_id') || repeated.has('redirect_uri')) {
    return { problem: 'invalid_request', error: invalidRequest('client_id_repeated') };
  }
  const clientId = values.get('client_id');
  if (clientId === undefined || clientId.length > maximumClientId) {
    return { problem: 'invalid_request', error: invalidRequest('client_id_missing') };
  }
  const client = context.snapshot.clients.get(clientId);
  if (!client?.enabled) {
    const reason = client === undefined ? 'unknown client' : 'client disabled';
    return {
      problem: 'invalid_client',
      error: unauthorizedClient('client_unknown', { received: clientId, reason, clientId }),
    };
  }
  const redirectUri = values.get('redirect_uri');
  if (redirectUri === undefined) {
    return { problem: 'invalid_redirect_uri', error: invalidRequest('redirect_uri_missing', { clientId }) };
  }
  if (redirectUri.length > maximumRedirectUri || !matchesRedirectUri(client, redirectUri)) {
    const received = redirectUri.slice(0, maximumRedirectUri);
    const facts = { received, registered: client.redirectUris, clientId };
    return { problem: 'invalid_redirect_uri', error: invalidRequest('redirect_uri_not_registered', facts) };
  }
  return { client, redirectUri, responseMode: chooseMode(parameters), state: echoedState(parameters) };
}

/** The mode asked for when it is legal for the response type, else the type's default; errors travel the same way. */
function chooseMode({ values }: Parameters): ResponseMode {
  const type = responseTypes.get(normaliseResponseType(values.get('response_type') ?? 'code'));
  const asked = values.get('response_mode');
  return type?.modes.find((mode) => mode === asked) ?? type?.defaultMode ?? 'query';
}

/** Not echoed when it was repeated or is longer than we keep. */
function echoedState({ values, repeated }: Parameters): string | null {
  const state = values.get('state');
  return state === undefined || repeated.has('state') || state.length > maximumState ? null : state;
}
