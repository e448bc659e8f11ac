import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/singleton';
import type { RequestReport } from './types';

/**
 * Holds the response while Next answers. Pages set its status through it. If it is present, the request came through
 * our server.
 */
export function responseStorage(): AsyncLocalStorage<ServerResponse> {
  return singleton('response', () => new AsyncLocalStorage<ServerResponse>());
}

/**
 * The reports of pages and handlers behind Next, for the log line that the server writes at the end. A response without
 * a report is Next's own.
 */
export function responseReports(): WeakMap<ServerResponse, RequestReport> {
  return singleton('response-reports', () => new WeakMap<ServerResponse, RequestReport>());
}

/** Headers that our server sets for the code behind Next. Incoming headers with these names are removed. */
export const internalHeaders = {
  clientAddress: 'x-signet-client-address',
  requestId: 'x-signet-request-id',
  path: 'x-signet-path',
  /** Present at the mTLS origin: see readMtlsFacts(). */
  mtls: 'x-signet-mtls',
  /** Present if the caller is on this machine: see isLocalCaller(). */
  local: 'x-signet-local',
} as const;

/** The ID of the current request behind Next. Undefined outside a request. */
export function currentRequestId(): string | undefined {
  const id = responseStorage().getStore()?.req.headers[internalHeaders.requestId];
  return typeof id === 'string' ? id : undefined;
}
