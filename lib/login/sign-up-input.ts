import { canonicalUsername } from '#lib/users/canonical-username';
import { findPasswordProblem, type PasswordProblem } from '#lib/users/password-policy';
import type { ClaimValue } from '#lib/users/user';
import { line } from '#lib/vocabulary/text';
import type { PostedForm } from './read-form';

/** What is wrong with a new account; the catalog key is `sign_up.problem.<code>`. */
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

/** An account as somebody asks for it. */
export type SignUpInput = {
  readonly username: string;
  readonly canonicalUsername: string;
  readonly password: string;
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

const nameText = line(100);
const emailText = line(254);
/** One @ with something on both sides; whether mail arrives only a mail can tell. */
const emailForm = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;

/** Reads the fields, in the order of the page. The e-mail address is what the person says it is: never verified. */
export function readSignUpInput({ values }: PostedForm): SignUpInput | { readonly problem: SignUpProblem } {
  const username = values.get('username')?.trim();
  if (username === undefined || username === '') return { problem: 'missing_username' };
  const canonical = canonicalUsername(username);
  if (canonical === null) return { problem: 'username_invalid' };
  const name = values.get('name')?.trim() ?? '';
  if (name !== '' && !nameText.safeParse(name).success) return { problem: 'name_invalid' };
  const email = values.get('email')?.trim() ?? '';
  if (email !== '' && !(emailText.safeParse(email).success && emailForm.test(email))) {
    return { problem: 'email_invalid' };
  }
  const password = values.get('password');
  if (password === undefined || password === '') return { problem: 'missing_password' };
  const problem = findPasswordProblem(password, username);
  if (problem !== null) return { problem };
  const claims = { ...(name !== '' && { name }), ...(email !== '' && { email, email_verified: false }) };
  return { username, canonicalUsername: canonical, password, claims };
}
