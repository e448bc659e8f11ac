import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { isMailAddress } from '#lib/settings/mailbox';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import { type FirstOwner, isOwnerSetup, redeemOwnerSetup } from '#lib/users/owner/owner-setup';
import { hashPassword } from '#lib/users/password-hash';
import { passwordProblems } from '#lib/users/password-policy';
import { isQueueFull } from '#lib/users/password-queue';
import { mayHaveName, parseUsername } from '#lib/users/username';
import { normalizeEmail } from '#lib/vocabulary/email';
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
      readonly problem: OwnerProblem | null;
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
  const problem = ownerProblems.find((code) => code === asked.problem) ?? null;
  return {
    page: 'setup-owner',
    token,
    username: asked.username?.slice(0, 100) ?? '',
    email: asked.email?.slice(0, maximumEmail) ?? '',
    minimumLength: snapshot.portal.passwordMinLength,
    problem,
  };
}

/** POST /setup/owner/submit: creates the first owner, once. The token authorizes it. No session is needed. */
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
  const back = (problem: OwnerProblem) => toPage({ token, ...typed, problem }, context);
  if (name === null || !mayHaveName(name, {})) return back('invalid_username');
  if (email !== '' && !isMailAddress(email)) return back('invalid_email');
  const minimumLength = context.snapshot.portal.passwordMinLength;
  const problem = await findNewPasswordProblem(password, { username, minimumLength }, context);
  if (problem !== null) return back(problem);
  try {
    const owner = { ...name, email, passwordHash: await hashPassword(password) };
    const isMade = await createOnce(token, owner, request.clientAddress, context);
    return toPage(isMade ? { done: '1' } : { token: '' }, context);
  } catch (error) {
    if (isUniqueViolation(error)) return back('username_taken');
    if (isQueueFull(error)) return respondProblem(problemPage(503, 'unavailable', context), error.retryAfterSeconds);
    throw error;
  }
}

/** @returns false if another request used the link first */
async function createOnce(
  handle: string,
  owner: FirstOwner,
  address: string,
  { db, now, requestId }: Context,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const user = await redeemOwnerSetup(tx, { handle, owner, now });
    if (user === null) return false;
    const target = { kind: 'user', id: user.sub, name: user.username };
    const actor = { kind: 'start' as const, id: null, name: null };
    const details = { by: 'setup link', after: { username: user.username, admin: 'owner' } };
    await recordEvents(
      tx,
      [{ type: 'user.created', outcome: 'success', actor, target, address, requestId, details }],
      now,
    );
    return true;
  });
}

function isToken(token: string): boolean {
  return token !== '' && token.length <= maximumHandle;
}

function toPage(query: Readonly<Record<string, string>>, { settings }: Context): HttpResponse {
  return seeOther(`${settings.issuer}/setup/owner?${new URLSearchParams(query)}`);
}
