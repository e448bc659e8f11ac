import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import { plainRequest } from '#lib/protocol/end-session/end-session-request';
import { selectSessions } from '#lib/protocol/end-session/select-sessions';
import { signOutBrowser } from '#lib/protocol/end-session/signed-out';
import { readAskedLocale } from '#lib/protocol/read-locale';
import { verifyCsrf } from '#lib/sessions/csrf';
import { readSessions } from './current-session';
import { problemPage } from './load-interaction';
import { readPostedForm } from './read-form';
import { logoutPurpose, openLogoutRequest } from './read-logout-page';
import { respondProblem } from './respond';

/**
 * POST /logout/submit: ends the sessions of this browser, everywhere at once: those the page showed. With what a client
 * asked for at the end session endpoint it goes on from there to the client's registered address.
 */
export async function handleLogoutSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  if (form.values.get('decision') !== 'sign_out') return respondProblem(problemPage(400, 'invalid_request', context));
  const { settings } = context;
  const browser = await readSessions(form.cookieHeader, context);
  const { browserId } = browser;
  if (browserId === null) return seeOther(`${settings.issuer}/logout?done=1`);
  const token = form.values.get('csrf') ?? '';
  if (!verifyCsrf(settings.secret, { handle: browserId }, logoutPurpose, token)) {
    return respondProblem(problemPage(403, 'forbidden_origin', context));
  }
  const asked = openLogoutRequest(form.values.get('request') ?? null, browserId, context) ?? plainRequest;
  const selected = selectSessions(asked, browser).map(({ sid }) => sid);
  // All of them in any case when all were shown: also one that was opened in another tab meanwhile.
  const sids = selected.length === browser.sessions.length ? null : selected;
  const signedIn = { ...browser, browserId };
  const uiLocales = await readAskedLocale({ ...request, uiLocales: asked.uiLocales }, context);
  const { cookieHeader } = form;
  return signOutBrowser({ browser: signedIn, sids, request: { ...asked, uiLocales }, cookieHeader }, context);
}
