import type { IncomingMessage, ServerResponse } from 'node:http';
import { createId } from '#lib/crypto/random';
import { findClientAddress, type TrustedProxies } from './client-address';

/** One request under way in the server, before it is known which lane answers it. */
export type Visit = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** As it came, never normalised: one address has one spelling. */
  readonly path: string;
  readonly query: string;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Milliseconds on the process's monotonic clock. */
  readonly startedAt: number;
};

export function beginVisit(request: IncomingMessage, response: ServerResponse, proxies: TrustedProxies): Visit {
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
    requestId: createId(),
    startedAt: performance.now(),
  };
}

/** The headers as handlers read them: one text a name. */
export function plainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
