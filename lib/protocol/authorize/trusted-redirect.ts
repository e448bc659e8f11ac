import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import type { AuthorizationRequest, ResponseMode } from '#lib/interactions/authorization-request';
import { isLongerThanClientId } from '#lib/vocabulary/client-id';
import { invalidRequest, type OAuthError, unauthorizedClient } from '../oauth-error';
import { chooseMode } from '../response-modes/choose-mode';
import { hasFreePort, matchesRedirectUri } from './match-redirect-uri';

/** Not exported, so that only this file can create trusted redirects. */
const trusted = Symbol('trusted');

/** A client and one of its current redirect URIs. From here on, every answer goes there. */
export type TrustedRedirect = {
  readonly [trusted]: true;
  readonly client: Client;
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
  /** They decide the look of our own pages before the redirect. */
  readonly acrValues: string | null;
};

/** Why nothing may be sent to the redirect URI. Our own page shows the reason. */
export type UntrustedRedirect = {
  readonly problem:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_redirect_uri'
    | 'missing_redirect_uri'
    | 'interaction_unknown';
  readonly error: OAuthError;
};

/** How much of a redirect URI an explanation stores. No registered one is longer. */
const keptCharacters = 400;
export const maximumState = 4096;

/**
 * The first of the two error scopes of the authorization endpoint (RFC 6749 §4.1.2.1, semantics §1.2 rows 1 to 9).
 * Unknown and disabled clients get the same answer.
 */
export function resolveRedirect(parameters: Parameters, context: Context): TrustedRedirect | UntrustedRedirect {
  const { values, repeated } = parameters;
  const resolved = resolveClient(parameters, context);
  if ('problem' in resolved) return resolved;
  if (repeated.has('redirect_uri')) return { problem: 'invalid_request', error: invalidRequest('client_id_repeated') };
  const found = findRedirect(resolved.client, values.get('redirect_uri'), context);
  if ('problem' in found) return found;
  const sent = values.get('state') ?? null;
  // The state is not returned if it is repeated or too long.
  const state = sent === null || repeated.has('state') || sent.length > maximumState ? null : sent;
  return { [trusted]: true, ...found, responseMode: chooseMode(found.client, parameters), state, acrValues: null };
}

/** The enabled client that the request names. */
export function resolveClient(
  { values, repeated }: Parameters,
  context: Context,
): { readonly client: Client } | UntrustedRedirect {
  const clientId = values.get('client_id');
  if (repeated.has('client_id')) return { problem: 'invalid_request', error: invalidRequest('client_id_repeated') };
  if (clientId === undefined || isLongerThanClientId(clientId)) {
    return { problem: 'invalid_request', error: invalidRequest('client_id_missing') };
  }
  return findClient(clientId, context);
}

/**
 * The same for a request that was already checked and then waited for a person. In the meantime the client may have
 * lost the redirect URI, or have been deleted or disabled.
 */
export function resolveAgain(request: AuthorizationRequest, context: Context): TrustedRedirect | UntrustedRedirect {
  const { clientId, redirectUri, responseMode, state, acrValues } = request;
  const resolved = findClient(clientId, context);
  const found = 'problem' in resolved ? resolved : findRedirect(resolved.client, redirectUri, context);
  return 'problem' in found ? found : { [trusted]: true, ...found, responseMode, state, acrValues };
}

function findClient(clientId: string, { snapshot }: Context): { readonly client: Client } | UntrustedRedirect {
  const client = snapshot.clients.get(clientId);
  if (client?.enabled) return { client };
  const reason = client === undefined ? 'unknown client' : 'client disabled';
  const error = unauthorizedClient('client_unknown', { received: clientId, reason, clientId });
  return { problem: 'invalid_client', error };
}

function findRedirect(
  client: Client,
  redirectUri: string | undefined,
  { snapshot }: Context,
): Pick<TrustedRedirect, 'client' | 'redirectUri'> | UntrustedRedirect {
  const { clientId } = client;
  if (redirectUri === undefined) {
    return { problem: 'missing_redirect_uri', error: invalidRequest('redirect_uri_missing', { clientId }) };
  }
  if (!matchesRedirectUri(client, redirectUri, snapshot.portal)) {
    const received = redirectUri.slice(0, keptCharacters);
    const isPortFree = hasFreePort(client);
    const facts = { received, registered: client.redirectUris, isPortFree, clientId };
    return { problem: 'invalid_redirect_uri', error: invalidRequest('redirect_uri_not_registered', facts) };
  }
  return { client, redirectUri };
}
