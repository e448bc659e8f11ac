import { problemHtml } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import type { OpenInteraction } from './load-interaction';
import type { ProblemPage } from './page-models';

/** Answers a form with a page that says what is wrong. */
export function respondProblem(problem: ProblemPage, retryAfterSeconds?: number): HttpResponse {
  const response = problemHtml(problem);
  if (retryAfterSeconds === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(retryAfterSeconds) } };
}

/** Leads on to a page of the same interaction (post, redirect, get). */
export function toPage(
  page: 'login' | 'consent',
  { handle }: Pick<OpenInteraction, 'handle'>,
  { settings }: Context,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  return seeOther(`${settings.issuer}/${page}?interaction=${handle}`, headers);
}

/** Adds cookies to an answer that may have some of its own. */
export function withCookies(response: HttpResponse, cookies: readonly string[]): HttpResponse {
  if (cookies.length === 0) return response;
  const own = response.headers['set-cookie'] ?? [];
  const all = [...(typeof own === 'string' ? [own] : own), ...cookies];
  return { ...response, headers: { ...response.headers, 'set-cookie': all } };
}
