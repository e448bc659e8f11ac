import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import type { Context } from '../context';
import type { OAuthError } from '../oauth-error';
import { requestFrame } from '../request-tenant';
import { type ResponseParameters, responseModes } from '../response-modes';
import type { TrustedRedirect } from './trusted-redirect';

type Target = Pick<TrustedRedirect, 'redirectUri' | 'responseMode' | 'state'> &
  (Pick<TrustedRedirect, 'client'> | Pick<AuthorizationRequest, 'clientId' | 'acrValues'>);

/** Sends an authorization response, with `state` as it came and `iss` always (RFC 9207 §2). */
export function respond(target: Target, parameters: ResponseParameters, context: Context): HttpResponse {
  const state = target.state === null ? {} : { state: target.state };
  const all = { ...parameters, ...state, iss: context.settings.issuer };
  return responseModes[target.responseMode](target.redirectUri, all, frameOf(target, context));
}

function frameOf(target: Target, { snapshot }: Context): PageFrame {
  const [client, acrValues] =
    'client' in target ? [target.client, null] : [snapshot.clients.get(target.clientId), target.acrValues];
  return client === undefined ? plainFrame : requestFrame({ client, acrValues }, snapshot);
}

/**
 * Sends an error to the trusted redirect (RFC 6749 §4.1.2.1).
 * @param also what a request with openid gets beside it: `session_state`
 */
export function respondError(
  target: Target,
  error: OAuthError,
  context: Context,
  also: ResponseParameters = {},
): HttpResponse {
  context.log.info({ error: error.code, description: error.description, ...error.facts }, 'refused');
  return respond(target, { error: error.code, error_description: error.description, ...also }, context);
}
