import { findPasswordProblem, type PasswordProblem } from '#lib/users/password-policy';
import type { ClaimValue } from '#lib/users/user';
import { mayHaveName, parseUsername, type Username } from '#lib/users/username';
import { normalizeEmail } from '#lib/vocabulary/email';
import { line } from '#lib/vocabulary/text';
import type { PostedForm } from './read-form';

/** The problem of a new account; the catalog key is `sign_up.problem.<code>`. */
export type SignUpProblem =
  | PasswordProblem
  | 'missing_username'
  | 'username_invalid'
  | 'username_taken'
  | 'name_invalid'
  | 'email_invalid'
  | 'missing_password';

const problems: Readonly<Record<SignUpProblem, true>> = {
  missing_username: true,
  username_invalid: true,
  username_taken: true,
  name_invalid: true,
  email_invalid: true,
  missing_password: true,
  password_too_short: true,
  password_too_long: true,
  password_contains_username: true,
  password_too_common: true,
};

export function isSignUpProblem(code: string): code is SignUpProblem {
  return Object.hasOwn(problems, code);
}

/** A requested account. */
export type SignUpInput = Username & {
  readonly password: string;
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

const nameText = line(100);
const emailText = line(254);
/** One @ with something on both sides; whether mail arrives only a mail can tell. */
const emailForm = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;

/**
 * Reads the fields, in the order of the page. The e-mail address is never verified.
 * @param minimumLength of the password, in code points
 */
export function readSignUpInput(
  { values }: PostedForm,
  minimumLength: number,
): SignUpInput | { readonly problem: SignUpProblem } {
  const typed = values.get('username')?.trim() ?? '';
  if (typed === '') return { problem: 'missing_username' };
  const username = parseUsername(typed);
  // A name in the form of an address belongs to the person who proved it, which is impossible here.
  if (username === null || !mayHaveName(username.canonicalUsername, {})) return { problem: 'username_invalid' };
  const name = values.get('name')?.trim() ?? '';
  if (name !== '' && !nameText.safeParse(name).success) return { problem: 'name_invalid' };
  const email = normalizeEmail(values.get('email') ?? '');
  if (email !== '' && !(emailText.safeParse(email).success && emailForm.test(email))) {
    return { problem: 'email_invalid' };
  }
  const password = values.get('password');
  if (password === undefined || password === '') return { problem: 'missing_password' };
  const problem = findPasswordProblem(password, username.username, minimumLength);
  if (problem !== null) return { problem };
  const claims = { ...(name !== '' && { name }), ...(email !== '' && { email, email_verified: false }) };
  return { ...username, password, claims };
}
