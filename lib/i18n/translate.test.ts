import { describe, expect, it } from 'vitest';
import { catalogs } from './catalog';
import { displayText } from './display-text';
import { directionOf, locales } from './locales';
import { en } from './messages/en';
import { messageParts, translate } from './translate';

describe('translate', () => {
  it('fills the placeholders in', () => {
    expect(translate('en', 'login.to_continue', { app: 'Web shop' })).toBe('to continue to Web shop');
  });

  it('does not read a value as a message', () => {
    expect(translate('en', 'login.to_continue', { app: '{app} $& \\1' })).toBe('to continue to {app} $& \\1');
  });

  it('cuts a message at its placeholders', () => {
    expect(messageParts('en', 'consent.heading')).toEqual([
      { text: 'app', placeholder: true },
      { text: ' wants to use your account', placeholder: false },
    ]);
  });
});

describe('the catalogs', () => {
  it.each(locales)('%s has every message with the same placeholders as English', (locale) => {
    const catalog: Readonly<Record<string, string>> = catalogs[locale];
    expect(Object.keys(catalog).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      expect(placeholders(catalog[key] ?? '').sort(), key).toEqual(placeholders(text).sort());
    }
  });

  it.each(locales)('%s holds no markup and no blank message', (locale) => {
    for (const [key, text] of Object.entries(catalogs[locale])) {
      expect(text, key).not.toMatch(/[<>]/);
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
    }
  });
});

it.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
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
])('shows %j without what could reorder the page or fill it (security #126)', (value, shown) => {
  expect(displayText(value)).toBe(shown);
});

function placeholders(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}
