import { isUsernameFree } from '#lib/federation/accounts';
import { isUpstreamError } from '#lib/federation/upstream-error';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import { findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream/store';
import { metrics } from '#lib/metrics/metrics';
import type { Context } from '#lib/protocol/context';
import type { IdentityProvider } from '#lib/providers/provider';
import { authenticateUser } from '#lib/users/authenticate-user';
import { canonicalUsername } from '#lib/users/canonical-username';
import { findUsersByEmail } from '#lib/users/store';
import { isVisible } from '#lib/vocabulary/text';
import { cancelSignIn } from '../cancel-sign-in';
import { openProblem } from '../frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from '../load-interaction';
import type { CompleteProblem, LinkProblem } from '../page-models';
import { hasValidCsrf, type PostedForm, readPostedForm } from '../read-form';
import { respondProblem, toPage } from '../respond';
import { signInOf, signInOptions } from '../sign-in-options';
import { type Admission, admit } from './admit';
import { type Arrival, openArrival } from './sealed';
import { showFailure } from './show-failure';

/**
 * POST /federation/submit: the person proves the account that has the provider's e-mail address, or names the new one.
 * What they prove counts for this upstream identity, in this browser, for this interaction, once (security #117).
 */
export async function handleFederationSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await loadAnyInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (!hasValidCsrf(form, open.handle, context))
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
  if (form.values.get('decision') === 'cancel') return cancelSignIn(open, form, context);
  const waiting = await findWaiting(open, context);
  if (waiting === null) return toPage('login', open, context);
  const answer: Answer = { ...waiting, open, form, clientAddress: request.clientAddress };
  switch (form.values.get('decision')) {
    case 'sign_in':
      return prove(answer, context);
    case 'continue':
      return complete(answer, context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

type Waiting = {
  readonly signIn: UpstreamSignIn;
  readonly arrival: Arrival;
  readonly provider: IdentityProvider;
};

type Answer = Waiting & {
  readonly open: OpenInteraction | OpenDevice;
  readonly form: PostedForm;
  readonly clientAddress: string;
};

/** Who came back from a provider that may still be used, and has a question to answer. */
async function findWaiting(open: OpenInteraction | OpenDevice, context: Context): Promise<Waiting | null> {
  const signIn = await findLastUpstreamSignIn(context.db, open.interaction.hash);
  if (signIn === null || signIn.identity === null || signIn.problem !== null) return null;
  if (signIn.browserHash !== open.interaction.browserHash || signIn.expiresAt <= context.now) return null;
  const { providers } = signInOptions(signInOf(open), null, context);
  const provider = providers.find(({ name }) => name === signIn.provider);
  return provider === undefined
    ? null
    : { signIn, provider, arrival: openArrival(signIn.identity, signIn.hash, context) };
}

async function prove(answer: Answer, context: Context): Promise<HttpResponse> {
  const { arrival, form, clientAddress } = answer;
  const { db, now } = context;
  const username = form.values.get('username');
  const password = form.values.get('password');
  if (username === undefined) return ask(answer, 'missing_username', '', context);
  if (password === undefined) return ask(answer, 'missing_password', username, context);
  const result = await authenticateUser({ db, now, clientAddress, username, password });
  metrics().signIns.inc({ outcome: 'user' in result ? 'success' : result.problem });
  if ('problem' in result) {
    if (result.problem === 'invalid_credentials') return ask(answer, 'invalid_credentials', username, context);
    const page = result.problem === 'busy' ? ([503, 'unavailable'] as const) : ([429, 'too_many_requests'] as const);
    return respondProblem(openProblem(answer.open, page, context), result.retryAfterSeconds);
  }
  const { user } = result;
  const { email } = arrival.newcomer;
  const meant = email === null ? [] : await findUsersByEmail(db, email);
  if (!meant.some(({ sub }) => sub === user.sub)) return ask(answer, 'other_account', username, context);
  return finish(answer, { proved: user }, context);
}

async function complete(answer: Answer, context: Context): Promise<HttpResponse> {
  const username = answer.form.values.get('username')?.trim();
  if (username === undefined) return ask(answer, 'missing_username', '', context);
  // A name that looks like an address could be somebody's: addresses come from the provider alone.
  if (canonicalUsername(username) === null || !isVisible(username) || username.includes('@')) {
    return ask(answer, 'invalid_username', username, context);
  }
  if (!(await isUsernameFree(context.db, username))) return ask(answer, 'username_taken', username, context);
  return finish(answer, { username }, context);
}

async function finish(
  { open, signIn, arrival, provider, form }: Answer,
  given: NonNullable<Admission['answer']>,
  context: Context,
): Promise<HttpResponse> {
  try {
    const { cookieHeader, clientAddress } = form;
    return await admit({ open, signIn, arrival, provider, cookieHeader, clientAddress, answer: given }, context);
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    return showFailure(open, signIn, error, context);
  }
}

/** Post, redirect, get: the page shows what was typed, but never the password. */
async function ask(
  { open }: Answer,
  problem: LinkProblem | CompleteProblem,
  username: string,
  context: Context,
): Promise<HttpResponse> {
  await noteProblem(context.db, open.interaction.hash, { problem, username: username.slice(0, 100) });
  return toPage('federation', open, context);
}
