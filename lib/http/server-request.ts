import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createId } from '#lib/crypto/random';
import { isLoopbackHost } from '#lib/settings/issuer';
import type { MtlsSettings } from '#lib/settings/mtls';
import { findClientAddress, isLoopback, isTrustedPeer, type TrustedProxies } from './client-address';
import { extractClientCertificate, isAtMtlsOrigin, type MtlsFacts } from './client-certificate';

/** A request before the server has chosen its lane. */
export type ServerRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Unchanged and never normalized, because an address has only one spelling. */
  readonly path: string;
  readonly query: string;
  readonly clientAddress: string;
  /** See isLocalCaller(). */
  readonly isLocal: boolean;
  /** It is addressed to the mTLS origin, where only the endpoints with an alias are. */
  readonly isAtMtlsOrigin: boolean;
  readonly mtls: MtlsFacts;
  readonly requestId: string;
  /** Milliseconds on the process's monotonic clock. */
  readonly startedAt: number;
};

export function readServerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { proxies, mtls }: { readonly proxies: TrustedProxies; readonly mtls: MtlsSettings | null },
): ServerRequest {
  toOriginForm(request);
  const url = request.url ?? '';
  const mark = url.indexOf('?');
  const forwarded = request.headers['x-forwarded-for'];
  return {
    request,
    response,
    method: request.method ?? '',
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    clientAddress: findClientAddress(
      request.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      proxies,
    ),
    isLocal: isLocalCaller(request, proxies),
    isAtMtlsOrigin: isAtMtlsOrigin(request, mtls),
    mtls: extractClientCertificate(request, mtls, proxies),
    requestId: createId(),
    startedAt: performance.now(),
  };
}

/**
 * RFC 9112 §3.2.2: a server takes an address in absolute form, and the host in it replaces that of the header. Either
 * decides only whether a caller is local (security #193) and whether the request is one to the mTLS origin.
 */
function toOriginForm(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  if (request.headers.host !== undefined) request.headers.host = host;
}

/** The headers for handlers, with one string for each name. Node joins all but one (http.IncomingMessage). */
export function plainHeaders({
  headers,
}: Pick<IncomingMessage, 'headers'>): Readonly<Record<string, string | undefined>> {
  if (hasOneTextEach(headers)) return headers;
  const { 'set-cookie': cookies = [], ...joined } = headers;
  return { ...plainHeaders({ headers: joined }), 'set-cookie': cookies.join(', ') };
}

function hasOneTextEach(headers: IncomingHttpHeaders): headers is Record<string, string | undefined> {
  return headers['set-cookie'] === undefined;
}

/** What a proxy adds in its own way. Only X-Forwarded-For says for whom, and only that of a trusted proxy is believed. */
const signsOfProxy = ['forwarded', 'x-real-ip', 'via'] as const;

/**
 * Whether a request comes from this machine and was addressed to it: the connection and every hop that a trusted proxy
 * reports are loopback, and the host is a name of this machine. A proxy on this machine also connects from loopback, and
 * the name of another site may lead here (DNS rebinding), so neither fact is enough.
 */
export function isLocalCaller({ socket, headers }: Caller, proxies: TrustedProxies): boolean {
  if (!isLocalName(headers.host) || !isLoopback(socket.remoteAddress)) return false;
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor === undefined) return !signsOfProxy.some((name) => name in headers);
  return isTrustedPeer(socket.remoteAddress, proxies) && [forwardedFor].flat().join(',').split(',').every(isLoopback);
}

type Caller = { readonly socket: { readonly remoteAddress?: string | undefined } } & Pick<IncomingMessage, 'headers'>;

/** Nearly every request has the same host, and to parse it takes longer than to find its endpoint. */
let lastHost = { text: '', isLocal: false };

function isLocalName(text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text !== lastHost.text) {
    const address = `http://${text}`;
    lastHost = { text, isLocal: URL.canParse(address) && isLoopbackHost(new URL(address).hostname) };
  }
  return lastHost.isLocal;
}
