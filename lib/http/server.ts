import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import type { Explain } from '#lib/explain/refusal';
import type { MtlsSettings } from '#lib/settings/mtls';
import type { PageFrame } from '#lib/theme/brand';
import type { TrustedProxies } from './client-address';
import { keepFormState } from './form-state';
import { guardPages, redirectBySeeOther, replaceFailedPage } from './guard-pages';
import type { Limits } from './limits';
import { answerWithPages, type PagesHandler } from './pages-lane';
import { type RefusalContext, refuseRequest, serverError } from './problem';
import { type BodyProblem, decodeUtf8, hasBody, readBody } from './read-body';
import { answerBrokenRequests, refuseEarly, refusePageRequest } from './refuse-early';
import { json } from './respond';
import { responseReports } from './response-storage';
import { openerPolicy } from './security-headers';
import { type CommonHeaders, send, sendEarly } from './send';
import { sendDocuments, sendPageScript } from './send-documents';
import { plainHeaders, readServerRequest, type ServerRequest } from './server-request';
import { turns } from './turns';
import type { Audience, HttpRequest, HttpResponse, RequestReport } from './types';

/** What the server must know about an endpoint before its handler runs. */
export type Endpoint = {
  /** Compared as a whole and unchanged. `[name]` stands for one segment, as in the names of route files. */
  readonly path: string;
  /** Its name in the log, the metrics and explanations, if that is not the path. */
  readonly name?: string;
  /** HEAD is answered only if it is listed. */
  readonly methods: readonly string[];
  readonly maxBodyBytes: number;
  /** In bytes, for path and query. If absent, the usual limit applies. */
  readonly maxUrlBytes?: number;
  /** Who reads the answers that the server gives without the handler. */
  readonly audience: Audience;
  /** The body may be anything, such as a form with a file. The handler gets it as `bytes`. */
  readonly takesFile?: boolean;
  /** Only the server answers it: `pages` does not know it. */
  readonly isOwn?: true;
  /** Its answer may be a page, for which this server asks `pages`. */
  readonly mayShowPage?: true;
};

export type ServedRequest = {
  readonly incoming: ServerRequest;
  readonly status: number;
  readonly durationMs: number;
  /** The name of the row in the route table. Null for what Next answers. */
  readonly endpoint: string | null;
  readonly report: RequestReport;
};

export type ServerParts<E extends Endpoint> = {
  readonly issuer: string;
  readonly limits: Limits;
  readonly proxies: TrustedProxies;
  readonly mtls: MtlsSettings | null;
  /** If present, connections use TLS, and clients may present a certificate. */
  readonly tls?: Pick<TlsOptions, 'cert' | 'key' | 'ca'>;
  readonly headers: CommonHeaders;
  /** Finds an endpoint by its exact path. */
  readonly findEndpoint: (path: string) => E | undefined;
  /** Whether the mTLS origin has an endpoint at the path. It has no others, and no pages (RFC 8705 §5). */
  readonly isMtlsPath: (path: string) => boolean;
  /** If off, `pages` also answers the endpoints that it knows. */
  readonly fastLane: boolean;
  /** Answers a request without any work, if the endpoint allows it. Otherwise null. */
  readonly answerAtOnce?: (endpoint: E, method: string, ifNoneMatch: string | undefined) => HttpResponse | null;
  /** Answers a request of an endpoint. It never throws. */
  readonly answer: (endpoint: E, request: HttpRequest, requestId: string) => Promise<HttpResponse>;
  /** Answers everything else. */
  readonly pages: PagesHandler;
  readonly observe: (served: ServedRequest) => void;
  /**
   * Records why the server itself refuses a request.
   * @param endpoint as in `observe`
   */
  readonly explain: (incoming: ServerRequest, endpoint: string | null) => Explain;
  /** The look of the portal's pages. */
  readonly frame?: () => PageFrame;
  readonly onError: (error: unknown, incoming: ServerRequest) => void;
};

/** Clients may connect with any certificate or none. Each request decides what it needs. */
const clientCertificates = { requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.2' } as const;

/** A server with two lanes: protocol endpoints are answered directly by their handlers, everything else by Next. */
export function createTwoLaneServer<E extends Endpoint>(parts: ServerParts<E>): Server {
  const { limits } = parts;
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    // refuseEarly() refuses such requests instead, with the usual headers.
    requireHostHeader: false,
  };
  const listener: RequestListener = (request, response) => {
    const incoming = readServerRequest(request, response, parts);
    const isServed = !incoming.isAtMtlsOrigin || parts.isMtlsPath(incoming.path);
    const endpoint = isServed ? parts.findEndpoint(incoming.path) : undefined;
    handle(parts, incoming, endpoint).catch((error: unknown) => fail(parts, incoming, endpoint, error));
  };
  const server =
    parts.tls === undefined
      ? createServer(options, listener)
      : createTlsServer({ ...options, ...clientCertificates, ...parts.tls }, listener);
  answerBrokenRequests(server, parts.headers);
  return server.setTimeout(limits.stallTimeoutMs);
}

async function handle<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
): Promise<void> {
  const caller = () => callerOf(parts, incoming, endpoint);
  const maxUrlBytes = endpoint?.maxUrlBytes ?? parts.limits.urlBytes;
  const refusal =
    refuseEarly(incoming, caller, { maxUrlBytes, methods: endpoint?.methods }) ??
    (endpoint === undefined ? refusePage(incoming, caller) : null);
  if (refusal !== null) return finishEarly(parts, incoming, endpoint, refusal);
  if (endpoint === undefined && sendPageScript(incoming, headersFor(parts, incoming))) {
    return observe(parts, incoming, endpoint, incoming.response.statusCode, {});
  }
  const ready = endpoint === undefined ? null : answerAtOnce(parts, incoming, endpoint);
  if (endpoint !== undefined && ready !== null) return finish(parts, incoming, endpoint, ready);
  const body = await readBody(incoming.request, endpoint?.maxBodyBytes ?? parts.limits.pageBodyBytes);
  if (typeof body === 'string') return refuseBody(parts, incoming, endpoint, body);
  if (endpoint === undefined || !(parts.fastLane || endpoint.isOwn)) {
    return turns.run('browser', () => passOn(parts, incoming, endpoint, body));
  }
  const answer = await turns.run(endpoint.audience, () => answerFast(parts, incoming, endpoint, body));
  const { again } = answer;
  if (again === undefined) return finish(parts, incoming, endpoint, answer);
  return turns.run('browser', () => showAgain(parts, incoming, endpoint, { ...answer, again }));
}

/** Shows the page of a form as the answer to the form. The page reads the state with findFormState(). */
function showAgain<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E,
  { again, headers }: HttpResponse & Required<Pick<HttpResponse, 'again'>>,
): Promise<void> {
  const { request, response } = incoming;
  const [path = '', query = ''] = again.address.split('?', 2);
  const { 'content-type': _, 'content-length': __, 'transfer-encoding': ___, ...kept } = request.headers;
  Object.assign(request, { method: 'GET', url: again.address, headers: kept });
  for (const cookie of [headers['set-cookie'] ?? []].flat()) response.appendHeader('set-cookie', cookie);
  keepFormState(response, again.state);
  return passOn(parts, { ...incoming, method: 'GET', path, query }, undefined, Buffer.alloc(0), { incoming, endpoint });
}

function refusePage(incoming: ServerRequest, caller: () => RefusalContext) {
  // Browsers would ask people for certificates there.
  if (incoming.isAtMtlsOrigin) return json(404, { error: 'not_found' });
  return refusePageRequest(incoming, caller);
}

/** A prepared response needs no turn of the event loop, no copy of the request, and no handler. */
function answerAtOnce<E extends Endpoint>(parts: ServerParts<E>, { request, method }: ServerRequest, endpoint: E) {
  if (!parts.fastLane || parts.answerAtOnce === undefined || hasBody(request)) return null;
  return parts.answerAtOnce(endpoint, method, request.headers['if-none-match']);
}

function finish<E extends Endpoint>(parts: ServerParts<E>, incoming: ServerRequest, endpoint: E, answer: HttpResponse) {
  send(incoming.response, answer, headersFor(parts, incoming));
  observe(parts, incoming, endpoint, answer.status, answer.report ?? {});
}

function answerFast<E extends Endpoint>(parts: ServerParts<E>, incoming: ServerRequest, endpoint: E, bytes: Buffer) {
  const { method, path, query, clientAddress, isLocal, mtls } = incoming;
  const headers = plainHeaders(incoming.request);
  const body = endpoint.takesFile || bytes.length === 0 ? '' : decodeUtf8(bytes);
  if (body === null) return refuseRequest(callerOf(parts, incoming, endpoint), 400, 'body_not_utf8');
  const request = { method, path, query, headers, body, clientAddress, isLocal, ...mtls };
  return parts.answer(endpoint, endpoint.takesFile ? { ...request, bytes } : request, incoming.requestId);
}

/** @param asked what the log says instead, for a page that answers a form */
async function passOn<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
  body: Buffer,
  asked: { readonly incoming: ServerRequest; readonly endpoint: E | undefined } = { incoming, endpoint },
) {
  const { response } = incoming;
  const caller = callerOf(parts, incoming, endpoint);
  const common = headersFor(parts, incoming);
  guardPages(response, common);
  redirectBySeeOther(response);
  if (endpoint === undefined) sendDocuments(incoming);
  replaceFailedPage(response, () => send(response, serverError(caller), common));
  response.once('close', () => {
    observe(parts, asked.incoming, asked.endpoint, response.statusCode, responseReports().get(response) ?? {});
  });
  await answerWithPages(incoming, body, parts.issuer, parts.pages);
}

const bodyRefusals = {
  too_large: [413, 'body_too_large'],
  encoded: [415, 'body_encoded'],
} as const;

function refuseBody<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
  problem: BodyProblem,
): void {
  if (problem === 'aborted') return;
  const [status, rule] = bodyRefusals[problem];
  finishEarly(parts, incoming, endpoint, refuseRequest(callerOf(parts, incoming, endpoint), status, rule));
}

function finishEarly<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
  answer: HttpResponse,
): void {
  sendEarly(incoming.request, incoming.response, answer, headersFor(parts, incoming));
  observe(parts, incoming, endpoint, answer.status, {});
}

function fail<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
  error: unknown,
): void {
  parts.onError(error, incoming);
  if (incoming.response.headersSent) incoming.response.destroy();
  else send(incoming.response, serverError(callerOf(parts, incoming, endpoint)), headersFor(parts, incoming));
}

function callerOf<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
): RefusalContext {
  return {
    audience: endpoint?.audience ?? (incoming.path.startsWith('/api/') ? 'api' : 'browser'),
    explain: (refusal) => parts.explain(incoming, nameOf(endpoint))(refusal),
    ...(parts.frame && { frame: parts.frame() }),
    acceptLanguage: incoming.request.headers['accept-language'],
    method: incoming.method,
  };
}

function headersFor<E extends Endpoint>(parts: ServerParts<E>, incoming: ServerRequest): CommonHeaders {
  const opener = openerPolicy(incoming.path);
  return { ...parts.headers, 'cross-origin-opener-policy': opener, 'x-request-id': incoming.requestId };
}

function nameOf(endpoint: Endpoint | undefined): string | null {
  return endpoint?.name ?? endpoint?.path ?? null;
}

function observe<E extends Endpoint>(
  parts: ServerParts<E>,
  incoming: ServerRequest,
  endpoint: E | undefined,
  status: number,
  report: RequestReport,
): void {
  const durationMs = performance.now() - incoming.startedAt;
  parts.observe({ incoming, status, durationMs, endpoint: endpoint?.path ?? null, report });
}
