import type { Context } from '#lib/context';
import { problemHtml } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { type Note, noteProgress } from '#lib/interactions/interaction-store';
import type { OpenInteraction } from './load-interaction';
import { type Answered, openProblem, type ProblemPage } from './problem-page';

export { withCookies } from '#lib/http/respond';

/** Answers a form with a problem page. */
export function respondProblem(problem: ProblemPage | Answered, retryAfterSeconds?: number): HttpResponse {
  if ('firstAnswer' in problem) return problem.firstAnswer;
  const response = problemHtml(problem);
  if (retryAfterSeconds === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(retryAfterSeconds) } };
}

/** Answers a form of an interaction with a problem page in its look. */
export function refuseForm(
  open: Pick<OpenInteraction, 'client' | 'frame'>,
  page: Parameters<typeof openProblem>[1],
  context: Context,
  retryAfterSeconds?: number,
): HttpResponse {
  return respondProblem(openProblem(open, page, context), retryAfterSeconds);
}

type Page =
  | 'login'
  | 'login/access'
  | 'login/code'
  | 'login/factor'
  | 'login/enrol'
  | 'signup'
  | 'signup/code'
  | 'realm'
  | 'federation'
  | 'consent'
  | 'device';

/** No address is longer. */
const maximumName = 254;

/**
 * Redirects to a page that shows the problem or the typed values. They are stored with the interaction, but passwords
 * never are.
 */
export async function toPageWith(
  note: Note,
  page: Page,
  open: Pick<OpenInteraction, 'handle' | 'interaction'>,
  context: Context,
  query: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const { username, ...rest } = note;
  const kept = username === undefined ? rest : { ...rest, username: username.slice(0, maximumName) };
  await noteProgress(context.db, open.interaction.hash, kept);
  return toPage(page, open, context, query);
}

/**
 * Tells log, metrics and traces that a proof was refused: the redirect to the page that says so looks like any other.
 * @param outcome a word from a closed set
 */
export async function asRefused(outcome: string, response: Promise<HttpResponse>): Promise<HttpResponse> {
  return { ...(await response), report: { outcome } };
}

/** Redirects to a page of the same interaction (post, redirect, get). */
export function toPage(
  page: Page,
  { handle }: Pick<OpenInteraction, 'handle'>,
  { settings }: Context,
  query: Readonly<Record<string, string>> = {},
): HttpResponse {
  return seeOther(`${settings.issuer}/${page}?${new URLSearchParams({ interaction: handle, ...query })}`);
}
