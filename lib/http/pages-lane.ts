import { IncomingMessage, type ServerResponse } from 'node:http';
import { internalHeaders, responseStorage } from './response-storage';
import { isRouterState } from './router-state';
import type { Visit } from './visit';

/** The handler that Next gives to a server of one's own. */
export type PagesHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Names that say where a request came from, or that Next and our own code would believe; and ranges, which nothing
 * here is large enough for and which Next answers with 500 when they lie outside of a file.
 */
const untrusted = /^(forwarded$|x-forwarded-|x-middleware-|x-signet-|x-nonce$|content-security-policy|(if-)?range$)/;

/**
 * Hands a request to Next: with the issuer's host and scheme, so that Next compares Origin with them and builds no
 * address from what a caller sent, and with the client address and request id that this server decided.
 * @param body read already and within its limit; empty when there is none
 * @param issuer scheme, host and port
 */
export async function answerWithPages(
  visit: Visit,
  body: Buffer,
  issuer: string,
  handler: PagesHandler,
): Promise<void> {
  const request = body.length === 0 ? visit.request : copyWithBody(visit.request, body);
  // On the original too, which the response knows.
  visit.request.headers = rewriteHeaders(visit, new URL(issuer));
  request.headers = visit.request.headers;
  await responseStorage().run(visit.response, () => handler(request, visit.response));
}

function rewriteHeaders(visit: Visit, issuer: URL): IncomingMessage['headers'] {
  const kept = Object.entries(visit.request.headers).filter(([name, value]) => mayPass(name, value));
  return {
    ...Object.fromEntries(kept),
    host: issuer.host,
    'x-forwarded-proto': issuer.protocol.slice(0, -1),
    [internalHeaders.clientAddress]: visit.clientAddress,
    [internalHeaders.requestId]: visit.requestId,
    [internalHeaders.path]: visit.path,
    ...(wasForwarded(visit.request) ? { [internalHeaders.forwarded]: '1' } : {}),
  };
}

function mayPass(name: string, value: string | string[] | undefined): boolean {
  if (name === 'next-router-state-tree') return typeof value === 'string' && isRouterState(value);
  return !untrusted.test(name);
}

function wasForwarded({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/** The body was read to hold it to its limit; Next gets a request whose body is already there. */
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
