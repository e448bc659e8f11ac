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

const prefix = 'sign_up.';

/** Problems as an interaction stores them. */
export function storedProblems(problems: readonly SignUpProblem[]): string {
  return `${prefix}${problems.join(' ')}`;
}

/** The problems that an interaction stores, in the order of the page. */
export function findSignUpProblems(stored: string | null): readonly SignUpProblem[] {
  if (stored === null || !stored.startsWith(prefix)) return [];
  const codes = stored.slice(prefix.length).split(' ');
  return codes.flatMap((code) => signUpProblems.find((known) => known === code) ?? []);
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

/** Every problem of a form, in the order of the page, so that it is corrected once. */
type Refused = { readonly problems: readonly SignUpProblem[] };

type Field<Value> = { readonly value: Value } | { readonly problem: SignUpProblem };

/** Reads the fields if no mail can be sent. The email address is not verified. */
export function readSignUpInput(form: PostedForm, minimumLength: number): SignUpInput | Refused {
  const username = readUsername(form);
  const name = readName(form);
  const email = readEmail(form);
  const password = readPassword(form, 'value' in username ? username.value.username : '', minimumLength);
  if ('problem' in username || 'problem' in name || 'problem' in email || 'problem' in password) {
    return { problems: problemsOf([username, name, email, password]) };
  }
  const claims = {
    ...(name.value !== null && { name: name.value }),
    ...(email.value !== '' && { email: email.value, email_verified: false }),
  };
  return { ...username.value, password: password.value, claims };
}

/** Reads the fields if the address is proved before the account exists. */
export function readProvedSignUpInput(form: PostedForm, minimumLength: number): ProvedSignUpInput | Refused {
  const email = readMailAddress(form);
  const username = readOptionalUsername(form, 'value' in email ? email.value : null);
  const name = readName(form);
  const known = 'value' in username ? (username.value?.username ?? '') : '';
  const password = readPassword(form, known, minimumLength);
  if ('problem' in email || 'problem' in username || 'problem' in name || 'problem' in password) {
    return { problems: problemsOf([email, username, name, password]) };
  }
  const isAddress = username.value !== null && isAddressName(username.value.canonicalUsername);
  return {
    username: isAddress ? null : username.value,
    name: name.value,
    email: email.value,
    password: password.value,
  };
}

function problemsOf(fields: readonly Field<unknown>[]): readonly SignUpProblem[] {
  return fields.flatMap((field) => ('problem' in field ? [field.problem] : []));
}

function typedUsername({ values }: PostedForm): string {
  return values.get('username')?.trim() ?? '';
}

function readUsername(form: PostedForm): Field<Username> {
  const typed = typedUsername(form);
  if (typed === '') return { problem: 'missing_username' };
  const username = parseUsername(typed);
  // A name in the form of an address belongs to the person who proved the address, which is impossible here.
  return username === null || !mayHaveName(username, {}) ? { problem: 'username_invalid' } : { value: username };
}

/**
 * The typed username, otherwise the address.
 * @param email null if its field has a problem
 */
function readOptionalUsername(form: PostedForm, email: string | null): Field<Username | null> {
  const typed = typedUsername(form);
  if (typed === '' && email === null) return { value: null };
  const username = parseUsername(typed === '' ? (email ?? '') : typed);
  if (username === null) return { problem: typed === '' ? 'missing_username' : 'username_invalid' };
  // While the address is wrong, a name in the form of an address cannot be judged.
  if (email === null) return { value: username };
  return mayHaveName(username, { email, email_verified: true }) ? { value: username } : { problem: 'username_invalid' };
}

function readEmail({ values }: PostedForm): Field<string> {
  const email = normalizeEmail(values.get('email') ?? '');
  return email === '' || isEmail(email) ? { value: email } : { problem: 'email_invalid' };
}

function readMailAddress({ values }: PostedForm): Field<string> {
  const email = normalizeEmail(values.get('email') ?? '');
  if (email === '') return { problem: 'missing_email' };
  return isEmail(email) && isMailAddress(email) ? { value: email } : { problem: 'email_needed' };
}

function isEmail(email: string): boolean {
  return emailText.safeParse(email).success && emailForm.test(email);
}

function readName({ values }: PostedForm): Field<string | null> {
  const name = values.get('name')?.trim() ?? '';
  if (name === '') return { value: null };
  return nameText.safeParse(name).success ? { value: name } : { problem: 'name_invalid' };
}

function readPassword({ values }: PostedForm, username: string, minimumLength: number): Field<string> {
  const password = values.get('password');
  if (password === undefined) return { problem: 'missing_password' };
  const problem = findPasswordProblem(password, username, minimumLength);
  return problem === null ? { value: password } : { problem };
}
