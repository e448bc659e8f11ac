import type { Context } from '#lib/context';
import type { HttpResponse } from '#lib/http/types';
import { explainRefusal } from '../explain-refusal';
import type { OAuthError } from '../oauth-error';
import { type ClientRedirect, redirectToClient } from '../redirect-to-client';
import { requestFrame } from '../request-tenant';
import type { ResponseParameters } from '../response-modes';
import { encodeResponse } from '../response-modes/sign-response';
import type { TrustedRedirect } from './trusted-redirect';

/** The target of an error, and the facts that decide between a redirect and a page that asks. */
type ErrorTarget = TrustedRedirect & {
  /** Whether a page of the client loads the answer in a frame, for a silent renewal. */
  readonly isFramed: boolean;
};

/**
 * Sends a response that the person agreed to, now or earlier. `state` is unchanged, and `iss` is always included (RFC
 * 9207 §2).
 */
export async function respond(
  target: TrustedRedirect,
  parameters: ResponseParameters,
  context: Context,
): Promise<HttpResponse> {
  return redirectToClient({ ...(await journey(target, parameters, context)), isAgreed: true });
}

/**
 * Sends an error to the trusted redirect (RFC 6749 §4.1.2.1), and records why the request is refused.
 * @param also the additional parameter of an openid request: `session_state`
 */
export async function respondError(
  { isFramed, ...target }: ErrorTarget,
  error: OAuthError,
  context: Context,
  also: ResponseParameters = {},
): Promise<HttpResponse> {
  return respondRefused(target, errorParameters(error, target, context, also), context, isFramed);
}

/** The parameters of an error, after the reason was recorded. @param also as for respondError() */
export function errorParameters(
  error: OAuthError,
  { client }: TrustedRedirect,
  context: Context,
  also: ResponseParameters,
): ResponseParameters {
  const { code, description } = explainRefusal(error, client.clientId, context);
  return { error: code, error_description: description, ...also };
}

/**
 * Sends the parameters of an error. Nobody agreed to it, so a person is asked before the browser goes to a
 * self-registered client. In a frame of the client's own page, the person is not asked, because the browser does not
 * leave that page.
 */
export async function respondRefused(
  target: TrustedRedirect,
  parameters: ResponseParameters,
  context: Context,
  isFramed = false,
): Promise<HttpResponse> {
  const details = Object.entries(parameters).map(([label, value]) => ({ label, value }));
  return redirectToClient({ ...(await journey(target, parameters, context)), details, isAgreed: isFramed });
}

async function journey(
  target: TrustedRedirect,
  parameters: ResponseParameters,
  context: Context,
): Promise<Omit<ClientRedirect, 'isAgreed'>> {
  const { settings, snapshot } = context;
  const { client, redirectUri, state } = target;
  const { session_state: sessionState, ...first } = parameters;
  // In the order of semantics §1.6.
  const all = {
    ...first,
    ...(state !== null && { state }),
    ...(sessionState !== undefined && { session_state: sessionState }),
    iss: settings.issuer,
  };
  return {
    client,
    uri: redirectUri,
    answer: await encodeResponse(target, all, context),
    frame: requestFrame(target, snapshot),
  };
}
