import { describe, expect, it } from 'vitest';
import { cookieName, readCookie, readCookies, writeCookie } from './cookies';

describe('readCookie', () => {
  it.each([
    ['a=1', '1'],
    ['b=2; a=1; c=3', '1'],
    ['a=1;c=3', '1'],
    ['a=x=y', 'x=y'],
    [' a=1 ', '1'],
    [undefined, null],
    ['', null],
    ['a', null],
    ['a=', null],
    ['A=1', null],
    ['aa=1', null],
    ['b=a=1', null],
    ['a =1', null],
    ['%61=1', null],
    ['a=1; a=2', null],
    ['a=1; a=1', null],
    ['a=1; a=', null],
  ])('reads %j as %j (security #103)', (header, value) => {
    expect(readCookie(header, 'a')).toBe(value);
  });
});

describe('readCookies', () => {
  it.each([
    ['a=1; a-x=2; b=3', ['1', '2']],
    ['a-x=2;a-y=x=y', ['2', 'x=y']],
    ['a=; a-x=2', ['2']],
    ['a-x=1; a-x=2; a-y=3', ['3']],
    ['a-x=1; a-x=1', []],
    ['ab=1; b-a=2; a', []],
    [undefined, []],
  ])('reads %j as %j (security #103)', (header, values) => {
    expect(readCookies(header, 'a')).toEqual(values);
  });
});

describe('writeCookie', () => {
  it('sets every protection on https (security #102)', () => {
    expect(writeCookie('signet', 'v', null, { secure: true })).toBe(
      '__Host-signet=v; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('works on http for localhost', () => {
    expect(writeCookie('signet', 'v', null, { secure: false })).toBe('signet=v; Path=/; HttpOnly; SameSite=Lax');
    expect(cookieName('signet', { secure: false })).toBe('signet');
  });

  it.each([
    [100.9, 'Max-Age=100'],
    [0, 'Max-Age=0'],
    [-5, 'Max-Age=0'],
  ])('keeps a cookie for %d seconds as %s', (seconds, attribute) => {
    expect(writeCookie('signet', 'v', seconds, { secure: true })).toContain(attribute);
  });
});

it.each(['a;b', 'a b', 'a,b', 'a"b', 'a\\b', 'a\r\nb', 'é'])(
  'refuses a value that would end the cookie: %j (RFC 6265 §4.1.1)',
  (value) => {
    expect(() => writeCookie('name', value, null, { secure: true })).toThrow('no cookie may have');
  },
);
