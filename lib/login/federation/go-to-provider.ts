import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { isUpstreamError } from '#lib/federation/upstream-error';
import { callbackUri, providerInPath, upstreamOf } from '#lib/federation/upstreams';
import { parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { interactionLifetimeSeconds } from '#lib/interactions/interaction';
import { choosing } from '#lib/interactions/interaction-store';
import { requiredMaxAge } from '#lib/interactions/next-step';
import { createUpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import type { IdentityProvider } from '#lib/providers/provider';
import { reserve } from '#lib/ratelimit/reserve';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import { refuseForm, respondProblem, toPage, toPageWith } from '../respond';
import { signInOptions } from '../sign-in/options';
import { type SignInState, sealSignInState } from './sealed';
import { recordFailure } from './show-failure';

/** Each visit stores a row, and a person changes their mind only a few times in one sign-in. */
const maximumVisits = 20;

type Visitor = { readonly open: OpenInteraction; readonly cookieHeader: string | undefined };

/**
 * Sends a person to a provider, with a state that only this browser can return, and only once.
 * @param loginHint the typed name, otherwise the client's hint
 */
export async function goToProvider(
  { open, cookieHeader }: Visitor,
  provider: IdentityProvider,
  loginHint: string | null,
  context: Context,
): Promise<HttpResponse> {
  const { db, now } = context;
  const visits = {
    key: `provider-visit:${open.interaction.hash}`,
    limit: maximumVisits,
    windowSeconds: interactionLifetimeSeconds,
  };
  const { allowed, retryAfterSeconds } = await reserve(db, visits, now);
  if (!allowed) return refuseForm(open, [429, 'too_many_requests'], context, retryAfterSeconds);
  const state = createHandle();
  const prompt = promptOf(open, await isRepeated({ open, cookieHeader }, context));
  const way = newWay(open, provider, prompt);
  try {
    const { maxAge } = way;
    const { uiLocales } = open;
    const redirectUri = callbackUri(provider.name, context.settings);
    const asked = { ...way, redirectUri, state, loginHint, prompt, maxAge, uiLocales };
    const environment = { policy: context.settings, now: context.now };
    const url = await upstreamOf(provider).authorizationUrl(provider, asked, environment);
    await store(open, provider.name, { way, state }, context);
    return seeOther(url.href);
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    const reference = recordFailure(error, { provider: provider.name, client: open.client }, context);
    await store(open, provider.name, { way, state, failure: { problem: error.code, reference } }, context);
    // `choosing` lets the person choose another way, so that the sign-in page does not lead here again.
    return toPageWith(choosing, 'federation', open, context);
  }
}

function newWay(open: OpenInteraction, { issuer, clientId }: IdentityProvider, prompt: readonly string[]): SignInState {
  const { handle, required } = open;
  const maxAge = requiredMaxAge(required);
  const mustBeNew = prompt.includes('login');
  return { handle, nonce: createHandle(), codeVerifier: createHandle(), issuer, clientId, maxAge, mustBeNew };
}

/**
 * Consent and new accounts are our part. Choosing the account and signing in again are the provider's part, also where
 * the sign-in must be fresh.
 */
function promptOf({ required: { prompt, mustBeFresh } }: OpenInteraction, again: boolean): string[] {
  const words = mustBeFresh || again ? new Set([...prompt, 'login']) : prompt;
  return ['login', 'select_account'].filter((word) => words.has(word));
}

/**
 * Whether the person is signed in, or has begun to, and has to prove again who they are. The provider's own session
 * would prove nothing (security #190).
 */
async function isRepeated({ open, cookieHeader }: Visitor, context: Context): Promise<boolean> {
  if (open.interaction.provedSub !== null) return true;
  const session = sessionFor(open, await readSessions(cookieHeader, context), context);
  if (session === null) return false;
  const next = await decideNext(open, session, context);
  return next.step === 'login' && next.reauthenticate;
}

async function store(
  { interaction }: OpenInteraction,
  provider: string,
  { way, state, failure = {} }: { way: SignInState; state: string; failure?: { problem?: string; reference?: string } },
  context: Context,
): Promise<void> {
  const hash = hashHandle(state);
  const { browserHash, hash: interactionHash } = interaction;
  const row = { hash, provider, browserHash, interactionHash, sealed: sealSignInState(way, hash, context) };
  await createUpstreamSignIn(context.db, { ...row, ...failure }, context.now);
}

/**
 * GET /federation/NAME/start: goes from the sign-in page directly to the provider. It works only in the browser of the
 * interaction, and only for a provider that the client allows. For any other provider, it returns to /realm.
 */
export async function handleFederationStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const handle = parseParameters(request.query)?.values.get('interaction') ?? null;
  const open = await loadInteraction(handle, request.headers.cookie, context);
  if (open.page === 'problem') return respondProblem(open);
  const name = providerInPath(request.path);
  const provider = signInOptions(open, null, context).providers.find((one) => one.name === name);
  if (provider === undefined) return toPage('realm', open, context);
  return goToProvider({ open, cookieHeader: request.headers.cookie }, provider, open.loginHint, context);
}
