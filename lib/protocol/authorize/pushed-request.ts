import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import type { Step } from '#lib/db/step';
import type { Parameters } from '#lib/http/form';
import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { findInteraction } from '#lib/interactions/interaction-store';
import { findPushedRequest, pushedInteraction, spendPushedRequest } from '#lib/interactions/pushed-request-store';
import { readBinding } from '#lib/sessions/browser-binding';
import { invalidRequestUri } from '../oauth-error';
import type { UntrustedRedirect } from './trusted-redirect';

/** RFC 9126 §2.2: the prefix of our request_uri. The handle follows. */
export const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/** A pushed request, which the answer must use up. */
export type PushedReference = {
  readonly hash: string;
  /** The secret part of its request_uri. */
  readonly handle: string;
};

/** The parameters of a pushed request. */
type Pushed = { readonly parameters: Parameters; readonly pushed: PushedReference; readonly wasSigned: boolean };

/** Whether a request refers to a pushed one. With a request object beside the reference, it is an error. */
export function isPushed({ values }: Parameters): boolean {
  return values.get('request_uri')?.startsWith(pushedPrefix) === true && !values.has('request');
}

/**
 * Replaces the reference to a pushed request with the request (RFC 9126 §4). Parameters other than `client_id` and
 * `request_uri` are ignored.
 * @param arrivedAt when the reference arrived. The pushed request must have been valid then
 * @returns a problem for our own page if the reference belongs to another client, was used or has expired, because
 * there is no trusted redirect URI yet
 */
export async function loadPushedRequest(
  sent: Parameters,
  { db }: Pick<Context, 'db'>,
  arrivedAt: Date,
): Promise<Pushed | UntrustedRedirect> {
  const named = readReference(sent);
  if (named === null) return unknownRequest();
  const found = await findPushedRequest(db, named, arrivedAt);
  if (found === null) return unknownRequest();
  const parameters = parseParameters(found.parameters);
  if (parameters === null) return unknownRequest();
  return { parameters, pushed: { hash: found.hash, handle: named.handle }, wasSigned: found.wasSigned };
}

/** The handle in the reference. Null if it is not a reference to a pushed request. */
function readReference({
  values,
  repeated,
}: Parameters): { readonly handle: string; readonly clientId: string } | null {
  const requestUri = values.get('request_uri') ?? '';
  const clientId = values.get('client_id');
  const handle = requestUri.slice(pushedPrefix.length);
  const isUsable = requestUri.startsWith(pushedPrefix) && handle !== '' && handle.length <= maximumHandle;
  if (clientId === undefined || !isUsable || repeated.has('request_uri') || repeated.has('client_id')) return null;
  return { handle, clientId };
}

/**
 * Redirects a browser to its interaction for a pushed request. This works even after the 60 seconds of the request, and
 * after its answer. The page then says so (security #69).
 * @returns null if it has none
 */
export async function reopenPushed(
  sent: Parameters,
  cookieHeader: string | undefined,
  { db, settings }: Context,
): Promise<HttpResponse | null> {
  const named = readReference(sent);
  if (named === null) return null;
  for (const browser of readBinding(cookieHeader, settings)?.all ?? []) {
    const handle = pushedInteraction(named.handle, browser.handle);
    const found = await findInteraction(db, handle);
    if (found?.kind === 'authorize' && found.request.clientId === named.clientId) {
      return seeOther(`${settings.issuer}/login?interaction=${handle}`);
    }
  }
  return null;
}

/** Uses up a pushed request, if it is one, for an answer to the client. Pages of ours do not use it up. */
export function spendPushed(pushed: PushedReference | null, now: Date): readonly Step<'finished'>[] {
  return pushed === null ? [] : [spendPushedRequest(pushed.hash, now)];
}

/** The problem if a used request arrives in a browser that has no interaction to return to. */
export function unknownRequest(): UntrustedRedirect {
  return { problem: 'interaction_unknown', error: invalidRequestUri('request_uri_unusable') };
}
