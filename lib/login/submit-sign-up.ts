import { recordEvents } from '#lib/audit/store';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { requestTenant } from '#lib/protocol/request-tenant';
import { addressKey } from '#lib/ratelimit/address-key';
import { reserve } from '#lib/ratelimit/reserve';
import { hashPassword } from '#lib/users/password-hash';
import { createUser, findUserByCanonicalUsername } from '#lib/users/store';
import { cancelSignIn } from './cancel-sign-in';
import { openProblem } from './frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from './load-interaction';
import { hasValidCsrf, type PostedForm, readPostedForm } from './read-form';
import { isSignUpOpen, tenantRequestOf } from './read-sign-up-page';
import { respondProblem, toPage } from './respond';
import { readSignUpInput, type SignUpInput, type SignUpProblem } from './sign-up-input';
import { startSession } from './start-session';

/** "That name is taken" cannot be kept from somebody who asks for it, but from somebody who asks for a thousand. */
const attemptsPerAddress = 20;
const windowSeconds = 3600;
/** What is longer is no name and no address, and is not worth keeping whole. */
const maximumTyped = 254;

type Open = OpenInteraction | OpenDevice;

/** POST /signup/submit: creates an account, signs the person in and goes on; or cancels back to the client. */
export async function handleSignUpSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await loadAnyInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (!hasValidCsrf(form, open.handle, context))
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
  switch (form.values.get('decision')) {
    case 'cancel':
      return cancelSignIn(open, form, context);
    case 'sign_up':
      return isSignUpOpen(open, context) ? signUp(open, form, request, context) : toPage('login', open, context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

async function signUp(open: Open, form: PostedForm, request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { db, now } = context;
  const input = readSignUpInput(form);
  if ('problem' in input) return showProblem(open, input.problem, form, context);
  const key = `sign-up ${addressKey(request.clientAddress)}`;
  const { allowed, retryAfterSeconds } = await reserve(db, key, attemptsPerAddress, windowSeconds, now);
  if (!allowed) return respondProblem(openProblem(open, [429, 'too_many_requests'], context), retryAfterSeconds);
  if (await findUserByCanonicalUsername(db, input.canonicalUsername)) {
    return showProblem(open, 'username_taken', form, context);
  }
  try {
    return await createAndSignIn(open, form, { input, request }, context);
  } catch (error) {
    // Somebody else took it between the look and the insert.
    if (isUniqueViolation(error)) return showProblem(open, 'username_taken', form, context);
    if (!isQueueFull(error)) throw error;
    return respondProblem(openProblem(open, [503, 'unavailable'], context), error.retryAfterSeconds);
  }
}

async function createAndSignIn(
  open: Open,
  form: PostedForm,
  { input, request }: { readonly input: SignUpInput; readonly request: HttpRequest },
  context: Context,
): Promise<HttpResponse> {
  const { username, canonicalUsername, claims, password } = input;
  const tenant = requestTenant(tenantRequestOf(open), context.snapshot);
  const tenants = tenant === null ? [] : [tenant.name];
  const passwordHash = await hashPassword(password);
  const account = { username, canonicalUsername, passwordHash, enabled: true, admin: null, tenants, claims };
  const authentication = { idp: 'local', amr: ['pwd'], acr: null };
  const { cookieHeader } = form;
  const findUser = async (tx: Transaction) => {
    const user = await createUser(tx, account, context.now);
    const who = { id: user.sub, name: user.username };
    const { clientId: id, clientName: name } = open.client;
    const event = {
      type: 'user.created',
      outcome: 'success',
      actor: { kind: 'user', ...who },
      target: { kind: 'user', ...who },
      client: id === '' ? null : { id, name },
      address: request.clientAddress,
      requestId: context.requestId,
    } as const;
    await recordEvents(tx, [event], context.now);
    return user;
  };
  const { clientAddress } = request;
  return startSession({ open, cookieHeader, clientAddress, authentication, remember: false, findUser }, context);
}

/** The problem and what was typed are kept with the interaction; the password never is. */
async function showProblem(open: Open, problem: SignUpProblem, { values }: PostedForm, context: Context) {
  const typed = (field: string) => (values.get(field) ?? '').slice(0, maximumTyped);
  await noteProblem(context.db, open.interaction.hash, {
    problem: `sign_up.${problem}`,
    username: typed('username').slice(0, 100),
    typedName: typed('name'),
    typedEmail: typed('email'),
  });
  return toPage('signup', open, context);
}

function isQueueFull(error: unknown): error is { retryAfterSeconds: number } {
  return error instanceof Error && 'code' in error && error.code === 'password_queue_full';
}
