import { responseReports, responseStorage } from '#lib/http/response-storage';

/**
 * Sets the status of the page that is being rendered; Next itself only supports 200 and 404. To be called before
 * anything is streamed: in the page, with no Suspense above it. It has no effect without our server.
 */
export function setStatus(status: number): void {
  const response = responseStorage().getStore();
  if (response === undefined || response.headersSent) return;
  response.statusCode = status;
  // Such a page is a failure in words; one that fails while it says something else is not.
  if (status === 500) responseReports().set(response, {});
  // RFC 9110 §10.2.3: an outage says when to try again.
  if (status === 503) response.setHeader('retry-after', '1');
}
