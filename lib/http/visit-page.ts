import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { answerWithPages, type PagesHandler } from './pages-lane';
import { readServerRequest } from './server-request';

/**
 * Lets Next answer an internal request without cookies, and discards the response. This loads what the page needs.
 * @returns the status of the response
 */
export async function visitPage(
  path: string,
  handler: PagesHandler,
  parts: { readonly issuer: string } & Parameters<typeof readServerRequest>[2],
): Promise<number> {
  const nowhere = connectNowhere();
  const request = new IncomingMessage(nowhere);
  Object.assign(request, { method: 'GET', url: path, complete: true });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(nowhere);
  // Work that runs after a page waits for its connection to end.
  response.once('finish', () => nowhere.destroy());
  const closed = once(response, 'close');
  await answerWithPages(readServerRequest(request, response, parts), { bytes: Buffer.alloc(0) }, parts.issuer, handler);
  await closed;
  return response.statusCode;
}

/** A connection that discards everything it receives. */
function connectNowhere(): Socket {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  return stream as Socket;
}
