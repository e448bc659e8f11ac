import { IncomingMessage, type ServerResponse } from 'node:http';
import { writeMtlsFacts } from './client-certificate';
import { internalHeaders, responseStorage } from './response-storage';
import { isRouterState } from './router-state';
import type { ServerRequest } from './server-request';

/** The handler that Next provides for a custom server. */
export type PagesHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Headers about the origin of a request, and headers that Next or our own code would trust. Also ranges, because no
 * response is large enough for them, and Next answers 500 to a range outside a file.
 */
const untrusted = /^(forwarded$|x-forwarded-|x-middleware-|x-signet-|x-nonce$|content-security-policy|(if-)?range$)/;

/**
 * Passes a request to Next. It gets the issuer's host and scheme, so that Next compares Origin with them and builds no
 * address from a caller's input. It also gets the client address and request ID that this server determined.
 * @param body already read and within its limit; empty if there is none
 * @param issuer scheme, host and port
 */
export async function answerWithPages(
  incoming: ServerRequest,
  body: Buffer,
  issuer: string,
  handler: PagesHandler,
): Promise<void> {
  const request = body.length === 0 ? incoming.request : copyWithBody(incoming.request, body);
  // Also set on the original request, which the response refers to.
  incoming.request.headers = rewriteHeaders(incoming, new URL(issuer));
  request.headers = incoming.request.headers;
  await responseStorage().run(incoming.response, () => handler(request, incoming.response));
}

function rewriteHeaders(incoming: ServerRequest, issuer: URL): IncomingMessage['headers'] {
  const mtls = writeMtlsFacts(incoming.mtls);
  const kept = Object.entries(incoming.request.headers).filter(([name, value]) => mayPass(name, value));
  return {
    ...Object.fromEntries(kept),
    host: issuer.host,
    'x-forwarded-proto': issuer.protocol.slice(0, -1),
    [internalHeaders.clientAddress]: incoming.clientAddress,
    [internalHeaders.requestId]: incoming.requestId,
    [internalHeaders.path]: incoming.path,
    ...(mtls === null ? {} : { [internalHeaders.mtls]: mtls }),
    ...(wasForwarded(incoming.request) ? { [internalHeaders.forwarded]: '1' } : {}),
  };
}

function mayPass(name: string, value: string | string[] | undefined): boolean {
  if (name === 'next-router-state-tree') return typeof value === 'string' && isRouterState(value);
  return !untrusted.test(name);
}

function wasForwarded({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/** The body was read to check its limit, so Next gets a request that already contains the body. */
function copyWithBody(original: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(original.socket);
  copy.httpVersion = original.httpVersion;
  copy.httpVersionMajor = original.httpVersionMajor;
  copy.httpVersionMinor = original.httpVersionMinor;
  copy.method = original.method ?? 'GET';
  copy.url = original.url ?? '/';
  copy.rawHeaders = original.rawHeaders;
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}
