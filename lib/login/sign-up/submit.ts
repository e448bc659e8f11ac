import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { canSignUp } from '#lib/protocol/required-sign-in';
import { turnKey } from '#lib/ratelimit/address-key';
import { type AddressLimit, reserveAddress } from '#lib/ratelimit/reserve-address';
import type { Caller } from '#lib/sessions/caller';
import { isBreachedPassword } from '#lib/users/breached-password';
import { hashPassword } from '#lib/users/password-hash';
import { isQueueFull } from '#lib/users/password-queue';
import type { User } from '#lib/users/user';
import { createUser, findUserByCanonicalUsername, type UserInput } from '#lib/users/user-store';
import type { Username } from '#lib/users/username';
import { tenantsOfNewcomer } from '#lib/vocabulary/user-tenants';
import type { OpenInteraction } from '../load-interaction';
import { acceptFirstProof } from '../proofs/accept-first-proof';
import { interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { refuseForm, toPage, toPageWith } from '../respond';
import { readProvedSignUpInput, readSignUpInput, type SignUpInput, type SignUpProblem, storedProblems } from './input';
import { isAddressProved } from './read';
import { sendSignUpCode } from './send-code';

/** One attempt reveals that a name is taken. The limit stops a person who tries a thousand names. */
const attempts: AddressLimit = { name: 'sign-up', perAddress: 20, windowSeconds: 3600 };
/** Longer text is neither a name nor an address, and is not stored completely. */
const maximumTyped = 254;

/**
 * POST /signup/submit: mails a code to the address of the new account and redirects to the page that asks for it. If no
 * mail can be sent, creates the account, signs the person in and continues. The form can also cancel.
 */
export const handleSignUpSubmit = interactionForm(async ({ form, decision, open, request }, context) => {
  switch (decision) {
    case 'cancel':
      return cancelSignIn(open, form, context);
    case 'sign_up':
      if (!canSignUp(open.required)) return toPage('login', open, context);
      return isAddressProved(context)
        ? requestProof(open, form, request, context)
        : signUp(open, form, request, context);
    default:
      return null;
  }
});

/**
 * Stores the account until its address is proved (see handleSignUpCodeSubmit). The page says if a username is taken,
 * but never if an address is.
 */
async function requestProof(
  open: OpenInteraction,
  form: PostedForm,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  const input = readProvedSignUpInput(form, context.snapshot.portal.passwordMinLength);
  if ('problems' in input) return showProblems(open, input.problems, form, context);
  const refusal = await refuse(open, form, { username: input.username, password: input.password, request }, context);
  if (refusal !== null) return refusal;
  try {
    const passwordHash = await hashPassword(input.password, turnKey(request.clientAddress));
    const { hash } = open.interaction;
    const { name, email } = input;
    const account = { hash, username: input.username?.username ?? null, name, email, passwordHash };
    await sendSignUpCode({ account, open, request, isNew: true }, context);
    return toPageWith({ ...typedIn(form), problem: null }, 'signup/code', open, context);
  } catch (error) {
    return answerFullQueue(open, error, context);
  }
}

async function signUp(
  open: OpenInteraction,
  form: PostedForm,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  const input = readSignUpInput(form, context.snapshot.portal.passwordMinLength);
  if ('problems' in input) return showProblems(open, input.problems, form, context);
  const refusal = await refuse(open, form, { username: input, password: input.password, request }, context);
  if (refusal !== null) return refusal;
  try {
    return await createAndSignIn(open, form, { input, request }, context);
  } catch (error) {
    // Another person took the name between the check and the insert.
    if (isUniqueViolation(error)) return showProblems(open, ['username_taken'], form, context);
    return answerFullQueue(open, error, context);
  }
}

type Asked = { readonly username: Username | null; readonly password: string; readonly request: HttpRequest };

/** The refusal of an account for reasons that the form alone does not show. Null if there are none. */
async function refuse(
  open: OpenInteraction,
  form: PostedForm,
  { username, password, request }: Asked,
  context: Context,
): Promise<HttpResponse | null> {
  const { db, now } = context;
  const { allowed, retryAfterSeconds } = await reserveAddress(db, request.clientAddress, attempts, now);
  if (!allowed) return refuseForm(open, [429, 'too_many_requests'], context, retryAfterSeconds);
  const isTaken = username !== null && (await findUserByCanonicalUsername(db, username.canonicalUsername)) !== null;
  const problems = [
    ...(isTaken ? (['username_taken'] as const) : []),
    ...((await isBreachedPassword(password, context)) ? (['password_breached'] as const) : []),
  ];
  return problems.length === 0 ? null : showProblems(open, problems, form, context);
}

/** @throws every error except that too many passwords wait to be hashed */
function answerFullQueue(open: OpenInteraction, error: unknown, context: Context): HttpResponse {
  if (!isQueueFull(error)) throw error;
  return refuseForm(open, [503, 'unavailable'], context, error.retryAfterSeconds);
}

async function createAndSignIn(
  open: OpenInteraction,
  form: PostedForm,
  { input, request }: { readonly input: SignUpInput; readonly request: HttpRequest },
  context: Context,
): Promise<HttpResponse> {
  const { password, ...newcomer } = input;
  const passwordHash = await hashPassword(password, turnKey(request.clientAddress));
  const findUser = (tx: Transaction) =>
    createNewcomer(tx, { ...newcomer, passwordHash }, { open, caller: form }, context);
  const proof = { factor: 'password', at: context.now } as const;
  return acceptFirstProof({ open, caller: form, proof, remember: false, via: 'sign_up', user: findUser }, context);
}

/** Stores the problems and the typed values with the interaction, but never the password. */
async function showProblems(
  open: OpenInteraction,
  problems: readonly SignUpProblem[],
  form: PostedForm,
  context: Context,
) {
  return toPageWith({ ...typedIn(form), problem: storedProblems(problems) }, 'signup', open, context);
}

function typedIn({ values }: PostedForm) {
  const typed = (field: string) => (values.get(field) ?? '').slice(0, maximumTyped);
  return { username: typed('username'), typedName: typed('name'), typedEmail: typed('email') };
}

type Newcomer = Pick<UserInput, 'username' | 'canonicalUsername' | 'passwordHash' | 'claims'>;

/** Creates the account of a new person in the transaction of their first session. @throws a unique violation */
export async function createNewcomer(
  tx: Transaction,
  newcomer: Newcomer,
  { open, caller, details }: { open: OpenInteraction; caller: Pick<Caller, 'clientAddress'>; details?: object },
  { now, requestId }: Context,
): Promise<User> {
  const tenants = tenantsOfNewcomer(open.required.tenant);
  const rights = { passwordCarries: 'owner', enabled: true, admin: null, tenants, origin: 'sign_up' } as const;
  const user = await createUser(tx, { ...newcomer, ...rights }, now);
  const facts = { person: user, client: open.client, address: caller.clientAddress, requestId };
  await recordEvents(tx, [personEvent({ type: 'user.created', ...facts, details: { ...details } })], now);
  return user;
}
