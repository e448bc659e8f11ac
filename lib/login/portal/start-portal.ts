import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { createInteraction } from '#lib/interactions/interaction-store';
import { reserveRequest } from '#lib/protocol/limit-requests';
import { signInLimit } from '#lib/protocol/sign-in-limit';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { readSessions } from '../current-session';
import { problemPage } from '../problem-page';
import { respondProblem } from '../respond';
import { toArea } from './area-address';

/**
 * GET of an area's sign-in address: leads to the login page, and from there to the requested page. A person who is
 * signed in goes there at once, unless they have to authenticate again.
 */
export async function handlePortalStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { db, settings, now } = context;
  const values = parseParameters(request.query)?.values;
  const area = toArea(values?.get('to'), request.path);
  const again = values?.get('again') === '1';
  const cookieHeader = request.headers.cookie;
  const { current } = await readSessions(cookieHeader, context);
  if (current !== null && !again) return seeOther(`${settings.issuer}${area}`);
  const wait = current === null ? await reserveRequest(signInLimit, request.clientAddress, context) : null;
  if (wait !== null) return respondProblem(problemPage(429, 'too_many_requests', context), wait);
  const binding = bindBrowser(cookieHeader, settings);
  const handle = await createInteraction(db, { kind: 'portal', area, again }, binding.hash, now);
  return seeOther(`${settings.issuer}/login?interaction=${handle}`, { 'set-cookie': binding.setCookie });
}
