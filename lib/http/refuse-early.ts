import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type RefusalContext, refuseHeader, refuseMethod, refuseRequest } from './problem';
import { noStore } from './respond';
import { openerPolicy } from './security-headers';
import type { CommonHeaders } from './send';
import type { ServerRequest } from './server-request';
import type { HttpResponse } from './types';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const known: ReadonlySet<string> = new Set(methods);
const pageMethods = ['GET', 'HEAD'] as const;

const adminApi = /^\/api\/admin\/v1(\/|$)/;

/** The methods of an address that is not in the route table. The admin API refuses some of them itself. */
function methodsOutside(path: string): readonly string[] {
  return adminApi.test(path) ? methods : pageMethods;
}

/** What refuseEarly() must know about the address. Outside the route table it has no methods of its own. */
type Target = { readonly maxUrlBytes: number; readonly methods: readonly string[] | undefined };

/** `.` and `..` in any spelling that the WHATWG URL parser resolves. */
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i;

/** What Next's own client would ask for: the payload of a page, such as `/login.rsc`. Also its page for a broken page. */
const nexts = /(\.|%2e)rsc$|^\/_global-error(\/|$)/i;

/**
 * Refuses requests that neither lane may get: an address that is too long (414) or not a plain path (400:
 * doubled slashes, backslashes, dot segments, broken percent-encoding, NUL), an ambiguous host, body or caller
 * (400), or an unknown method (405).
 * @returns null if the request may continue
 */
export function refuseEarly(
  incoming: ServerRequest,
  caller: () => RefusalContext,
  { maxUrlBytes, methods: own }: Target,
): HttpResponse | null {
  const { url = '', headers } = incoming.request;
  if (url.length > maxUrlBytes) return refuseRequest(caller(), 414, 'address_too_long');
  if (!isPlainPath(incoming.path)) return refuseRequest(caller(), 400, 'path_malformed');
  if (!host.test(headers.host ?? '')) return refuseRequest(caller(), 400, 'host_malformed');
  const ambiguous = ambiguousHeader(incoming);
  if (ambiguous !== null) return refuseHeader(caller(), ambiguous);
  return known.has(incoming.method) ? null : refuseMethod(caller(), own ?? methodsOutside(incoming.path));
}

/** RFC 9110 §7.2: a host as in a URI, and a port. Nothing is built from it here, but a log or a cache may use it. */
const host = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i;

/** If these are repeated, Node reads the first one and drops the rest, but a proxy may have read the last one. */
const once: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** RFC 9112 §3.2 requires exactly one Host. RFC 9110 §5.3 forbids repeating a header with a single value. */
function ambiguousHeader({ request }: ServerRequest): string | null {
  const seen = new Set<string>();
  // Names and values alternate.
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase() ?? '';
    if (!once.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return seen.has('host') || request.httpVersion === '1.0' ? null : 'host';
}

/**
 * Routers treat doubled slashes and backslashes differently, and Next would answer with a redirect that repeats a POST.
 * Only Next resolves dot segments: `/x/%2e%2e/metrics` would reach a path that a proxy blocks.
 */
function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\') || path.includes('#')) return false;
  if (dotSegment.test(path)) return false;
  if (!path.includes('%')) return true;
  try {
    return !/[\0\\]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Refuses what only Next would answer: its own addresses, whose page has another path than the one that is checked, and
 * other methods of pages, because it would show the page for each of them.
 * @returns null if the request may continue
 */
export function refusePageRequest({ method, path }: ServerRequest, caller: () => RefusalContext): HttpResponse | null {
  if (nexts.test(path)) return refuseRequest(caller(), 400, 'path_malformed');
  const allowed = methodsOutside(path);
  return allowed.includes(method) ? null : refuseMethod(caller(), allowed);
}

/** The errors of Node's parser that have their own status. All others are 400. */
const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers input that is not a valid request (broken, too large, too slow) with the same headers as every other
 * response, and closes the connection. Node would write only a status line. A connection that sent nothing is closed
 * without an answer: a proxy that opened it ahead would take a 408 for the answer to its next request.
 */
export function answerBrokenRequests(server: Server, common: CommonHeaders): void {
  const newest = new WeakMap<object, ServerResponse>();
  server.on('request', (request, response) => newest.set(request.socket, response));
  // An unknown expectation may be ignored (RFC 9110 §10.1.1), so the request is handled normally.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const response = newest.get(socket);
    const isAnswering = response?.headersSent && !response.writableEnded;
    const isSilent = socket instanceof Socket && socket.bytesRead === 0;
    // In the middle of a response, a second one would be read as part of the first.
    if (socket.writable && !isAnswering && !isSilent) socket.write(refusal(statusLines[error.code ?? ''], common));
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
