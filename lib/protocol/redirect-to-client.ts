import { ownAddress } from '#lib/clients/agents/self-description';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { leaveHtml } from '#lib/http/html';
import type { ClientLink, ProblemModel } from '#lib/http/page-models';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { PlainMode } from '#lib/interactions/authorization-request';
import type { PageFrame } from '#lib/theme/brand';
import { webUri } from '#lib/vocabulary/uri';
import { redirectHost } from './authorize/redirect-host';
import { type ResponseParameters, responseModeWriters } from './response-modes';

export type ClientRedirect = {
  readonly client: Client;
  readonly uri: string;
  /** An authorization response. Without one, the browser goes to the address unchanged. */
  readonly answer?: { readonly mode: PlainMode; readonly parameters: ResponseParameters };
  /** The person has just agreed, or a page of the client loads the answer in a frame. */
  readonly isAgreed: boolean;
  /** The frame of our own pages on the way. */
  readonly frame: PageFrame;
  /** For the client's developer. */
  readonly details?: ProblemModel['details'];
};

/**
 * Leads a browser to an address of a client. No other function does. It redirects immediately if somebody vouches for
 * the client or the person has agreed. Otherwise it answers with a page that names the host and asks. Without that,
 * anybody could register a client and use this server to redirect people to their address (RFC 9700 §4.11.2).
 */
export function redirectToClient(redirect: ClientRedirect): HttpResponse {
  const { client, uri, answer, isAgreed, frame, details = [] } = redirect;
  const response =
    answer === undefined ? seeOther(uri) : responseModeWriters[answer.mode](uri, answer.parameters, frame);
  if (!client.selfRegistered || isAgreed) return response;
  const { location } = response.headers;
  const fields = Object.entries(answer?.parameters ?? {});
  const departure = typeof location === 'string' ? { href: location } : { action: uri, fields };
  return leaveHtml({ to: clientLink(client, uri), departure, details, frame });
}

/**
 * The address where a client starts a sign-in if a person opens it from here (OpenID Connect Core §4): its
 * initiate_login_uri with `iss`.
 * @param loginHint the hint that the client itself sent; it learns nothing else about the person before they agree
 * @returns null for a client without such an address, for a stored address that would be refused now (security #6), and for
 * one that is not the client's own (see ownAddress())
 */
export function startLink(
  client: Client,
  loginHint: string | null,
  { settings }: Pick<Context, 'settings'>,
): ClientLink | null {
  const { data: uri } = webUri.safeParse(ownAddress(client, client.initiateLoginUri));
  if (uri === undefined) return null;
  const parameters = { iss: settings.issuer, ...(loginHint === null ? {} : { login_hint: loginHint }) };
  return clientLink(client, `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`);
}

/**
 * The way back to a client: where it starts a sign-in, otherwise its home page. It is checked again, because rows may
 * be older than the rule that refuses other schemes (security #6).
 * @param loginHint as for startLink()
 */
export function homeLink(
  client: Client,
  loginHint: string | null,
  context: Pick<Context, 'settings'>,
): ClientLink | null {
  const start = startLink(client, loginHint, context);
  if (start !== null) return start;
  const uri = webUri.safeParse(ownAddress(client, client.clientUri));
  return uri.success ? clientLink(client, uri.data) : null;
}

/** The name of a client on a page about a problem. What registered itself could choose any, so it has none there. */
export function appName(client: Client | null): string | null {
  return client === null || client.selfRegistered ? null : client.clientName;
}

/** An address of a client, with the facts that a person needs before they go there. */
export function clientLink({ clientName, clientId, selfRegistered }: Client, uri: string): ClientLink {
  return { app: clientName ?? clientId, uri, host: redirectHost(uri), isVouched: !selfRegistered };
}
