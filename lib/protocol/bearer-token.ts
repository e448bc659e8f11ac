import { parseParameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { invalidRequest, invalidToken } from './oauth-error';
import { isForm } from './read-form';

const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * The bearer token of a request, from the Authorization header or a form body; never from the query (RFC 6750 §2).
 * @returns null if there is none
 * @throws invalid_request if it comes in two places; invalid_token for a malformed one
 */
export function readBearerToken(request: HttpRequest): string | null {
  const fromHeader = readHeader(request.headers.authorization);
  const fromBody = request.method === 'POST' && isForm(request) ? readBody(request.body) : null;
  if (fromHeader !== null && fromBody !== null) throw invalidRequest('token_sent_twice');
  return fromHeader ?? fromBody;
}

function readHeader(header: string | undefined): string | null {
  const match = /^bearer (.*)$/i.exec(header ?? '');
  if (match === null) return null;
  const token = match[1] ?? '';
  if (!b64token.test(token)) throw invalidToken('token_malformed');
  return token;
}

function readBody(body: string): string | null {
  const parameters = parseParameters(body);
  if (parameters === null || parameters.repeated.has('access_token')) throw invalidRequest('body_malformed');
  return parameters.values.get('access_token') ?? null;
}
