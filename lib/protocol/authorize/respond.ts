import type { Client } from '#lib/clients/client';
import { leaveHtml } from '#lib/http/leave-html';
import type { HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import type { Context } from '../context';
import { explainRefusal } from '../explain-refusal';
import type { OAuthError } from '../oauth-error';
import { requestFrame } from '../request-tenant';
import { type ResponseParameters, responseModes } from '../response-modes';
import { redirectHost } from './redirect-host';
import type { TrustedRedirect } from './trusted-redirect';

type Target = Pick<TrustedRedirect, 'redirectUri' | 'responseMode' | 'state'> &
  (Pick<TrustedRedirect, 'client'> | Pick<AuthorizationRequest, 'clientId' | 'acrValues'>);

/** Where an error goes, and what decides whether the browser is sent there or the person asked first. */
type ErrorTarget = Target & {
  readonly client: Client;
  /** True when a page of the client loads the answer in a frame, as a silent renewal does. */
  readonly isFramed: boolean;
};

/** Sends an authorization response, with `state` as it came and `iss` always (RFC 9207 §2). */
export function respond(target: Target, parameters: ResponseParameters, context: Context): HttpResponse {
  const all = complete(target, parameters, context);
  return responseModes[target.responseMode](target.redirectUri, all, frameOf(target, context));
}

function frameOf(target: Target, { snapshot }: Context): PageFrame {
  const client = 'client' in target ? target.client : snapshot.clients.get(target.clientId);
  const acrValues = 'acrValues' in target ? target.acrValues : null;
  return client === undefined ? plainFrame : requestFrame({ client, acrValues }, snapshot);
}

/**
 * Sends an error to the trusted redirect (RFC 6749 §4.1.2.1). A client that registered itself gets it when the person
 * says so: otherwise anybody could make this server lead people to an address of theirs (RFC 9700 §4.11.2). In a frame
 * of the client's own page nobody is led anywhere.
 * @param also what a request with openid gets beside it: `session_state`
 */
export function respondError(
  target: ErrorTarget,
  error: OAuthError,
  context: Context,
  also: ResponseParameters = {},
): HttpResponse {
  const { code, description } = explainRefusal(error, target.client.clientId, context);
  const parameters = { error: code, error_description: description, ...also };
  const response = respond(target, parameters, context);
  return target.client.selfRegistered && !target.isFramed ? askFirst(target, response, parameters, context) : response;
}

/** The same answer behind a link or a button. */
function askFirst(
  target: ErrorTarget,
  { headers }: HttpResponse,
  parameters: ResponseParameters,
  context: Context,
): HttpResponse {
  const { client, redirectUri } = target;
  const { location } = headers;
  const fields = Object.entries(complete(target, parameters, context));
  return leaveHtml({
    app: client.clientName ?? client.clientId,
    host: redirectHost(redirectUri),
    departure: typeof location === 'string' ? { href: location } : { action: redirectUri, fields },
    details: Object.entries(parameters).map(([label, value]) => ({ label, value })),
    frame: frameOf(target, context),
  });
}

function complete({ state }: Target, parameters: ResponseParameters, { settings }: Context): ResponseParameters {
  return { ...parameters, ...(state === null ? {} : { state }), iss: settings.issuer };
}
