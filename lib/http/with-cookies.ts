import type { HttpResponse } from './types';

/** Adds Set-Cookie values to an answer that may have some of its own. */
export function withCookies(response: HttpResponse, cookies: readonly string[]): HttpResponse {
  if (cookies.length === 0) return response;
  const own = response.headers['set-cookie'] ?? [];
  const all = [...(typeof own === 'string' ? [own] : own), ...cookies];
  return { ...response, headers: { ...response.headers, 'set-cookie': all } };
}
