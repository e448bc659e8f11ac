import { responseReports, responseStorage } from '#lib/http/response-storage';

/**
 * Sets the status of the page that is being rendered. Next itself supports only 200 and 404. Call it before anything is
 * streamed: in the page, with no Suspense above it. It has no effect without our server.
 */
export function setStatus(status: number): void {
  const response = responseStorage().getStore();
  if (response === undefined || response.headersSent) return;
  response.statusCode = status;
  // A page with this status has its own text, so it is not replaced like a page that failed while it was rendered.
  if (status === 500) responseReports().set(response, {});
  // RFC 9110 §10.2.3: an outage says when to try again.
  if (status === 503) response.setHeader('retry-after', '1');
}
