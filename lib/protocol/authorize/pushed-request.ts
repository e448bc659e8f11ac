import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { parseParameters } from '#lib/http/form';
import { findPushedRequest } from '#lib/interactions/pushed-request-store';
import { invalidRequestUri } from '../oauth-error';
import type { UntrustedRedirect } from './trusted-redirect';

/** RFC 9126 §2.2: the prefix of our request_uri; the handle follows. */
export const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/** Longer than any of our handles. */
const maximumHandle = 100;

/** The parameters of a pushed request. */
type Pushed = { readonly parameters: Parameters; readonly pushedHash: string; readonly wasSigned: boolean };

/**
 * Replaces the reference to a pushed request with the request (RFC 9126 §4): parameters besides `client_id` and
 * `request_uri` are not read.
 * @returns a problem for our own page if the reference is another client's, was used or has expired: there is no
 *   trusted redirect URI yet
 */
export async function loadPushedRequest(
  parameters: Parameters,
  { db, now }: Context,
): Promise<Pushed | UntrustedRedirect> {
  const { values, repeated } = parameters;
  const requestUri = values.get('request_uri') ?? '';
  const clientId = values.get('client_id');
  const handle = requestUri.slice(pushedPrefix.length);
  const isUsable = !repeated.has('request_uri') && !repeated.has('client_id') && handle.length <= maximumHandle;
  if (clientId === undefined || !isUsable) return unknownRequest();
  const pushed = await findPushedRequest(db, { handle, clientId }, now);
  const stored = pushed === null ? null : parseParameters(pushed.parameters);
  if (pushed === null || stored === null) return unknownRequest();
  return { parameters: stored, pushedHash: pushed.hash, wasSigned: pushed.wasSigned };
}

/** What a reload of the authorization request shows, too. */
export function unknownRequest(): UntrustedRedirect {
  return { problem: 'interaction_unknown', error: invalidRequestUri('request_uri_unusable') };
}
