import { parseParameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { PresentedToken } from './dpop/check-possession';
import { invalidRequest, invalidToken } from './oauth-error';
import { isForm } from './read-form';

const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * The bearer token of a request, from the Authorization header or a form body. Never from the query (RFC 6750 §2).
 * @returns null if there is none
 * @throws invalid_request if it is in two places; invalid_token for a malformed one
 */
export function readBearerToken(request: HttpRequest): string | null {
  const presented = readPresentedToken(request);
  return presented?.scheme === 'Bearer' ? presented.value : null;
}

/**
 * The access token of a request, as a bearer token or with the scheme DPoP (RFC 9449 §7.1).
 * @returns null if there is none
 * @throws as readBearerToken()
 */
export function readPresentedToken(request: HttpRequest): PresentedToken | null {
  const fromHeader = readHeader(request.headers.authorization);
  const fromBody = request.method === 'POST' && isForm(request) ? readBody(request.body) : null;
  if (fromHeader !== null && fromBody !== null) throw invalidRequest('token_sent_twice');
  return fromHeader ?? (fromBody === null ? null : { scheme: 'Bearer', value: fromBody });
}

function readHeader(header: string | undefined): PresentedToken | null {
  const match = /^(bearer|dpop) +([^ ].*)?$/is.exec(header ?? '');
  if (match === null) return null;
  const [, scheme = '', value = ''] = match;
  if (!b64token.test(value)) throw invalidToken('token_malformed');
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', value };
}

function readBody(body: string): string | null {
  const parameters = parseParameters(body);
  if (parameters === null || parameters.repeated.has('access_token')) throw invalidRequest('body_malformed');
  return parameters.values.get('access_token') ?? null;
}
