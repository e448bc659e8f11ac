import { authorizationCodeGrant } from 'openid-client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { type DemoState, readDemoState, writeDemoState } from './demo-cookie';
import { describeFailure } from './demo-form';
import { saveDemoSession } from './demo-sessions';
import { readTokens } from './read-tokens';
import { demoRedirectUri, discoverPortal, findDemoClient } from './relying-party';

/** /demo/callback: GET for response mode query, POST for form_post. Redeems the code and shows the answer. */
export async function handleDemoCallback(request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (findDemoClient(context) === null) return noPage(context);
  const { settings } = context;
  const { session, pending } = await readDemoState(request.headers.cookie, settings);
  const kept = session === undefined ? {} : { session };
  const state =
    pending === undefined ? { ...kept, problem: nothingPending } : await receive(request, pending, kept, context);
  return seeOther(`${settings.issuer}/demo`, { 'set-cookie': await writeDemoState(state, settings) });
}

const nothingPending = { error: 'no_sign_in', description: 'No sign-in was started in this browser' };

/** The new state: the tokens, or the error together with the previous state. */
async function receive(
  request: HttpRequest,
  pending: NonNullable<DemoState['pending']>,
  before: DemoState,
  context: Context,
): Promise<DemoState> {
  try {
    const config = await discoverPortal(context);
    const tokens = await authorizationCodeGrant(config, asReceived(request, context), {
      pkceCodeVerifier: pending.codeVerifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    return { session: saveDemoSession(await readTokens(config, tokens, context.now, null), context.now) };
  } catch (failure) {
    return { ...before, problem: describeFailure(failure) };
  }
}

/** The authorization response in the form that openid-client reads: an address, or a form post. */
function asReceived({ method, query, body }: HttpRequest, context: Context): URL | Request {
  const url = new URL(`${demoRedirectUri(context)}${query === '' ? '' : `?${query}`}`);
  if (method !== 'POST') return url;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return new Request(url, { method, headers, body });
}
