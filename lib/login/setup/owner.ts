import { recordEvent, recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { authenticatedBy } from '#lib/sessions/browser-state';
import type { Caller } from '#lib/sessions/caller';
import { knowBrowser } from '#lib/sessions/know-browser';
import { type SignIn, signIn } from '#lib/sessions/sign-in';
import { isMailAddress } from '#lib/settings/mailbox';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import { type FirstOwner, isOwnerSetup, redeemOwnerSetup } from '#lib/users/owner/owner-setup';
import { hashPassword } from '#lib/users/password-hash';
import { passwordProblems } from '#lib/users/password-policy';
import { isQueueFull } from '#lib/users/password-queue';
import { mayHaveName, parseUsername } from '#lib/users/username';
import { browserText } from '#lib/vocabulary/browser-words';
import { normalizeEmail } from '#lib/vocabulary/email';
import { readSessions } from '../current-session';
import { problemPage } from '../problem-page';
import { readPostedForm } from '../read-form';
import { respondProblem } from '../respond';

const ownerProblems = ['invalid_username', 'username_taken', 'invalid_email', ...passwordProblems] as const;

/** No address is longer. */
const maximumEmail = 254;

/** The problem of the typed values. */
export type OwnerProblem = (typeof ownerProblems)[number];

/** The page /setup/owner, in each of its states. */
export type OwnerPage =
  | {
      readonly page: 'setup-owner';
      readonly token: string;
      readonly username: string;
      readonly email: string;
      readonly minimumLength: number;
      /** At most one for each field. */
      readonly problems: readonly OwnerProblem[];
    }
  | { readonly page: 'setup-owner-done' }
  | { readonly page: 'setup-owner-invalid' };

/** The page /setup/owner. Reading it does not use up the link. */
export async function readOwnerPage(
  { db, now, snapshot }: Context,
  asked: Readonly<Partial<Record<'token' | 'username' | 'email' | 'problem' | 'done', string | null>>>,
): Promise<OwnerPage> {
  if (asked.done === '1') return { page: 'setup-owner-done' };
  const { token = null } = asked;
  if (token === null || !isToken(token) || !(await isOwnerSetup(db, token, now)))
    return { page: 'setup-owner-invalid' };
  const told = asked.problem?.split(' ') ?? [];
  return {
    page: 'setup-owner',
    token,
    username: asked.username?.slice(0, 100) ?? '',
    email: asked.email?.slice(0, maximumEmail) ?? '',
    minimumLength: snapshot.portal.passwordMinLength,
    problems: ownerProblems.filter((code) => told.includes(code)),
  };
}

/**
 * POST /setup/owner/submit: creates the first owner, once, and signs them in on this browser. The token authorizes it. No
 * session is needed.
 */
export async function handleOwnerSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const { db, now } = context;
  const token = form.values.get('token') ?? '';
  if (!isToken(token) || !(await isOwnerSetup(db, token, now))) return toPage({ token: '' }, context);
  const username = (form.values.get('username') ?? '').trim();
  const name = parseUsername(username);
  const password = form.values.get('password') ?? '';
  const email = normalizeEmail((form.values.get('email') ?? '').slice(0, maximumEmail + 1));
  const typed = { username: username.slice(0, 100), email: email.slice(0, maximumEmail) };
  const back = (...problems: OwnerProblem[]) => toPage({ token, ...typed, problem: problems.join(' ') }, context);
  const isNamed = name !== null && mayHaveName(name, {});
  const minimumLength = context.snapshot.portal.passwordMinLength;
  const isReached = email === '' || isMailAddress(email);
  const wrong = [
    isNamed ? null : ('invalid_username' as const),
    isReached ? null : ('invalid_email' as const),
    await findNewPasswordProblem(password, { username, minimumLength }, context),
  ].filter((problem) => problem !== null);
  if (!isNamed || wrong.length > 0) return back(...wrong);
  try {
    const owner = { ...name, email, passwordHash: await hashPassword(password) };
    const setCookie = await createOnce(token, { owner, caller: form }, context);
    return setCookie === null ? toPage({ token: '' }, context) : withCookies(toPage({ done: '1' }, context), setCookie);
  } catch (error) {
    if (isUniqueViolation(error)) return back('username_taken');
    if (isQueueFull(error)) return respondProblem(problemPage(503, 'unavailable', context), error.retryAfterSeconds);
    throw error;
  }
}

type Creation = { readonly owner: FirstOwner; readonly caller: Caller };

/** @returns the Set-Cookie values of the owner's session; null if another request used the link first */
async function createOnce(
  handle: string,
  { owner, caller }: Creation,
  context: Context,
): Promise<readonly string[] | null> {
  const { db, now, requestId } = context;
  const { browserId } = await readSessions(caller.cookieHeader, context);
  return transaction(db, async (tx) => {
    const user = await redeemOwnerSetup(tx, { handle, owner, now });
    if (user === null) return null;
    const target = { kind: 'user', id: user.sub, name: user.username };
    const actor = { kind: 'start' as const, id: null, name: null };
    const details = { by: 'setup link', after: { username: user.username, admin: 'owner' } };
    const address = caller.clientAddress;
    await recordEvents(
      tx,
      [{ type: 'user.created', outcome: 'success', actor, target, address, requestId, details }],
      now,
    );
    return signInOwner(tx, { user, caller, browserId }, context);
  });
}

type NewOwner = Pick<SignIn, 'user' | 'browserId'> & Pick<Creation, 'caller'>;

/** The password was chosen a moment ago. Whoever requires more of administrators asks for it as of any other session. */
async function signInOwner(
  tx: Transaction,
  { user, caller, browserId }: NewOwner,
  { settings, snapshot: { portal }, now, requestId }: Context,
): Promise<readonly string[]> {
  const { userAgent, clientAddress: address, cookieHeader } = caller;
  const authentication = authenticatedBy([{ factor: 'password', at: now }]);
  const shared = { settings, portal, now };
  const browser = { browserId, device: { userAgent, address }, remember: false };
  const { setCookie } = await signIn(tx, { ...shared, ...browser, user, authentication });
  const known = await knowBrowser(tx, { ...shared, sub: user.sub, cookieHeader });
  const details = { idp: authentication.idp, amr: authentication.amr, remember: false, via: 'link' };
  const event = { person: user, client: null, address, requestId, browser: browserText(userAgent), details };
  await run(tx, [known.step, recordEvent(personEvent({ type: 'sign_in.succeeded', ...event }), now)]);
  return [...setCookie, known.setCookie];
}

function isToken(token: string): boolean {
  return token !== '' && token.length <= maximumHandle;
}

function toPage(query: Readonly<Record<string, string>>, { settings }: Context): HttpResponse {
  return seeOther(`${settings.issuer}/setup/owner?${new URLSearchParams(query)}`);
}
