import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { readOverview } from '#lib/admin/overview/read';
import { parseTrustedProxies } from '#lib/http/client-address';
import { loadRenderer } from '#lib/http/html';
import { defaultLimits } from '#lib/http/limits';
import { type PagesHandler, pagesForLater, visitPage } from '#lib/http/pages-lane';
import { currentRequestId } from '#lib/http/response-storage';
import { type RunningServer, runServer } from '#lib/http/run-server';
import { commonHeaders } from '#lib/http/security-headers';
import { createTwoLaneServer, type ServerParts } from '#lib/http/server';
import { turns } from '#lib/http/turns';
import { captureConsole } from '#lib/log/log';
import { isMtlsPath } from '#lib/protocol/mtls/endpoint-aliases';
import { areaOf, observeRequest } from '#lib/protocol/observe-request';
import type { Route } from '#lib/protocol/route';
import { findRoute } from '#lib/routes';
import { createContext, explainOutside, getRuntime, type Runtime, startRuntime, stopRuntime } from '#lib/runtime';
import { serve, serveDocument } from '#lib/serve';
import type { ListenerSource } from '#lib/settings/mtls';
import { knownFrame } from '#lib/snapshot/current';
import { startTelemetry } from '#lib/telemetry/start-telemetry';

type StartedServer = RunningServer & {
  /** Resolves when the pages are loaded. @throws if they cannot be loaded */
  readonly pagesLoaded: Promise<void>;
};

/**
 * Serves in this process: protocol endpoints straight from the route table, everything else through Next. Endpoints are
 * answered before the pages are loaded.
 * @param runtime its database is migrated and has keys and configuration; it is closed when the server stops
 * @throws when the configuration cannot be read or the address is taken
 */
export async function startServer(runtime: Runtime): Promise<StartedServer> {
  const { settings, log } = runtime;
  await startRuntime(runtime);
  const telemetry = await startTelemetry(settings.telemetry, log.logger);
  const recordRequest = telemetry?.recordRequest ?? null;
  captureConsole(log.logger, currentRequestId);
  const pages = pagesForLater(loadPages, (handler) => loadFirst(handler, parts));
  const parts: ServerParts<Route> = {
    issuer: settings.issuer,
    limits: defaultLimits,
    proxies: parseTrustedProxies(settings.trustedProxies),
    mtls: settings.mtls,
    headers: commonHeaders(settings.secure),
    findEndpoint: findRoute,
    isMtlsPath,
    fastLane: settings.fastLane,
    answerAtOnce: serveDocument,
    answer: serve,
    pages: pages.handler,
    observe: (served) => observeRequest(served, log.logger, recordRequest),
    frame: knownFrame,
    explain: ({ requestId, path, clientAddress }, endpoint) =>
      explainOutside(requestId, { endpoint: endpoint ?? areaOf(path), clientAddress }),
    onError: (error, incoming) => log.logger.error({ err: error, requestId: incoming.requestId }, 'unexpected error'),
  };
  const times = { drainMs: settings.drainSeconds * 1000, timeoutMs: defaultLimits.stopTimeoutMs };
  const source = settings.mtls?.source;
  // First, because a client that waits for the server asks the listener below.
  const listener =
    source?.kind === 'listener'
      ? await runServer(createMtlsServer(parts, source), { host: settings.host, port: source.port }, times)
      : null;
  const running = await runServer(createTwoLaneServer(parts), settings, times);
  const pagesLoaded = pages.load();
  const allLoaded = pagesLoaded.then(() => loadRest(parts)).catch(() => {});
  return {
    ...running,
    pagesLoaded,
    stop: async () => {
      await Promise.all([allLoaded, running.stop(), listener?.stop()]);
      await telemetry?.stop();
      await stopRuntime();
    },
  };
}

/** Loads what every page of the sign-in needs. From then on, the pages count as loaded. */
async function loadFirst(pages: PagesHandler, parts: ServerParts<Route>): Promise<void> {
  loadRenderer();
  await visitPage('/device', pages, parts).catch(warnOfLoading);
}

/** Loads the account and the administration, when it is a page's turn (decision 001). Nobody waits for it. */
async function loadRest(parts: ServerParts<Route>): Promise<void> {
  try {
    for (const path of ['/account', '/admin']) await turns.run('browser', () => visitPage(path, parts.pages, parts));
    await readNumbers();
  } catch (error) {
    warnOfLoading(error);
  }
}

/**
 * Runs the statements of the overview once. It is done as of a minute ago: numbers are kept for some seconds, and would
 * hide what happens right after the start.
 */
async function readNumbers(): Promise<void> {
  const place = { endpoint: 'load-ahead', clientAddress: '' };
  const context = await createContext(place.endpoint, place);
  await readOverview({ ...context, now: new Date(context.now.getTime() - 60_000) }, '7d');
}

function warnOfLoading(error: unknown): void {
  getRuntime().log.logger.warn({ err: error }, 'pages could not be loaded ahead');
}

/** Serves the endpoints with an alias, to clients that present a certificate (RFC 8705 §5), and nothing else. */
function createMtlsServer(parts: ServerParts<Route>, { certFile, keyFile, caFile }: ListenerSource) {
  return createTwoLaneServer({
    ...parts,
    fastLane: true,
    tls: {
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      // Without authorities of its own, the server would take those that browsers trust.
      ca: caFile === null ? [] : readFileSync(caFile),
    },
  });
}

async function loadPages(): Promise<PagesHandler> {
  const { settings } = getRuntime();
  const { default: next } = await import('next');
  // Next would answer upgrades to other protocols on the server it knows: it gets one that never listens.
  const app = next({
    dev: false,
    dir: process.cwd(),
    hostname: settings.host,
    port: settings.port,
    httpServer: createServer(),
  });
  await app.prepare();
  return app.getRequestHandler();
}
