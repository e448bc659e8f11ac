import { describe, expect, it } from 'vitest';
import { displayText } from './display-text';
import { directionOf } from './locales';
import { messageParts, translate } from './translate';

describe('translate', () => {
  it('fills the arguments in', () => {
    expect(translate('en', 'login.to_continue', { app: 'Web shop' })).toBe('to continue to Web shop');
  });

  it('does not interpret a value as a message', () => {
    const value = '{app} $& \\1 \u0000app\u0000 # <b>';
    expect(translate('en', 'login.to_continue', { app: value })).toBe(`to continue to ${value}`);
  });

  it('chooses the plural form by the number', () => {
    expect(translate('en', 'setup.problem.password_too_short', { minimum: 1 })).toBe('Use at least 1 character');
    expect(translate('en', 'setup.problem.password_too_short', { minimum: 12 })).toBe('Use at least 12 characters');
  });

  it('splits a message at its arguments', () => {
    expect(messageParts('en', 'consent.heading', { app: 'x' })).toEqual([
      { text: 'app', placeholder: true },
      { text: ' wants to access your account', placeholder: false },
    ]);
  });

  it('isolates a value of the other direction from the sentence (UAX 9 §2.4.2)', () => {
    expect(translate('en', 'error.continue_to', { app: 'متجر' })).toBe('Return to \u2068متجر\u2069');
  });
});

it.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['ar-XB', 'rtl'],
  ['he-IL', 'rtl'],
  ['zh-Hans', 'ltr'],
])('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});

it.each([
  ['Web\u202eshop', 'Web shop'],
  ['\u0000a\r\nb', 'a  b'],
  ['  plain  ', 'plain'],
  ['日本語 🦊', '日本語 🦊'],
  ['🦊'.repeat(300), `${'🦊'.repeat(200)}…`],
])('shows %j without characters that reorder or fill the page (security #126)', (value, shown) => {
  expect(displayText(value)).toBe(shown);
});
