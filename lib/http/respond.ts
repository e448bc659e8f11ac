import type { HttpResponse } from './types';

/** No cache may store personal data (OAuth 2.1 §3.2.3). */
export const noStore = { 'cache-control': 'no-store, no-cache, max-age=0', pragma: 'no-cache' } as const;

/** A JSON response that no cache stores. */
export function json(status: number, body: unknown, headers: HttpResponse['headers'] = {}): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...noStore, ...headers },
    body: JSON.stringify(body),
  };
}

/**
 * The only kind of redirect: 303, so that no browser repeats a POST with its body at the target (RFC 9700 §4.12).
 * @throws if the address contains a character that is not allowed in an address
 */
export function seeOther(location: string, headers: HttpResponse['headers'] = {}): HttpResponse {
  if (!/^[\x21-\x7e]+$/.test(location)) throw new Error('a redirect leads to what is no address');
  return { status: 303, headers: { location, ...noStore, 'referrer-policy': 'no-referrer', ...headers }, body: '' };
}

/** Adds Set-Cookie values to a response that may already have some. */
export function withCookies(response: HttpResponse, cookies: readonly string[]): HttpResponse {
  if (cookies.length === 0) return response;
  const own = response.headers['set-cookie'] ?? [];
  const all = [...cookies, ...(typeof own === 'string' ? [own] : own)];
  return { ...response, headers: { ...response.headers, 'set-cookie': all } };
}

/**
 * A WWW-Authenticate value (RFC 9110 §11.6.1): a scheme and its parameters, each as a quoted string.
 * @param parameters in order; characters that are not allowed in a header are left out
 */
export function challenge(scheme: 'Basic' | 'Bearer' | 'DPoP', parameters: Readonly<Record<string, string>>): string {
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${quote(value)}"`);
  return `${scheme} ${written.join(', ')}`;
}

/** The content of a quoted string (RFC 9110 §5.6.4). */
function quote(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&');
}

/**
 * Whether If-None-Match names this tag, so that the answer to a read is 304 (RFC 9110 §13.1.2). It holds `*`, which is
 * any tag, or a list. Tags are compared weakly, because a proxy that compresses an answer makes its tag weak.
 * @param condition the value of the header
 * @param etag with its quotation marks, weak or strong
 */
export function namesTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const tags = condition.split(',').map((tag) => opaque(tag.trim()));
  return tags.includes('*') || tags.includes(opaque(etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
