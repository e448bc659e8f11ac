import { transaction } from '#lib/db/transaction';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import { metrics } from '#lib/metrics/metrics';
import type { Context } from '#lib/protocol/context';
import { accessDenied } from '#lib/protocol/oauth-error';
import { mayEnter, requestTenant } from '#lib/protocol/request-tenant';
import { signIn } from '#lib/sessions/sign-in';
import { authenticateUser } from '#lib/users/authenticate-user';
import type { User } from '#lib/users/user';
import { continueInteraction } from './continue-interaction';
import { readSessions } from './current-session';
import { cancelDevice } from './device/cancel-device';
import { openProblem } from './frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from './load-interaction';
import type { LoginProblem } from './page-models';
import { hasValidCsrf, type PostedForm, readPostedForm } from './read-form';
import { refuseInteraction } from './refuse';
import { respondProblem, toPage, withCookies } from './respond';

/** What somebody signs in for. */
type OpenSignIn = OpenInteraction | OpenDevice;

/** POST /login/submit: signs in with a password, or cancels back to the client. */
export async function handleLoginSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await loadAnyInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (!hasValidCsrf(form, open.handle, context))
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
  switch (form.values.get('decision')) {
    case 'cancel':
      return open.kind === 'device' ? cancelDevice(open, context) : cancel(open, form, context);
    case 'sign_in':
      return signInWithPassword(open, form, request.clientAddress, context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

async function cancel(open: OpenInteraction, form: PostedForm, context: Context): Promise<HttpResponse> {
  const { current } = await readSessions(form.cookieHeader, context);
  return refuseInteraction(open, { error: accessDenied('person_cancelled'), sid: current?.sid }, context);
}

async function signInWithPassword(
  open: OpenSignIn,
  form: PostedForm,
  clientAddress: string,
  context: Context,
): Promise<HttpResponse> {
  if (!open.client.localLogin) return respondProblem(openProblem(open, [400, 'no_way_to_sign_in'], context));
  const username = form.values.get('username');
  const password = form.values.get('password');
  if (username === undefined) return showProblem(open, 'missing_username', '', context);
  if (password === undefined) return showProblem(open, 'missing_password', username, context);
  const { db, now } = context;
  const result = await authenticateUser({ db, now, clientAddress, username, password });
  metrics().signIns.inc({ outcome: 'user' in result ? 'success' : result.problem });
  if ('user' in result) {
    // Said to who knows the password alone, and to nobody else.
    if (!isMember(open, result.user, context)) return showProblem(open, 'wrong_tenant', username, context);
    return startSession(open, result.user, form, context);
  }
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

function isMember(open: OpenSignIn, user: User, { snapshot }: Context): boolean {
  const { acrValues } = open.kind === 'device' ? open.request : open.interaction.request;
  return mayEnter(user, requestTenant({ client: open.client, acrValues }, snapshot));
}

/** The problem and the typed name are kept with the interaction; the password never is. */
async function showProblem(open: OpenSignIn, problem: LoginProblem, username: string, context: Context) {
  await noteProblem(context.db, open.interaction.hash, { problem, username: username.slice(0, 100) });
  return toPage('login', open, context);
}

async function startSession(open: OpenSignIn, user: User, form: PostedForm, context: Context) {
  const { db, settings, snapshot, now } = context;
  const browser = await readSessions(form.cookieHeader, context);
  const { session, setCookie } = await transaction(db, (tx) =>
    signIn(tx, {
      settings,
      portal: snapshot.portal,
      browserId: browser.browserId,
      user,
      authentication: { idp: 'local', amr: ['pwd'], acr: null },
      remember: form.values.has('remember'),
      now,
    }),
  );
  await noteProblem(db, open.interaction.hash, { problem: null });
  return withCookies(await continueInteraction(open, session, context), setCookie);
}
