import { decodeUtf8 } from '#lib/http/read-body';
import { responseStorage } from '#lib/http/response-storage';
import type { HttpRequest, HttpResponse } from '#lib/http/types';

/**
 * Converts a request of Next to the form that handlers use.
 * @returns null if the body is not UTF-8
 */
export async function toHttpRequest(request: Request, clientAddress: string): Promise<HttpRequest | null> {
  const body = decodeUtf8(request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer()));
  if (body === null) return null;
  const address = addressOf(request);
  return {
    method: request.method,
    path: address?.[1] ?? '/',
    query: address?.[2] ?? '',
    headers: plainHeaders(request.headers),
    body,
    clientAddress,
  };
}

function addressOf({ url }: Request): RegExpExecArray | null {
  return /^[a-z]+:\/\/[^/?]*([^?#]*)(?:\?([^#]*))?/.exec(url);
}

/** Behind our server, Next itself added any x-forwarded-… headers, after the server removed those of the caller. */
function plainHeaders(headers: Headers): Record<string, string> {
  const served = responseStorage().getStore() !== undefined;
  const kept = [...headers].filter(([name]) => !served || !name.startsWith('x-forwarded-'));
  return Object.fromEntries(kept);
}

/** Converts the response of a handler to the form that Next sends. */
export function toNextResponse(response: HttpResponse): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one);
  }
  const empty = response.status === 204 || response.status === 304 || response.body === '';
  return new Response(empty ? null : response.body, { status: response.status, headers });
}
