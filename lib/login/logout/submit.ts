import type { Context } from '#lib/context';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { plainRequest } from '#lib/protocol/end-session/end-session-request';
import { selectSessions } from '#lib/protocol/end-session/select-sessions';
import { signOutBrowser } from '#lib/protocol/end-session/signed-out';
import { readAskedLocale } from '#lib/protocol/read-locale';
import { verifyCsrf } from '#lib/sessions/csrf';
import { readSessions } from '../current-session';
import { problemPage } from '../problem-page';
import { type PostedForm, readPostedForm } from '../read-form';
import { respondProblem } from '../respond';
import { logoutPurpose, openLogoutRequest } from './read';

const decisions: ReadonlySet<string> = new Set(['sign_out', 'sign_out_all']);
const ticked: ReadonlySet<string> = new Set(['account']);

/**
 * POST /logout/submit: ends sessions of this browser everywhere at once. It ends the selected ones. With
 * `sign_out_all`, or from a page without checkboxes, it ends all that the page showed. After a request at the end
 * session endpoint, it continues to the client's registered address.
 */
export async function handleLogoutSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context, ticked);
  if (form.page === 'problem') return respondProblem(form);
  const decision = form.values.get('decision') ?? '';
  if (!decisions.has(decision)) return respondProblem(problemPage(400, 'invalid_request', context));
  const { settings } = context;
  const browser = await readSessions(form.cookieHeader, context);
  const { browserId } = browser;
  if (browserId === null) return seeOther(`${settings.issuer}/logout?done=1`);
  const token = form.values.get('csrf') ?? '';
  if (!verifyCsrf(settings.secret, { handle: browserId }, logoutPurpose, token)) {
    return respondProblem(problemPage(403, 'forbidden_origin', context));
  }
  const carried = form.values.get('request') ?? null;
  const asked = openLogoutRequest(carried, browserId, context) ?? plainRequest;
  const shown = selectSessions(asked, browser, context).map(({ sid }) => sid);
  const selected = decision === 'sign_out' && form.values.has('choose') ? shown.filter(isIn(form)) : shown;
  if (selected.length === 0 && shown.length > 0) return retryLink(carried, context);
  // If all were shown and selected, all are ended, including one that another tab started in the meantime.
  const sids = selected.length === browser.sessions.length ? null : selected;
  const signedIn = { ...browser, browserId };
  const uiLocales = await readAskedLocale({ ...request, uiLocales: asked.uiLocales }, context);
  const { cookieHeader, clientAddress } = form;
  const signOut = { browser: signedIn, sids, request: { ...asked, uiLocales }, cookieHeader, clientAddress };
  return signOutBrowser(signOut, context);
}

function isIn({ lists }: PostedForm) {
  const accounts = new Set(lists.get('account'));
  return (sid: string) => accounts.has(sid);
}

function retryLink(request: string | null, { settings }: Context): HttpResponse {
  const query = new URLSearchParams({ ...(request !== null && { request }), problem: 'nothing_selected' });
  return seeOther(`${settings.issuer}/logout?${query}`);
}
