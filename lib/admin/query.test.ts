import { describe, expect, it } from 'vitest';
import { addressWith, numberOf, textOf, wordOf } from './query';

describe('the parameters of a list', () => {
  it.each([
    [{ q: ' web ' }, 'web'],
    [{ q: '' }, null],
    [{}, null],
    [{ q: 'x'.repeat(201) }, null],
    [{ q: 'a\0b' }, null],
  ])('reads the text of %j', (query, expected) => {
    expect(textOf(query as Record<string, string>, 'q')).toBe(expected);
  });

  it.each([
    ['7', 7],
    ['0', null],
    ['-1', null],
    ['1e3', null],
    ['1234567890', null],
    ['', null],
  ])('reads the number %j', (value, expected) => {
    expect(numberOf({ n: value }, 'n')).toBe(expected);
  });

  it('reads only the words of a list', () => {
    expect(wordOf({ tab: 'urls' }, 'tab', ['settings', 'urls'], 'settings')).toBe('urls');
    expect(wordOf({ tab: 'constructor' }, 'tab', ['settings', 'urls'], null)).toBeNull();
  });

  it('writes addresses', () => {
    expect(addressWith('/admin/audit', { q: 'a b', before: 'x' }, { before: null, type: 'sign_in' })).toBe(
      '/admin/audit?q=a+b&type=sign_in',
    );
    expect(addressWith('/admin/audit', { q: 'a' }, { q: null })).toBe('/admin/audit');
  });
});
