import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { isListedPassword, longestListedPassword } from './common-passwords';

const listed: readonly string[] = dictionary['passwords-common'];

it('the list has at least the 30,000 most used passwords (security #88)', () => {
  expect(listed.length).toBeGreaterThan(30_000);
  const everyHundredth = listed.filter((_, index) => index % 100 === 0);
  expect(everyHundredth.filter((password) => !isListedPassword(password))).toEqual([]);
});

it('the list has no password longer than the policy searches for', () => {
  expect(Math.max(...listed.map(({ length }) => length))).toBe(longestListedPassword);
});

it.each(['123456', 'password', 'passwordpassword', '1qaz2wsx3edc4rfv', listed.at(-1) ?? ''])(
  'the list contains %j',
  (password) => {
    expect(isListedPassword(password)).toBe(true);
  },
);

it.each([
  '',
  ',',
  '"',
  '","',
  '123456","password',
  '[',
  'passwordpasswor',
  'asswordpassword',
  'violet lanterns hum',
  'é',
])('the list does not contain %j', (password) => {
  expect(isListedPassword(password)).toBe(false);
});
