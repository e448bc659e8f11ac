import { createServer, type Server } from 'node:http';
import type { Explain } from '#lib/explain/refusal';
import { answerBrokenRequests } from './broken-request';
import type { TrustedProxies } from './client-address';
import { replaceFailedPage } from './failed-page';
import { guardPages } from './guard-pages';
import type { Limits } from './limits';
import { answerWithPages, type PagesHandler } from './pages-lane';
import { type Asker, refuse, serverError } from './problem';
import { type BodyProblem, decodeUtf8, readBody } from './read-body';
import { refuseEarly } from './refuse-early';
import { refuseForeignAction } from './refuse-foreign-action';
import { responseReports } from './response-storage';
import { openerPolicy } from './security-headers';
import { type CommonHeaders, send, sendEarly } from './send';
import type { Audience, HttpRequest, HttpResponse, RequestReport } from './types';
import { beginVisit, plainHeaders, type Visit } from './visit';

/** What the server needs to know of an endpoint before its handler runs. */
export type Endpoint = { readonly path: string; readonly maxBodyBytes: number; readonly audience: Audience };

export type ServedRequest = {
  readonly visit: Visit;
  readonly status: number;
  readonly durationMs: number;
  /** The path of the table's row, or null for what Next answers. */
  readonly endpoint: string | null;
  readonly report: RequestReport;
};

export type ServerParts<E extends Endpoint> = {
  readonly issuer: string;
  readonly limits: Limits;
  readonly proxies: TrustedProxies;
  readonly headers: CommonHeaders;
  /** Finds a protocol endpoint by its exact path. */
  readonly findEndpoint: (path: string) => E | undefined;
  /** Off: protocol endpoints are answered by `pages` as well. */
  readonly fastLane: boolean;
  /** Answers a protocol request; never throws. */
  readonly answer: (endpoint: E, request: HttpRequest, requestId: string) => Promise<HttpResponse>;
  /** Answers everything else. */
  readonly pages: PagesHandler;
  readonly observe: (served: ServedRequest) => void;
  /** Notes why the server itself refuses a request. @param endpoint as in `observe` */
  readonly explain: (visit: Visit, endpoint: string | null) => Explain;
  readonly onError: (error: unknown, visit: Visit) => void;
};

/** A server with two lanes: protocol endpoints straight from their handlers, everything else through Next. */
export function createTwoLaneServer<E extends Endpoint>(parts: ServerParts<E>): Server {
  const { limits } = parts;
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    // Refused with the headers of every answer instead, by refuseEarly().
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    const visit = beginVisit(request, response, parts.proxies);
    const endpoint = parts.findEndpoint(visit.path);
    handle(parts, visit, endpoint).catch((error: unknown) => fail(parts, visit, endpoint, error));
  });
  answerBrokenRequests(server, parts.headers);
  return server.setTimeout(limits.stallTimeoutMs);
}

async function handle<E extends Endpoint>(parts: ServerParts<E>, visit: Visit, endpoint: E | undefined): Promise<void> {
  const asker = askerOf(parts, visit, endpoint);
  const refusal =
    refuseEarly(visit, asker, parts.limits.urlBytes) ??
    (endpoint === undefined ? refuseForeignAction(visit, asker, parts.issuer) : null);
  if (refusal !== null) return finishEarly(parts, visit, endpoint, refusal);
  const body = await readBody(visit.request, endpoint?.maxBodyBytes ?? parts.limits.pageBodyBytes);
  if (typeof body === 'string') return refuseBody(parts, visit, endpoint, body);
  if (endpoint === undefined || !parts.fastLane) return passOn(parts, visit, endpoint, body);
  const answer = await answerFast(parts, visit, endpoint, body);
  send(visit.response, answer, headersFor(parts, visit));
  observe(parts, visit, endpoint, answer.status, answer.report ?? {});
}

function answerFast<E extends Endpoint>(parts: ServerParts<E>, visit: Visit, endpoint: E, bytes: Buffer) {
  const body = bytes.length === 0 ? '' : decodeUtf8(bytes);
  if (body === null) return refuse(askerOf(parts, visit, endpoint), 400, 'body_not_utf8');
  const { method, path, query, clientAddress } = visit;
  const request = { method, path, query, headers: plainHeaders(visit.request), body, clientAddress };
  return parts.answer(endpoint, request, visit.requestId);
}

async function passOn<E extends Endpoint>(parts: ServerParts<E>, visit: Visit, endpoint: E | undefined, body: Buffer) {
  const { response } = visit;
  const common = headersFor(parts, visit);
  guardPages(response, common);
  replaceFailedPage(response, () => send(response, serverError(askerOf(parts, visit, endpoint)), common));
  response.once('close', () => {
    observe(parts, visit, endpoint, response.statusCode, responseReports().get(response) ?? {});
  });
  await answerWithPages(visit, body, parts.issuer, parts.pages);
}

const bodyRefusals = {
  too_large: [413, 'body_too_large'],
  encoded: [415, 'body_encoded'],
} as const;

function refuseBody<E extends Endpoint>(
  parts: ServerParts<E>,
  visit: Visit,
  endpoint: E | undefined,
  problem: BodyProblem,
): void {
  if (problem === 'aborted') return;
  const [status, rule] = bodyRefusals[problem];
  finishEarly(parts, visit, endpoint, refuse(askerOf(parts, visit, endpoint), status, rule));
}

function finishEarly<E extends Endpoint>(
  parts: ServerParts<E>,
  visit: Visit,
  endpoint: E | undefined,
  answer: HttpResponse,
): void {
  sendEarly(visit.request, visit.response, answer, headersFor(parts, visit));
  observe(parts, visit, endpoint, answer.status, {});
}

function fail<E extends Endpoint>(parts: ServerParts<E>, visit: Visit, endpoint: E | undefined, error: unknown): void {
  parts.onError(error, visit);
  if (visit.response.headersSent) visit.response.destroy();
  else send(visit.response, serverError(askerOf(parts, visit, endpoint)), headersFor(parts, visit));
}

function askerOf<E extends Endpoint>(parts: ServerParts<E>, visit: Visit, endpoint: E | undefined): Asker {
  return {
    audience: endpoint?.audience ?? (visit.path.startsWith('/api/') ? 'api' : 'browser'),
    explain: (refusal) => parts.explain(visit, endpoint?.path ?? null)(refusal),
    acceptLanguage: visit.request.headers['accept-language'],
    method: visit.method,
  };
}

function headersFor<E extends Endpoint>(parts: ServerParts<E>, visit: Visit): CommonHeaders {
  const opener = openerPolicy(visit.path);
  return { ...parts.headers, 'cross-origin-opener-policy': opener, 'x-request-id': visit.requestId };
}

function observe<E extends Endpoint>(
  parts: ServerParts<E>,
  visit: Visit,
  endpoint: E | undefined,
  status: number,
  report: RequestReport,
): void {
  const durationMs = performance.now() - visit.startedAt;
  parts.observe({ visit, status, durationMs, endpoint: endpoint?.path ?? null, report });
}
