import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { parseParameters } from '#lib/http/form';
import { findPushedRequest } from '#lib/interactions/pushed-request-store';
import { invalidRequest, refusal } from '../oauth-error';
import type { UntrustedRedirect } from './trusted-redirect';

/** RFC 9126 §2.2: the prefix of our request_uri; the handle follows. */
export const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/** Longer than any of our handles. */
const maximumHandle = 100;

/** What an authorization request says, wherever it said it. */
export type Submitted = {
  readonly parameters: Parameters;
  /** The pushed request, which has to be used up; null for a request without one. */
  readonly pushedHash: string | null;
};

/**
 * Replaces the reference to a pushed request with the request (RFC 9126 §4): parameters besides `client_id` and
 * `request_uri` are not read. Other request_uri values stay, to be refused later.
 * @returns a problem for our own page if the reference is another client's, was used or has expired: there is no
 *   trusted redirect URI yet
 */
export async function loadPushedRequest(
  parameters: Parameters,
  { db, now }: Context,
): Promise<Submitted | UntrustedRedirect> {
  const { values, repeated } = parameters;
  const requestUri = values.get('request_uri');
  if (!requestUri?.startsWith(pushedPrefix)) return { parameters, pushedHash: null };
  const clientId = values.get('client_id');
  const handle = requestUri.slice(pushedPrefix.length);
  const isUsable = !repeated.has('request_uri') && !repeated.has('client_id') && handle.length <= maximumHandle;
  if (clientId === undefined || !isUsable) return unknownRequest();
  const pushed = await findPushedRequest(db, { handle, clientId }, now);
  const stored = pushed === null ? null : parseParameters(pushed.parameters);
  return pushed === null || stored === null ? unknownRequest() : { parameters: stored, pushedHash: pushed.hash };
}

/** RFC 9126 §5 and §6. @throws invalid_request for a client whose requests have to be pushed */
export function checkPushed({ requirePushedAuthorizationRequests }: Client, wasPushed: boolean): void {
  if (requirePushedAuthorizationRequests && !wasPushed) throw invalidRequest('push_required');
}

/** What a reload of the authorization request shows, too. */
export function unknownRequest(): UntrustedRedirect {
  return { problem: 'interaction_unknown', error: refusal('invalid_request_uri', 'request_uri_unusable') };
}
