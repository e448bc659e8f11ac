import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { callbackUri } from '#lib/federation/callback-uri';
import { upstreamOf } from '#lib/federation/upstream';
import { isUpstreamError } from '#lib/federation/upstream-error';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { interactionLifetimeSeconds, noteProblem } from '#lib/interactions/store';
import { createUpstreamSignIn } from '#lib/interactions/upstream/store';
import type { Context } from '#lib/protocol/context';
import type { IdentityProvider } from '#lib/providers/provider';
import { reserve } from '#lib/ratelimit/reserve';
import { openProblem } from '../frame-of';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import { respondProblem, toPage } from '../respond';
import { choosing } from '../sign-in-options';
import { noteFailure } from './note-failure';
import { sealWay, type Way } from './sealed';

/** Each leaves a row, and a person changes their mind a few times in one sign-in. */
const maximumVisits = 20;

/**
 * Sends a person to a provider, with a state that only this browser can bring back, once.
 * @param loginHint what was typed, else what the application hinted
 */
export async function goToProvider(
  open: OpenInteraction | OpenDevice,
  provider: IdentityProvider,
  loginHint: string | null,
  context: Context,
): Promise<HttpResponse> {
  const { db, now } = context;
  const visits = `provider-visit:${open.interaction.hash}`;
  const { allowed, retryAfterSeconds } = await reserve(db, visits, maximumVisits, interactionLifetimeSeconds, now);
  if (!allowed) return respondProblem(openProblem(open, [429, 'too_many_requests'], context), retryAfterSeconds);
  const state = createHandle();
  const way = newWay(open, provider);
  try {
    const { maxAge } = way;
    const { uiLocales } = open.kind === 'device' ? open.request : open.interaction.request;
    const redirectUri = callbackUri(provider.name, context.settings);
    const asked = { ...way, redirectUri, state, loginHint, prompt: promptOf(open), maxAge, uiLocales };
    const environment = { policy: context.settings, now: context.now };
    const url = await upstreamOf(provider).authorizationUrl(provider, asked, environment);
    await store(open, provider.name, { way, state }, context);
    return seeOther(url.href);
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    const { clientId } = open.client;
    const reference = noteFailure(error, { provider: provider.name, clientId }, context);
    await store(open, provider.name, { way, state, failure: { problem: error.code, reference } }, context);
    // The other ways are to be chosen from, not to lead here again.
    await noteProblem(context.db, open.interaction.hash, { problem: choosing });
    return toPage('federation', open, context);
  }
}

function newWay(open: OpenInteraction | OpenDevice, { issuer, clientId }: IdentityProvider): Way {
  const { handle, client } = open;
  const prompt = promptOf(open);
  const maxAge = (open.kind === 'device' ? null : open.interaction.request.maxAge) ?? client.defaultMaxAge;
  const mustBeNew = prompt.includes('login') || maxAge === 0;
  return { handle, nonce: createHandle(), codeVerifier: createHandle(), issuer, clientId, maxAge, mustBeNew };
}

/** Consent and new accounts are ours; who signs in, and whether anew, is the provider's business. */
function promptOf(open: OpenInteraction | OpenDevice): string[] {
  if (open.kind === 'device') return [];
  return ['login', 'select_account'].filter((word) => open.interaction.request.prompt.has(word));
}

async function store(
  { interaction }: OpenInteraction | OpenDevice,
  provider: string,
  { way, state, failure = {} }: { way: Way; state: string; failure?: { problem?: string; reference?: string } },
  context: Context,
): Promise<void> {
  const hash = hashHandle(state);
  const { browserHash, hash: interactionHash } = interaction;
  const row = { hash, provider, browserHash, interactionHash, sealed: sealWay(way, hash, context) };
  await createUpstreamSignIn(context.db, { ...row, ...failure }, context.now);
}
