import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readDemoState, writeDemoState } from './demo-cookie';
import { describeFailure } from './demo-form';
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
