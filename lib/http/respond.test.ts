import { describe, expect, it } from 'vitest';
import { challenge, namesTag, seeOther } from './respond';

describe('seeOther', () => {
  it('redirects with 303 and is not cached (RFC 9700 §4.12)', () => {
    const { status, headers } = seeOther('https://rp.test/cb?code=1', { 'set-cookie': 'a=b' });
    expect([status, headers.location, headers['referrer-policy'], headers['set-cookie']]).toEqual([
      303,
      'https://rp.test/cb?code=1',
      'no-referrer',
      'a=b',
    ]);
  });

  it.each(['', 'https://rp.test/\r\nset-cookie: a=b', 'https://rp.test/a b', 'https://rp.test/é', '\t/login'])(
    'refuses an invalid address: %j',
    (location) => {
      expect(() => seeOther(location)).toThrow('no address');
    },
  );
});

it.each([
  ['several parameters', { realm: 'signet', error: 'invalid_token' }, 'Bearer realm="signet", error="invalid_token"'],
  ['a quotation mark', { realm: 'a", error="b' }, 'Bearer realm="a\\", error=\\"b"'],
  ['a backslash at the end', { realm: 'a\\' }, 'Bearer realm="a\\\\"'],
  ['a line break', { realm: 'a\r\nset-cookie: b' }, 'Bearer realm="aset-cookie: b"'],
  ['letters beyond ASCII', { realm: 'Ärger' }, 'Bearer realm="rger"'],
])('writes a challenge with %s (RFC 9110 §5.6.4)', (_, parameters, expected) => {
  expect(challenge('Bearer', parameters)).toBe(expected);
});

it.each([
  [undefined, '"a"', false],
  ['', '"a"', false],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"x", W/"a"', '"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
])('If-None-Match %j names the tag %s: %s (RFC 9110 §13.1.2)', (condition, etag, expected) => {
  expect(namesTag(condition, etag)).toBe(expected);
});
