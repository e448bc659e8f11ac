import { isMailAddress } from '#lib/settings/mailbox';
import { findPasswordProblem, passwordProblems } from '#lib/users/password-policy';
import type { ClaimValue } from '#lib/users/user';
import { isAddressName, mayHaveName, parseUsername, type Username } from '#lib/users/username';
import { normalizeEmail } from '#lib/vocabulary/email';
import { line } from '#lib/vocabulary/text';
import type { PostedForm } from '../read-form';

const signUpProblems = [
  'missing_username',
  'username_invalid',
  'username_taken',
  'name_invalid',
  'email_invalid',
  // If the address must be proved: it is missing, or no mail can be sent to it.
  'missing_email',
  'email_needed',
  // The mailed code is over, so the form must be filled in again.
  'code_over',
  'missing_password',
  ...passwordProblems,
] as const;

/** The problem of a new account. The catalog key is `sign_up.problem.<code>`. */
export type SignUpProblem = (typeof signUpProblems)[number];

/** The problem that an interaction stores. */
export function findSignUpProblem(stored: string | null): SignUpProblem | null {
  return signUpProblems.find((code) => stored === `sign_up.${code}`) ?? null;
}

/** A requested account. */
export type SignUpInput = Username & {
  readonly password: string;
  readonly claims: Readonly<Record<string, ClaimValue>>;
};

/**
 * The same if the address is proved first. Without a username, the address becomes the username. A username that is an
 * address counts as absent, because the answer that it is taken would reveal that the address is (security #85).
 */
type ProvedSignUpInput = {
  readonly username: Username | null;
  readonly name: string | null;
  readonly email: string;
  readonly password: string;
};

const nameText = line(100);
const emailText = line(254);
/** One @ with text on both sides. Only a mail can show whether it arrives. */
const emailForm = /^[^\s@]{1,64}@[^\s@][^\s@.]*\.[^\s@]+$/;

type Refused = { readonly problem: SignUpProblem };

/** Reads the fields, in the order of the page, if no mail can be sent. The email address is not verified. */
export function readSignUpInput(form: PostedForm, minimumLength: number): SignUpInput | Refused {
  const { values } = form;
  const typed = values.get('username')?.trim() ?? '';
  if (typed === '') return { problem: 'missing_username' };
  const username = parseUsername(typed);
  // A name in the form of an address belongs to the person who proved the address, which is impossible here.
  if (username === null || !mayHaveName(username, {})) return { problem: 'username_invalid' };
  const name = readName(form);
  if (name !== null && typeof name === 'object') return name;
  const email = normalizeEmail(values.get('email') ?? '');
  if (email !== '' && !isEmail(email)) return { problem: 'email_invalid' };
  const password = readPassword(form, username.username, minimumLength);
  if (typeof password === 'object') return password;
  const claims = { ...(name !== null && { name }), ...(email !== '' && { email, email_verified: false }) };
  return { ...username, password, claims };
}

/** Reads the fields, in the order of the page, if the address is proved before the account exists. */
export function readProvedSignUpInput(form: PostedForm, minimumLength: number): ProvedSignUpInput | Refused {
  const { values } = form;
  const email = normalizeEmail(values.get('email') ?? '');
  if (email === '') return { problem: 'missing_email' };
  if (!isEmail(email) || !isMailAddress(email)) return { problem: 'email_needed' };
  const typed = values.get('username')?.trim() ?? '';
  const username = parseUsername(typed === '' ? email : typed);
  if (username === null) return { problem: typed === '' ? 'missing_username' : 'username_invalid' };
  if (!mayHaveName(username, { email, email_verified: true })) return { problem: 'username_invalid' };
  const name = readName(form);
  if (name !== null && typeof name === 'object') return name;
  const password = readPassword(form, username.username, minimumLength);
  if (typeof password === 'object') return password;
  return { username: isAddressName(username.canonicalUsername) ? null : username, name, email, password };
}

function isEmail(email: string): boolean {
  return emailText.safeParse(email).success && emailForm.test(email);
}

function readName({ values }: PostedForm): string | null | Refused {
  const name = values.get('name')?.trim() ?? '';
  if (name === '') return null;
  return nameText.safeParse(name).success ? name : { problem: 'name_invalid' };
}

function readPassword({ values }: PostedForm, username: string, minimumLength: number): string | Refused {
  const password = values.get('password');
  if (password === undefined) return { problem: 'missing_password' };
  const problem = findPasswordProblem(password, username, minimumLength);
  return problem === null ? password : { problem };
}
