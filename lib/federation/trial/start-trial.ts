import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type HandleHash } from '#lib/crypto/random';
import { createUpstreamSignIn, noteUpstream } from '#lib/interactions/upstream-sign-in-store';
import type { IdentityProvider } from '#lib/providers/provider';
import { isUpstreamError } from '../upstream-error';
import { callbackUri, upstreamOf } from '../upstreams';
import { reportFailure, sealTrialReport } from './report';
import { sealTrialState, type TrialState, trialMark } from './trial';

type Trial = {
  readonly sub: string;
  /** The hash of the browser that may return the answer. */
  readonly browserHash: HandleHash;
  /** The path of the page that shows the report. */
  readonly returnTo: string;
};

/**
 * Starts an administrator's trial of a provider, enabled or not. The request is the same as for everyone.
 * @returns the address of the provider; null if it could not be reached, and then the report says so
 */
export async function startProviderTrial(
  provider: IdentityProvider,
  trial: Trial,
  context: Context,
): Promise<string | null> {
  const state = createHandle();
  const { issuer, clientId } = provider;
  const { sub, returnTo } = trial;
  const expected: TrialState = { sub, nonce: createHandle(), codeVerifier: createHandle(), issuer, clientId, returnTo };
  try {
    const url = await upstreamOf(provider).authorizationUrl(
      provider,
      {
        ...expected,
        state,
        redirectUri: callbackUri(provider.name, context.settings),
        loginHint: null,
        prompt: [],
        maxAge: null,
        uiLocales: null,
      },
      { policy: context.settings, now: context.now },
    );
    await store(provider.name, { ...trial, expected, state }, context);
    return url.href;
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    const hash = await store(provider.name, { ...trial, expected, state }, context);
    const identity = sealTrialReport(reportFailure(error), hash, context);
    await noteUpstream(context.db, hash, { problem: error.code, identity });
    return null;
  }
}

async function store(
  provider: string,
  {
    sub,
    browserHash,
    expected,
    state,
  }: Trial & { readonly expected: TrialState; readonly state: ReturnType<typeof createHandle> },
  context: Context,
): Promise<HandleHash> {
  const hash = hashHandle(state);
  const row = { hash, provider, browserHash, interactionHash: trialMark(provider, sub) };
  await createUpstreamSignIn(context.db, { ...row, sealed: sealTrialState(expected, hash, context) }, context.now);
  return hash;
}
