import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { readBrowser } from '#lib/sessions/read-browser';
import { checkEndSession } from './end-session/check-request';
import { type EndSessionRequest, endSessionRequest } from './end-session/end-session-request';
import { openRecord, sealRecord } from './end-session/sealed-record';
import { continueSignOut, languageQuery, signOutBrowser } from './end-session/signed-out';
import { hintedPerson } from './hinted-person';
import { invalidRequest, isOAuthError } from './oauth-error';
import { isForm } from './read-form';
import { readAskedLocale } from './read-locale';
import { refusalPage } from './refusal-page';

/**
 * The end session endpoint (OpenID Connect RP-Initiated Logout §2), GET and form POST. A request with an ID token of a
 * session in this browser signs that session out immediately. For all other requests, the person is asked first. A
 * mistake of a client never prevents a person from signing out, and never leads anywhere except to our own page.
 */
export async function handleEndSession(request: HttpRequest, context: Context): Promise<HttpResponse> {
  try {
    const received = readEndSession(request, context);
    const { uiLocales } = received;
    // When the session has ended, the person's language is no longer known.
    const asked = { ...received, uiLocales: await readAskedLocale({ ...request, uiLocales }, context) };
    const browser = await readSessions(request.headers.cookie, context);
    const { browserId } = browser;
    if (browserId === null && request.method === 'POST') return comeAgain(asked, context);
    const proved = findProved(asked, browser, context);
    const cookieHeader = request.headers.cookie;
    if (browserId !== null && proved !== null) {
      const signedIn = { ...browser, browserId };
      const { clientAddress } = request;
      const signOut = { browser: signedIn, sids: [proved.sid], request: asked, cookieHeader, clientAddress };
      return await signOutBrowser(signOut, context);
    }
    if (browserId !== null && browser.sessions.length > 0) return askFirst(asked, browserId, context);
    return await continueSignOut(
      { ...asked, sids: [], providers: [], automatic: asked.proof !== null },
      cookieHeader,
      context,
    );
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return refusalPage(error, { request }, context);
  }
}

/**
 * Reads query and body together, so that a parameter that is in both counts as repeated. Or reads the record of a POST.
 */
function readEndSession(request: HttpRequest, context: Context): EndSessionRequest {
  if (request.method === 'POST' && !isForm(request)) throw invalidRequest('body_not_form');
  const texts = request.method === 'POST' ? [request.query, request.body] : [request.query];
  const parameters = parseParameters(texts.filter(Boolean).join('&'));
  if (parameters === null) throw invalidRequest('parameters_malformed');
  const posted = parameters.values.get('posted');
  if (posted === undefined) return checkEndSession(parameters, context);
  const opened = openRecord(posted, endSessionRequest, { purpose: 'posted', browser: '' }, context);
  if (opened === null) throw invalidRequest('sign_out_expired');
  return opened;
}

/**
 * A POST from a client's page has none of our cookies (SameSite=Lax). Only the GET that follows shows whether anyone is
 * signed in.
 */
function comeAgain(asked: EndSessionRequest, context: Context): HttpResponse {
  const posted = sealRecord(asked, { purpose: 'posted', browser: '' }, context);
  return seeOther(`${context.settings.issuer}/connect/endsession?posted=${posted}`);
}

function readSessions(cookieHeader: string | undefined, context: Context): Promise<BrowserState> {
  const { db, settings, snapshot, now } = context;
  return readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
}

/**
 * The session of this browser that the ID token belongs to, found by its sid. A token without a sid counts for its
 * person (§4).
 */
function findProved(
  { proof }: EndSessionRequest,
  { sessions }: BrowserState,
  context: Context,
): SessionWithUser | null {
  if (proof === null) return null;
  const client = context.snapshot.clients.get(proof.clientId);
  if (client === undefined) return null;
  const person = hintedPerson(proof.sub, client, sessions, context);
  const found = sessions.find(({ sid, sub }) => sub === person && (proof.sid === null || sid === proof.sid));
  return found ?? null;
}

/**
 * §2, §6: without a proof, the person decides. A token of another session proves nothing, and names the client as
 * client_id does, so its registered redirect is kept.
 */
function askFirst(asked: EndSessionRequest, browserId: string, context: Context): HttpResponse {
  const { issuer } = context.settings;
  const carried = { ...asked, proof: null };
  const { postLogout, clientId, logoutHint, uiLocales, problem } = carried;
  if (postLogout === null && clientId === null && logoutHint === null && uiLocales === null && problem === null) {
    return seeOther(`${issuer}/logout`);
  }
  const sealed = sealRecord(carried, { purpose: 'confirm', browser: browserId }, context);
  return seeOther(`${issuer}/logout?request=${sealed}${languageQuery(uiLocales)}`);
}
