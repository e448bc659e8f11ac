import type { Parameters } from '#lib/http/form';
import { parseParameters } from '#lib/http/form';
import { findPushedRequest } from '#lib/interactions/pushed/store';
import type { Context } from '../context';
import { refusal } from '../oauth-error';
import type { UntrustedRedirect } from './trusted-redirect';

/** RFC 9126 §2.2: what our request_uri begins with; the handle follows. */
export const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/** Longer than any handle of ours. */
const maximumHandle = 100;

/** What an authorization request says, wherever it said it. */
export type Submitted = {
  readonly parameters: Parameters;
  /** The pushed request it comes from, which has to be used up; null when it came through the browser. */
  readonly pushedHash: string | null;
};

/**
 * Puts a pushed request in the place of the reference to it (RFC 9126 §4): everything beside `client_id` and
 * `request_uri` is left unread. Other request_uris are left as they are, to be refused later.
 * @returns a problem for our own page when the reference is not the client's, was used or has expired: there is no
 * redirect URI yet that could be trusted
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

/** What a reload of the authorization request shows, too. */
export function unknownRequest(): UntrustedRedirect {
  return { problem: 'interaction_unknown', error: refusal('invalid_request_uri', 'request_uri_unusable') };
}
