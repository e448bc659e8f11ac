import { describe, expect, it } from 'vitest';
import { parseConfiguration } from './file';
import { isConfigurationError } from './problem';

/** The problems of a file as `signet apply` prints them. */
function problemsOf(text: string): string[] {
  try {
    parseConfiguration(text, 'file.yaml');
    return [];
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.problems.map(({ path, message }) => `${path.join('.')} ${message}`);
  }
}

const list = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`).join(', ');

describe('a value beyond its limit has one line that says what is expected', () => {
  it.each([
    ['portal: { session_idle_seconds: 1e400 }', 'expected a number, got a number that is too large'],
    ['portal: { session_idle_seconds: -1e400 }', 'expected a number, got a number that is too large'],
    ['portal: { session_idle_seconds: .nan }', 'expected a number'],
    ['portal: { session_idle_seconds: 9007199254740993 }', 'expected at most 2147483647'],
    ['portal: { session_idle_seconds: 2147483648 }', 'expected at most 2147483647'],
    ['portal: { trusted_device_days: -9007199254740993 }', 'expected at least 0'],
    ['portal: { trusted_device_days: 1.5 }', 'expected a whole number'],
    ['portal: { default_locale: 1e400 }', 'expected text, got a number that is too large'],
    [`users: [{ username: u, tenants: [${list(101)}] }]`, 'expected at most 100 tenants, or all for every tenant'],
    [
      `users: [{ username: u, claims: { a: 9007199254740993 } }]`,
      'contains a whole number beyond 2^53, which would be rounded; put it in quotes',
    ],
    [
      'users: [{ username: u, claims: { a: 1e400 } }]',
      'expected text without control characters, a finite number, true, false, null, a list or a group of these',
    ],
  ])('%.60s', (text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^\S+ /)]);
    expect(problemsOf(text)[0]?.replace(/^\S+ /, '')).toBe(expected);
  });

  it('and a person in 100 tenants has none', () => {
    expect(problemsOf(`users: [{ username: u, tenants: [${list(100)}] }]`)).toEqual([]);
  });
});
