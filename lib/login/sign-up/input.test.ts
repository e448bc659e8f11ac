import { describe, expect, it } from 'vitest';
import type { PostedForm } from '../read-form';
import { findSignUpProblems, readProvedSignUpInput, readSignUpInput, storedProblems } from './input';

const password = 'violet-otter-harbour-42';
const minimumLength = 15;
const email = 'grace@example.com';
const typed = { username: 'Grace', name: 'Grace Hopper', email, password };
const canonical = { username: 'Grace', canonicalUsername: 'grace' };
const addressOf = (length: number) => `x@${'d'.repeat(length - 10)}.example`;
const [longest, tooLong] = [addressOf(254), addressOf(255)];

type Fields = Readonly<Partial<Record<keyof typeof typed, string>>>;

/** Omits fields without a value, as a parsed form does. */
const formOf = (fields: Fields) => {
  const values = new Map(Object.entries(fields).filter(([, value]) => value !== ''));
  return { values } as unknown as PostedForm;
};
const read = (fields: Fields) => readSignUpInput(formOf({ ...typed, ...fields }), minimumLength);
const readProved = (fields: Fields) => readProvedSignUpInput(formOf({ ...typed, ...fields }), minimumLength);

const refusedAlways: [Fields, string][] = [
  [{ username: 'x'.repeat(101) }, 'username_invalid'],
  [{ username: 'other@example.com' }, 'username_invalid'],
  [{ name: 'x'.repeat(101) }, 'name_invalid'],
  [{ name: 'Gr\u00adace' }, 'name_invalid'],
  [{ password: '' }, 'missing_password'],
  [{ password: 'otter-harbour' }, 'password_too_short'],
  [{ username: 'violet-otter' }, 'password_contains_username'],
];

describe('a new account without a verified address', () => {
  it('has its username, claims and password', () => {
    const claims = { name: 'Grace Hopper', email, email_verified: false };
    expect(read({ username: ' Grace ', name: ' Grace Hopper ' })).toEqual({ ...canonical, password, claims });
  });

  it.each<[Fields, object]>([
    [{ name: '', email: '' }, {}],
    [{ name: '   ' }, { email, email_verified: false }],
    [{ email: '' }, { name: 'Grace Hopper' }],
    [
      { email: longest, name: '' },
      { email: longest, email_verified: false },
    ],
  ])('omits empty fields: %j', (fields, claims) => {
    expect(read(fields)).toEqual({ ...canonical, password, claims });
  });

  it.each<[Fields, string]>([
    ...refusedAlways,
    [{ username: '' }, 'missing_username'],
    [{ username: email }, 'username_invalid'],
    [{ email: 'nobody' }, 'email_invalid'],
    [{ email: tooLong }, 'email_invalid'],
    [{ email: 'gr\u00adace@example.com' }, 'email_invalid'],
  ])('refuses %j: %s', (fields, problem) => {
    expect(read(fields)).toEqual({ problems: [problem] });
  });
});

describe('a new account whose address is verified first', () => {
  it('has its address, names and password', () => {
    const account = { username: canonical, name: 'Grace Hopper', email, password };
    expect(readProved({ username: ' Grace ', email: ` ${email} ` })).toEqual(account);
  });

  it.each<[Fields, object]>([
    [{ username: '' }, { username: null }],
    [{ username: email.toUpperCase() }, { username: null }],
    [{ name: '' }, { name: null }],
    [
      { username: '', email: 'grace@straße.example' },
      { username: null, email: 'grace@straße.example' },
    ],
  ])('omits an empty username or name, and a username that is the address: %j', (fields, changes) => {
    const account = { username: canonical, name: 'Grace Hopper', email, password };
    expect(readProved(fields)).toEqual({ ...account, ...changes });
  });

  it.each<[Fields, string]>([
    ...refusedAlways,
    [{ email: '' }, 'missing_email'],
    [{ email: 'nobody' }, 'email_needed'],
    [{ email: 'grace@localhost' }, 'email_needed'],
    [{ email: 'grace..hopper@example.com' }, 'email_needed'],
    [{ email: tooLong }, 'email_needed'],
    [{ email: `grace@${'x'.repeat(90)}.example`, username: '' }, 'missing_username'],
    [{ username: '', password: 'grace@example.com-42' }, 'password_contains_username'],
  ])('refuses %j: %s', (fields, problem) => {
    expect(readProved(fields)).toEqual({ problems: [problem] });
  });
});

it.each([
  ['username_taken', true],
  ['code_over', true],
  ['<b>you were hacked</b>', false],
  ['toString', false],
])('accepts only known problems: %s', (code, isKnown) => {
  expect(findSignUpProblems(`sign_up.${code}`)).toEqual(isKnown ? [code] : []);
});

describe('several problems', () => {
  it('are told at once, in the order of the page', () => {
    const wrong = { username: '', email: 'no address', name: 'x'.repeat(101), password: 'short' };
    expect(read(wrong)).toEqual({
      problems: ['missing_username', 'name_invalid', 'email_invalid', 'password_too_short'],
    });
    expect(readProved(wrong)).toEqual({ problems: ['email_needed', 'name_invalid', 'password_too_short'] });
  });

  it('are stored and read again, without unknown ones', () => {
    const stored = storedProblems(['missing_email', 'password_too_short']);
    expect(findSignUpProblems(stored)).toEqual(['missing_email', 'password_too_short']);
    expect(findSignUpProblems(`${stored} unheard_of`)).toEqual(['missing_email', 'password_too_short']);
    expect([findSignUpProblems('missing_email'), findSignUpProblems(null)]).toEqual([[], []]);
  });
});
