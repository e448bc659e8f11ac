import { type Asker, refuseOrigin } from './problem';
import type { HttpResponse } from './types';
import type { Visit } from './visit';

/**
 * Refuses what Next would take for a call of a Server Action from another site: with the header `next-action` or as
 * a multipart form. Next refuses it as well, but with 500. A call without Origin goes on to the guard of each action.
 * @param issuer the origin that our own pages have
 * @returns null when the request may go on
 */
export function refuseForeignAction({ method, request }: Visit, asker: Asker, issuer: string): HttpResponse | null {
  const { origin } = request.headers;
  if (method !== 'POST' || origin === undefined || origin === issuer) return null;
  const isMultipart = /^\s*multipart\/form-data/i.test(request.headers['content-type'] ?? '');
  const isAction = isMultipart || request.headers['next-action'] !== undefined;
  return isAction ? refuseOrigin(asker) : null;
}
