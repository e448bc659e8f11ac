import { personEvent } from '#lib/audit/person-event';
import { recordEvents } from '#lib/audit/store';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { providerOfName } from '#lib/interactions/choose-sign-in';
import { noteProblem } from '#lib/interactions/store';
import { findLastUpstreamSignIn } from '#lib/interactions/upstream/store';
import { metrics } from '#lib/metrics/metrics';
import type { Context } from '#lib/protocol/context';
import { mayEnter, requestTenant } from '#lib/protocol/request-tenant';
import { authenticateUser } from '#lib/users/authenticate-user';
import type { User } from '#lib/users/user';
import { cancelSignIn } from './cancel-sign-in';
import { goToProvider } from './federation/go-to-provider';
import { openProblem } from './frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from './load-interaction';
import type { LoginProblem } from './page-models';
import { hasValidCsrf, type PostedForm, readPostedForm } from './read-form';
import { respondProblem, toPage } from './respond';
import { choosing, signInOf, signInOptions } from './sign-in-options';
import { startSession } from './start-session';
import { handleAccount } from './submit-account';
import { submitProvider } from './submit-provider';

/** Longer than any address. */
const maximumHint = 254;

/** What somebody signs in for. */
type OpenSignIn = OpenInteraction | OpenDevice;

/**
 * POST /login/submit: signs in with a password, goes to a provider, takes the user name of the first of two steps, or
 * cancels back to the client.
 */
export async function handleLoginSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await loadAnyInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (!hasValidCsrf(form, open.handle, context)) {
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
  }
  if (form.values.has('account')) return handleAccount(open, form, context);
  const provider = form.values.get('provider');
  if (provider !== undefined) return submitProvider(open, provider, context);
  switch (form.values.get('decision')) {
    case 'cancel':
      return cancelSignIn(open, form, context);
    case 'continue':
      return (await submitUsername(open, form, context)) ?? keepUsername(open, form, context);
    case 'sign_in':
      return (await submitUsername(open, form, context)) ?? signInWithPassword(open, form, context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

/**
 * A name whose domain belongs to a provider goes there, and the password field is not read (design: stable surface).
 * Except for somebody who has been to a provider and came back to use the password.
 * @returns null when the name is nobody else's business
 */
async function submitUsername(open: OpenSignIn, form: PostedForm, context: Context): Promise<HttpResponse | null> {
  const typed = (form.values.get('username') ?? '').trim();
  const found = providerOfName(typed, signInOptions(signInOf(open), null, context).providers);
  if (found === null) return null;
  if ((await findLastUpstreamSignIn(context.db, open.interaction.hash)) !== null) return null;
  return goToProvider(open, found, typed.slice(0, maximumHint), context);
}

/** The first of two steps: the same next page for names that exist and names that do not (ux §1.1.11). */
async function keepUsername(open: OpenSignIn, form: PostedForm, context: Context): Promise<HttpResponse> {
  const username = form.values.get('username');
  if (username === undefined) return showProblem(open, 'missing_username', '', context);
  await noteProblem(context.db, open.interaction.hash, { problem: choosing, username: username.slice(0, 100) });
  return toPage('login', open, context);
}

async function signInWithPassword(open: OpenSignIn, form: PostedForm, context: Context): Promise<HttpResponse> {
  if (!open.client.localLogin) return respondProblem(openProblem(open, [400, 'no_way_to_sign_in'], context));
  const username = form.values.get('username');
  const password = form.values.get('password');
  if (username === undefined) return showProblem(open, 'missing_username', '', context);
  if (password === undefined) return showProblem(open, 'missing_password', username, context);
  const { db, now } = context;
  const { clientAddress } = form;
  const result = await authenticateUser({ db, now, clientAddress, username, password });
  metrics().signIns.inc({ outcome: 'user' in result ? 'success' : result.problem });
  if ('user' in result) {
    const { user } = result;
    // Said to who knows the password alone, and to nobody else.
    if (!isMember(open, user, context)) return showProblem(open, 'wrong_tenant', username, context);
    const authentication = { idp: 'local', amr: ['pwd'], acr: null };
    const remember = form.values.has('remember');
    const { cookieHeader } = form;
    const findUser = async () => user;
    return startSession({ open, cookieHeader, authentication, remember, clientAddress, findUser }, context);
  }
  await recordFailure(open, { username, clientAddress, problem: result.problem }, context);
  switch (result.problem) {
    case 'invalid_credentials':
      return showProblem(open, result.problem, username, context);
    case 'too_many_attempts':
      return respondProblem(openProblem(open, [429, 'too_many_requests'], context), result.retryAfterSeconds);
    case 'busy':
      return respondProblem(openProblem(open, [503, 'unavailable'], context), result.retryAfterSeconds);
    default:
      return result.problem satisfies never;
  }
}

type Failure = { readonly username: string; readonly clientAddress: string; readonly problem: string };

/** Past a limit nothing is recorded: whoever is held back could fill the log all the same. */
async function recordFailure(open: OpenSignIn, failure: Failure, { db, now, requestId }: Context): Promise<void> {
  const { username, clientAddress, problem } = failure;
  if (problem !== 'invalid_credentials') return;
  const facts = { person: null, typedName: username, client: open.client, address: clientAddress, requestId };
  const details = { problem };
  await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
}

function isMember(open: OpenSignIn, user: User, { snapshot }: Context): boolean {
  const { acrValues } = open.kind === 'device' ? open.request : open.interaction.request;
  return mayEnter(user, requestTenant({ client: open.client, acrValues }, snapshot));
}

/** The problem and the typed name are kept with the interaction; the password never is. */
async function showProblem(open: OpenSignIn, problem: LoginProblem, username: string, context: Context) {
  await noteProblem(context.db, open.interaction.hash, { problem, username: username.slice(0, 100) });
  return toPage('login', open, context);
}
