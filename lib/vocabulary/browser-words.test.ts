import { describe, expect, it } from 'vitest';
import { browserText } from './browser-words';

/** Texts that a stranger sends to have them in a genuine mail. */
const strangers = [
  'https://evil.example/verify x',
  'Your-account-is-locked:evil.example/1.0 (Windows NT 10.0)',
  'Call +1 555 0100/2 (iPhone)',
  'Generic/1.0',
  'curl.evil.example/1',
  '\u202egnp.exe/1.0',
  'constructor/1',
];

describe('browserText', () => {
  it.each(strangers)('never repeats what a program calls itself: %s (security #197)', (userAgent) => {
    expect([undefined, 'Windows', 'iOS']).toContain(browserText(userAgent));
  });

  it.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome (macOS)',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox (Windows)'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari (iOS)',
    ],
    ['curl/8.10', 'curl'],
    ['', undefined],
    [null, undefined],
    ['x'.repeat(100_000), undefined],
  ])('%.40s is %s', (userAgent, expected) => {
    expect(browserText(userAgent)).toBe(expected);
  });
});
