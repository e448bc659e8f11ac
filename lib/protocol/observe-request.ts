import type { ServedRequest } from '#lib/http/server';
import type { Logger } from '#lib/log/log';
import { countRequest } from '#lib/metrics/metrics';
import type { Telemetry } from '#lib/telemetry/telemetry';

/** The first parts of paths that Next answers. All other paths are counted together. */
const areas: ReadonlySet<string> = new Set([
  '_next',
  '_signet',
  'account',
  'admin',
  'api',
  'consent',
  'demo',
  'device',
  'docs',
  'error',
  'federation',
  'login',
  'logout',
  'outbox',
  'realm',
  'setup',
  'signup',
]);

/** Requested every few seconds by machines, or loaded with a page. They are logged only if something went wrong. */
const quiet: ReadonlySet<string> = new Set(['/health', '/health/live', '/metrics', '/_next', '/_signet']);

const longestPath = 200;

/**
 * Counts an answered request and writes its log line, never with its query, body or cookies.
 * @param recordRequest creates its span; null if tracing is off
 */
export function observeRequest(served: ServedRequest, log: Logger, recordRequest: Telemetry['recordRequest']): void {
  const { incoming, status, durationMs, endpoint, report } = served;
  const name = endpoint ?? areaOf(incoming.path);
  const outcome = report.outcome ?? outcomeOf(status);
  countRequest(name, outcome, durationMs / 1000);
  const line = {
    requestId: incoming.requestId,
    method: incoming.method,
    path: incoming.path.slice(0, longestPath),
    status,
    ms: Math.round(durationMs * 10) / 10,
    address: incoming.clientAddress,
    outcome,
    ...(report.clientId === undefined ? {} : { clientId: report.clientId }),
  };
  if (quiet.has(name) && status < 400) {
    log.debug(line, 'request');
    return;
  }
  log.info(line, 'request');
  recordRequest?.(served, { endpoint: name, outcome });
}

/** A name from a closed set for paths outside the route table. */
export function areaOf(path: string): string {
  const [, first = ''] = path.split('/', 2);
  return areas.has(first) ? `/${first}` : 'other';
}

function outcomeOf(status: number): string {
  if (status < 300) return 'ok';
  if (status < 400) return 'redirect';
  return status < 500 ? 'refused' : 'failed';
}
