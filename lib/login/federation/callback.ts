import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { findAccount, toUpstreamProfile } from '#lib/federation/accounts';
import { finishTrial } from '#lib/federation/trial/finish-trial';
import { isProviderTrial } from '#lib/federation/trial/trial';
import { isUpstreamError, UpstreamError } from '#lib/federation/upstream-error';
import { callbackUri, providerInPath, upstreamOf } from '#lib/federation/upstreams';
import { type Parameters, parseParameters } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import {
  findStateBrowser,
  noteUpstream,
  redeemUpstreamSignIn,
  type UpstreamSignIn,
} from '#lib/interactions/upstream-sign-in-store';
import { isBoundTo, readBinding } from '#lib/sessions/browser-binding';
import { callerOf } from '#lib/sessions/caller';
import { loadInteraction, type OpenInteraction } from '../load-interaction';
import { problemPage } from '../problem-page';
import { respondProblem, toPageWith } from '../respond';
import { acceptIdentity } from './accept-identity';
import { reporting } from './account-event';
import { findUsedProvider } from './find-waiting';
import { maximumState, redirectPostedAnswer, withPostedAnswer } from './posted-answer';
import { openSignInState, type SignInState, sealUpstreamResult, type UpstreamResult } from './sealed';
import { showFailure } from './show-failure';

/**
 * GET /federation/NAME/callback: a person returns from a provider. The state must be one that this browser got for this
 * provider, and is valid once. Everything else in the answer is checked before anybody is signed in (RFC 9700 §4.4 and
 * §4.7, security #111 to #114).
 */
export async function handleFederationCallback(received: HttpRequest, context: Context): Promise<HttpResponse> {
  if (received.method === 'POST') return redirectPostedAnswer(received, context);
  const request = withPostedAnswer(received, context);
  const parameters = request && parseParameters(request.query);
  if (request === null || parameters === null || parameters.repeated.size > 0) {
    return respondProblem(problemPage(400, 'invalid_request', context));
  }
  const signIn = await redeem(parameters, request, context);
  if (signIn === null) return refuseState(parameters, request, context);
  if (isProviderTrial(signIn)) return finishTrial(signIn, request, context);
  const way = openSignInState(signIn.sealed, signIn.hash, context);
  const open = await loadInteraction(way.handle, request.headers.cookie, context);
  if (open.page === 'problem') return respondProblem(open);
  try {
    return await arrive({ request, open, signIn, way }, context);
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    return showFailure(open, signIn, error, context);
  }
}

async function redeem({ values }: Parameters, request: HttpRequest, context: Context): Promise<UpstreamSignIn | null> {
  const { db, settings, now } = context;
  const state = values.get('state') ?? '';
  const binding = readBinding(request.headers.cookie, settings);
  if (state === '' || state.length > maximumState || binding === null) return null;
  const provider = providerInPath(request.path);
  const browserHashes = binding.all.map(({ hash }) => hash);
  return redeemUpstreamSignIn(db, { hash: hashHandle(state), provider, browserHashes }, now);
}

/**
 * Refuses an unknown or used state, or one of another provider or browser. The page leads nowhere, because the sender
 * is unknown.
 */
async function refuseState({ values }: Parameters, request: HttpRequest, context: Context): Promise<HttpResponse> {
  const state = (values.get('state') ?? '').slice(0, maximumState);
  const owner = await findStateBrowser(context.db, hashHandle(state));
  const binding = readBinding(request.headers.cookie, context.settings);
  context.log.info({ provider: providerInPath(request.path), known: owner !== null }, 'state refused');
  const isOthers = owner !== null && (binding === null || !isBoundTo(binding, owner));
  return respondProblem(
    isOthers
      ? problemPage(403, 'interaction_other_browser', context)
      : problemPage(400, 'interaction_unknown', context),
  );
}

type Return = {
  readonly request: HttpRequest;
  readonly open: OpenInteraction;
  readonly signIn: UpstreamSignIn;
  readonly way: SignInState;
};

async function arrive({ request, open, signIn, way }: Return, context: Context): Promise<HttpResponse> {
  const provider = findUsedProvider(open, signIn.provider, way, context);
  if (provider === null) {
    throw new UpstreamError('misconfigured', 'the provider was changed or disabled during the sign-in');
  }
  const answer = new URL(`${callbackUri(provider.name, context.settings)}?${request.query}`);
  const state = answer.searchParams.get('state') ?? '';
  const { nonce, codeVerifier, maxAge, mustBeNew } = way;
  const checks = { answer, state, nonce, codeVerifier, maxAge, mustBeNew, startedAt: signIn.createdAt };
  const environment = { policy: context.settings, now: context.now };
  const upstream = await upstreamOf(provider).identify(provider, checks, environment);
  const signOut = upstream.signOut && { ...upstream.signOut, clientId: provider.clientId };
  const arrival: UpstreamResult = {
    newcomer: toUpstreamProfile(provider, upstream, context),
    amr: upstream.amr,
    acr: upstream.acr,
    signedInAt: mustBeNew ? context.now : new Date(Math.min((upstream.authTime ?? 0) * 1000, context.now.getTime())),
    sid: upstream.sid,
    signOut,
  };
  const account = await findAccount(context.db, provider, arrival.newcomer);
  switch (account.decision) {
    case 'sign_in':
    case 'create':
      return acceptIdentity({ open, signIn, arrival, provider, caller: callerOf(request) }, context);
    case 'prove':
    case 'complete':
      await noteUpstream(context.db, signIn.hash, { identity: sealUpstreamResult(arrival, signIn.hash, context) });
      // The page asks a new question, so it does not show the problem of an earlier form.
      return reporting(await toPageWith({ problem: null }, 'federation', open, context), leftOutOf(arrival));
    case 'disabled':
    case 'not_linked':
      throw new UpstreamError(account.decision, 'nobody may sign in with this identity');
    default:
      return account.decision satisfies never;
  }
}

function leftOutOf({ newcomer: { leftOut = [] } }: UpstreamResult) {
  return leftOut.length > 0 ? { leftOut } : {};
}
