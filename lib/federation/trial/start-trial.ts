import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type HandleHash } from '#lib/crypto/random';
import { createUpstreamSignIn, noteUpstream } from '#lib/interactions/upstream/store';
import type { Context } from '#lib/protocol/context';
import type { IdentityProvider } from '#lib/providers/provider';
import { callbackUri } from '../callback-uri';
import { upstreamOf } from '../upstream';
import { isUpstreamError } from '../upstream-error';
import { reportFailure, sealReport } from './report';
import { sealTrialWay, type TrialWay, trialMark } from './trial';

type Trial = {
  readonly sub: string;
  /** The browser that may bring the answer back. */
  readonly browserHash: HandleHash;
  /** The page that shows the report: a path of ours. */
  readonly returnTo: string;
};

/**
 * Begins an administrator's own sign-in at a provider, enabled or not. The same request as for everybody.
 * @returns the address of the provider; null when it could not be asked, which the report says
 */
export async function startTrial(provider: IdentityProvider, trial: Trial, context: Context): Promise<string | null> {
  const state = createHandle();
  const { issuer, clientId } = provider;
  const { sub, returnTo } = trial;
  const way: TrialWay = { sub, nonce: createHandle(), codeVerifier: createHandle(), issuer, clientId, returnTo };
  try {
    const url = await upstreamOf(provider).authorizationUrl(
      provider,
      {
        ...way,
        state,
        redirectUri: callbackUri(provider.name, context.settings),
        loginHint: null,
        prompt: [],
        maxAge: null,
        uiLocales: null,
      },
      { policy: context.settings, now: context.now },
    );
    await store(provider.name, { ...trial, way, state }, context);
    return url.href;
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    const hash = await store(provider.name, { ...trial, way, state }, context);
    const identity = sealReport(reportFailure(error), hash, context);
    await noteUpstream(context.db, hash, { problem: error.code, identity });
    return null;
  }
}

async function store(
  provider: string,
  { sub, browserHash, way, state }: Trial & { readonly way: TrialWay; readonly state: ReturnType<typeof createHandle> },
  context: Context,
): Promise<HandleHash> {
  const hash = hashHandle(state);
  const row = { hash, provider, browserHash, interactionHash: trialMark(provider, sub) };
  await createUpstreamSignIn(context.db, { ...row, sealed: sealTrialWay(way, hash, context) }, context.now);
  return hash;
}
