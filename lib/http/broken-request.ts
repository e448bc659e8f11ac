import type { Server, ServerResponse } from 'node:http';
import { noStore } from './respond';
import { openerPolicy } from './security-headers';
import type { CommonHeaders } from './send';

/** The errors of Node's parser that have their own status. All others are 400. */
const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers input that is not a valid request (broken, too large, too slow) with the same headers as every other
 * response, and closes the connection. Node would write only a status line.
 */
export function answerBrokenRequests(server: Server, common: CommonHeaders): void {
  const newest = new WeakMap<object, ServerResponse>();
  server.on('request', (request, response) => newest.set(request.socket, response));
  // An unknown expectation may be ignored (RFC 9110 §10.1.1), so the request is handled normally.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const response = newest.get(socket);
    const isAnswering = response?.headersSent && !response.writableEnded;
    // In the middle of a response, a second one would be read as part of the first.
    if (socket.writable && !isAnswering) socket.write(refusal(statusLines[error.code ?? ''], common));
    socket.destroy();
  });
}

function refusal(statusLine = '400 Bad Request', common: CommonHeaders): string {
  const headers = {
    ...common,
    ...noStore,
    'cross-origin-opener-policy': openerPolicy(''),
    'content-length': '0',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusLine}\r\n${lines.join('')}\r\n`;
}
