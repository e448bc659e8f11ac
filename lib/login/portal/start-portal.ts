import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { toArea } from '#lib/interactions/area-address';
import type { Waiting } from '#lib/interactions/interaction';
import { createInteraction } from '#lib/interactions/interaction-store';
import { missingFactor } from '#lib/interactions/next-step';
import { reserveRequest } from '#lib/protocol/limit-requests';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import { signInLimit } from '#lib/protocol/sign-in-limit';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { readSessions } from '../current-session';
import { problemPage } from '../problem-page';
import { respondProblem } from '../respond';

/** Longer than a page seals, in characters. */
const maximumTyped = 8000;

/**
 * GET of an area's sign-in address: leads to the login page, and from there to the requested page. A person who is
 * signed in goes there at once, unless they have to authenticate again (`again`), need a second factor if they have one
 * (`factors`), or want to choose an account (`choose`). The `answer`, which the page itself sealed, comes back to it.
 */
export async function handlePortalStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { settings } = context;
  const values = parseParameters(request.query)?.values;
  const area = toArea(values?.get('to'), request.path);
  const asks = (name: string) => values?.get(name) === '1';
  const { current } = await readSessions(request.headers.cookie, context);
  const [again, changesFactors] = [asks('again'), asks('factors')];
  const required = portalSignIn({ area, again, changesFactors }, context);
  const isEnough = current !== null && !again && missingFactor(required, current, context.now) === null;
  if (isEnough && !asks('choose')) return seeOther(`${settings.issuer}${area}`);
  const wait = current === null ? await reserveRequest(signInLimit, request.clientAddress, context) : null;
  if (wait !== null) return respondProblem(problemPage(429, 'too_many_requests', context), wait);
  const waiting = { area, again, changesFactors, typed: values?.get('answer')?.slice(0, maximumTyped) ?? null };
  return beginPortalSignIn(waiting, request.headers.cookie, context, asks('choose') ? '&account=choose' : '');
}

/** Leads to the login page, and from there to a page of the portal. @param query what the login page is told more */
export async function beginPortalSignIn(
  waiting: Omit<Extract<Waiting, { kind: 'portal' }>, 'kind'>,
  cookieHeader: string | undefined,
  { db, settings, now }: Context,
  query = '',
): Promise<HttpResponse> {
  const binding = bindBrowser(cookieHeader, settings);
  const handle = await createInteraction(db, { kind: 'portal', ...waiting }, binding.hash, now);
  return seeOther(`${settings.issuer}/login?interaction=${handle}${query}`, { 'set-cookie': binding.setCookie });
}
