import type { Context } from '#lib/context';
import { run } from '#lib/db/run';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import { type Parameters, parseParameters } from '#lib/http/form';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { newInteraction, storedBytes } from '#lib/interactions/interaction-store';
import { pickSession } from '#lib/interactions/pick-session';
import { pushedInteraction } from '#lib/interactions/pushed-request-store';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { type Caller, callerOf } from '#lib/sessions/caller';
import { readBrowser } from '#lib/sessions/read-browser';
import { refreshStateCookie } from '#lib/sessions/state-cookie';
import { allowAll } from './authorize/asked-claims';
import { completeAuthorization } from './authorize/complete';
import { decide } from './authorize/decide';
import { loadRequest } from './authorize/load-request';
import { type PushedReference, reopenPushed, spendPushed, unknownRequest } from './authorize/pushed-request';
import { checkForm, type RequestForm } from './authorize/request-form';
import { respondError } from './authorize/respond';
import { sessionState } from './authorize/session-state';
import { resolveRedirect, type TrustedRedirect } from './authorize/trusted-redirect';
import { validateRequest } from './authorize/validate-request';
import { admitDocument } from './documents/admit-document';
import { hintedPerson } from './hinted-person';
import { signInLimit, storeLimited } from './limit-requests';
import {
  accessDenied,
  consentRequired,
  invalidRequest,
  isOAuthError,
  loginRequired,
  type OAuthError,
  refusal,
} from './oauth-error';
import { isForm } from './read-form';
import { recordDenial } from './record-denial';
import { refusalPage } from './refusal-page';
import { requiredSignIn } from './required-sign-in';
import { unpushedMode } from './response-modes/choose-mode';

/**
 * The authorization endpoint (OpenID Connect Core §3.1.2), GET and form POST. Before client and redirect URI are
 * resolved, errors are shown on our own page. After that, every error goes to the redirect URI.
 */
export async function handleAuthorize(request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (request.method === 'POST' && !isForm(request))
    return refusalPage(invalidRequest('body_not_form'), { request, status: 415 }, context);
  // Query and body together, so that a parameter that is in both counts as repeated (RFC 6749 §3.1).
  const texts = request.method === 'POST' ? [request.query, request.body] : [request.query];
  const query = texts.filter(Boolean).join('&');
  const parameters = parseParameters(query);
  if (parameters === null) return refusalPage(invalidRequest('parameters_malformed'), { request }, context);
  const met = await admitDocument({ parameters, query, request }, context);
  if ('response' in met) return met.response;
  return answerAuthorization({ parameters, request, signedIn: null }, met.context);
}

/**
 * A request for the authorization endpoint. Either it has just arrived, or its client became known after a person
 * signed in.
 */
type ArrivedRequest = {
  readonly parameters: Parameters;
  readonly request: Pick<HttpRequest, 'headers' | 'clientAddress'>;
  /** The session of that person, and when the request arrived. Null for a request that arrives now. */
  readonly signedIn: { readonly session: SessionWithUser; readonly startedAt: Date } | null;
};

/** Answers a request. Its client, if there is one, must be resolved. */
export async function answerAuthorization(
  { parameters: sent, request, signedIn }: ArrivedRequest,
  context: Context,
): Promise<HttpResponse> {
  const submitted = await loadRequest(sent, context, signedIn?.startedAt);
  if ('problem' in submitted) {
    const reopened = await reopenPushed(sent, request.headers.cookie, context);
    return reopened ?? refusalPage(submitted.error, { ...submitted, request }, context);
  }
  const { parameters, pushed, wasSigned, refused } = submitted;
  const resolved = resolveRedirect(parameters, context);
  if ('problem' in resolved) {
    const { problem, error } = refused === null ? resolved : { problem: 'invalid_request' as const, error: refused };
    return refusalPage(error, { problem, request }, context);
  }
  const { db, settings, snapshot, now } = context;
  const cookieHeader = request.headers.cookie;
  const read = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  // The new session is not in the cookies of the form that started it.
  const browser = signedIn === null ? read : { ...read, sessions: [signedIn.session], current: signedIn.session };
  // The sign-in has just set this cookie.
  const cookies = signedIn === null ? refreshStateCookie(cookieHeader, browser, settings) : [];
  try {
    if (refused !== null) throw refused;
    const form = { wasPushed: pushed !== null, wasSigned };
    checkForm(resolved.client, form);
    const authorization = validateRequest(parameters, resolved, context);
    const startedAt = signedIn?.startedAt ?? null;
    const sender = { browser, caller: callerOf(request), form, startedAt, pushed };
    const response = await proceed(authorization, resolved, sender, context);
    if (response === 'access_ended') {
      const arrived = { parameters: sent, request, signedIn };
      return answerAuthorization(arrived, { ...context, snapshot: await context.refreshConfiguration() });
    }
    return response === 'used' ? usedPage(request, context) : withCookies(response, cookies);
  } catch (error) {
    // A redirect loop between this server and the client would never end, so a page stops it.
    if (isOAuthError(error) && error.retry?.status === 429) {
      return refusalPage(error, { request, status: 429, problem: 'too_many_requests' }, context);
    }
    if ((await run(db, spendPushed(pushed, now))) !== null) return usedPage(request, context);
    const isOpenid = parameters.values.get('scope')?.split(' ').includes('openid') ?? false;
    const { client, redirectUri } = resolved;
    const state = sessionState({ clientId: client.clientId, redirectUri, isOpenid }, browser.current?.sid ?? null);
    const answer = toOAuthError(error, context);
    const isUnpushed = answer.rule === 'push_required';
    const responseMode = isUnpushed ? unpushedMode(resolved.responseMode, parameters) : resolved.responseMode;
    const target = { ...resolved, responseMode, isFramed: request.headers['sec-fetch-dest'] === 'iframe' };
    return withCookies(await respondError(target, answer, context, state), cookies);
  }
}

/** Another browser or tab has already got the answer. */
function usedPage(request: ArrivedRequest['request'], context: Context): Promise<HttpResponse> {
  const used = unknownRequest();
  return refusalPage(used.error, { ...used, request }, context);
}

type Sender = {
  readonly browser: BrowserState;
  readonly caller: Caller;
  readonly form: RequestForm;
  /** When the request arrived. Null if it arrives now. */
  readonly startedAt: Date | null;
  readonly pushed: PushedReference | null;
};

async function proceed(
  request: AuthorizationRequest,
  trusted: TrustedRedirect,
  { browser, caller, form, startedAt, pushed }: Sender,
  context: Context,
): Promise<HttpResponse | 'used' | 'access_ended'> {
  const { db, settings, now } = context;
  const { client } = trusted;
  const hintSub = hintedPerson(request.hintSub, client, browser.sessions, context);
  const session = pickSession({ ...request, hintSub, chosenSid: null, startedAt }, browser);
  const required = requiredSignIn(request, client, context);
  const next = await decide({ request, client, required, session, startedAt }, context);
  if (next.step === 'complete' && session !== null) {
    const to = { ...trusted, acrValues: request.acrValues };
    const allowed = allowAll(request, to.client, context.snapshot);
    const { consent } = next;
    const written = { interaction: null, spending: spendPushed(pushed, now) };
    const completion = { request, to, session, caller, allowed, consent, ...written };
    const response = await completeAuthorization(completion, context);
    if (response === 'finished') return 'used';
    if (response === 'signed_out') throw loginRequired('session_ended');
    if (response === 'consent_withdrawn') throw consentRequired('consent_needed');
    if (isOAuthError(response)) throw response;
    return response;
  }
  const isSilent = request.prompt.has('none');
  if (next.step === 'access' && session !== null) {
    const via = isSilent ? 'prompt_none' : 'page';
    await recordDenial({ person: session.user, client, address: caller.clientAddress, via }, context);
  }
  if (isSilent) throw interactionNeeded(next.step, session?.sub);
  const binding = bindBrowser(caller.cookieHeader, settings);
  const waiting = { kind: 'authorize', request, ...form, pushedHash: pushed?.hash ?? null, triedBy: null } as const;
  // The same browser returns to the same interaction, in every tab.
  const own = pushed === null ? {} : { handle: pushedInteraction(pushed.handle, binding.handle) };
  const { handle, steps } = newInteraction(waiting, binding.hash, now, { startedAt: startedAt ?? now, ...own });
  if (browser.current !== null) await run(db, steps);
  else await storeLimited(signInLimit, caller.clientAddress, { steps, bytes: storedBytes(request) }, context);
  const page = pagesOfSteps[next.step] ?? (request.prompt.has('create') ? 'signup' : 'login');
  return seeOther(`${settings.issuer}/${page}?interaction=${handle}`, { 'set-cookie': binding.setCookie });
}

/** The pages of steps after the sign-in. */
const pagesOfSteps: Readonly<Partial<Record<string, string>>> = { consent: 'consent', access: 'login/access' };

/** OpenID Connect Core §3.1.2.6. No interaction gives access, so a client that gets this does not try again. */
function interactionNeeded(step: string, sub: string | undefined): OAuthError {
  if (step === 'access') return accessDenied('no_access', sub === undefined ? {} : { person: sub });
  return step === 'consent' ? consentRequired('consent_needed') : loginRequired('sign_in_needed');
}

/**
 * For an outage, the adapter answers 503. Any other unexpected error becomes the client's server_error (semantics §1.2
 * row 32).
 */
function toOAuthError(error: unknown, { log }: Context): OAuthError {
  if (isOAuthError(error)) return error;
  if (isDatabaseUnavailable(error)) throw error;
  log.error({ err: error }, 'authorize failed');
  return refusal('server_error', 'unexpected');
}
