import {
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
} from 'openid-client';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { clearDemoState, type DemoState, readDemoState, writeDemoState } from './demo-cookie';
import { demoForm, describeFailure } from './demo-form';
import { type DemoSession, findDemoSession, forgetDemoSession, saveDemoSession } from './demo-sessions';
import { readTokens } from './read-tokens';
import { demoRedirectUri, demoScope, discoverPortal, findDemoClient } from './relying-party';

/**
 * GET /demo/start: redirects the browser to the portal with fresh PKCE, state and nonce. Of the query, only
 * `response_mode=form_post` and `prompt=login` are passed on.
 */
export async function handleDemoStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const client = findDemoClient(context);
  if (client === null) return noPage(context);
  const { settings } = context;
  const { session } = await readDemoState(request.headers.cookie, settings);
  const kept = session === undefined ? {} : { session };
  const { location, state } = await prepareSignIn(client, request.query, context).catch((failure: unknown) => ({
    location: `${settings.issuer}/demo`,
    state: { problem: describeFailure(failure) },
  }));
  return seeOther(location, { 'set-cookie': await writeDemoState({ ...kept, ...state }, settings) });
}

async function prepareSignIn(client: Client, query: string, context: Context) {
  const pending = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const location = buildAuthorizationUrl(await discoverPortal(context), {
    redirect_uri: demoRedirectUri(context),
    scope: demoScope(client),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    ...passedOn(query),
  });
  return { location: location.href, state: { pending } };
}

function passedOn(query: string): Record<string, string> {
  const values = parseParameters(query)?.values;
  return {
    ...(values?.get('response_mode') === 'form_post' && { response_mode: 'form_post' }),
    ...(values?.get('prompt') === 'login' && { prompt: 'login' }),
  };
}

/** POST /demo/refresh: redeems the refresh token and calls UserInfo again. */
export const handleDemoRefresh = demoForm(async (request, context) => {
  if (findDemoClient(context) === null) return noPage(context);
  const { settings, now } = context;
  const { session: id } = await readDemoState(request.headers.cookie, settings);
  const session = findDemoSession(id, now);
  if (id === undefined || session?.refreshToken == null) return seeOther(`${settings.issuer}/demo`);
  const state = await renew(session, session.refreshToken, context).then(
    (renewed): DemoState => ({ session: saveDemoSession(renewed, now, id) }),
    (failure: unknown): DemoState => ({ session: id, problem: describeFailure(failure) }),
  );
  return seeOther(`${settings.issuer}/demo`, { 'set-cookie': await writeDemoState(state, settings) });
});

async function renew(session: DemoSession, refreshToken: string, context: Context): Promise<DemoSession> {
  const config = await discoverPortal(context);
  return readTokens(config, await refreshTokenGrant(config, refreshToken), context.now, session);
}

/** POST /demo/sign-out: deletes the demo's own session, and then redirects to the portal to end that session too. */
export const handleDemoSignOut = demoForm(async (request, context) => {
  if (findDemoClient(context) === null) return noPage(context);
  const { settings, now } = context;
  const { session: id } = await readDemoState(request.headers.cookie, settings);
  const session = findDemoSession(id, now);
  if (id !== undefined) forgetDemoSession(id);
  return seeOther(await signOutAddress(session, context), { 'set-cookie': clearDemoState(settings) });
});

/**
 * The end session endpoint (OpenID Connect RP-Initiated Logout §2) if the portal announces one, otherwise the portal's
 * own page.
 */
async function signOutAddress(session: DemoSession | null, context: Context): Promise<string> {
  const { issuer } = context.settings;
  const config = await discoverPortal(context).catch(() => null);
  const endpoint = config?.serverMetadata().end_session_endpoint;
  if (session === null || config === null || endpoint === undefined) return `${issuer}/logout`;
  const parameters = { id_token_hint: session.idToken, post_logout_redirect_uri: `${issuer}/demo` };
  return buildEndSessionUrl(config, parameters).href;
}
