import { problemHtml } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import type { OpenInteraction } from './load-interaction';
import type { ProblemPage } from './page-models';

export { withCookies } from '#lib/http/with-cookies';

/** Answers a form with a page that says what is wrong. */
export function respondProblem(problem: ProblemPage, retryAfterSeconds?: number): HttpResponse {
  const response = problemHtml(problem);
  if (retryAfterSeconds === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(retryAfterSeconds) } };
}

/** Leads on to a page of the same interaction (post, redirect, get). */
export function toPage(
  page: 'login' | 'signup' | 'realm' | 'federation' | 'consent' | 'device',
  { handle }: Pick<OpenInteraction, 'handle'>,
  { settings }: Context,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  return seeOther(`${settings.issuer}/${page}?interaction=${handle}`, headers);
}
