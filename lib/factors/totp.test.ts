import { describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTotpSetup, matchTotp, parseTotpKey, totpKeysOf, totpUri } from './totp';
import { showTotpSetup } from './totp-setup';

/** RFC 6238 Appendix B: the ASCII secret 12345678901234567890. */
const key = parseTotpKey('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of an authenticator app (RFC 6238)', () => {
  it.each([
    ['the appendix at 59', 59, '287082', 1n],
    ['the appendix at 1111111109', 1_111_111_109, '081804', 37_037_036n],
    ['the appendix at 20000000000', 20_000_000_000, '353130', 666_666_666n],
    ['one step earlier', 59 + 30, '287082', 1n],
    ['one step later', 29, '287082', 1n],
    ['with spaces and a dash', 59, ' 287-082 ', 1n],
    ['in the digits of another script', 59, '٢٨٧٠٨٢', 1n],
  ])('accepts %s', (_, seconds, code, step) => {
    expect(key && matchTotp(key, code, at(seconds))).toBe(step);
  });

  it.each([
    ['two steps earlier', 59 + 61, '287082'],
    ['two steps later', 1_111_111_049, '081804'],
    ['a wrong code', 59, '287083'],
    ['five digits', 59, '28708'],
    ['seven digits', 59, '2870820'],
    ['numbers that are no digits', 59, '②⑧⑦⓪⑧二'],
    ['nothing', 59, ''],
  ])('refuses %s', (_, seconds, code) => {
    expect(key && matchTotp(key, code, at(seconds))).toBeNull();
  });
});

describe('a new key', () => {
  const secret = masterSecret('a secret of at least thirty-two bytes');
  const setting = { sub: 'alice', boundTo: 'session' };

  it('stays the same for its open page, and differs for every other person and page', () => {
    const [setup, other] = [createTotpSetup(), createTotpSetup()];
    const made = totpKeysOf(setup, setting, secret)[0];
    expect(totpKeysOf(setup, setting, secret)).toEqual([made]);
    const others = [
      totpKeysOf(other, setting, secret),
      totpKeysOf(setup, { ...setting, sub: 'bob' }, secret),
      totpKeysOf(setup, { ...setting, boundTo: 'other' }, secret),
    ].map(([first]) => first);
    expect(new Set([made, ...others]).size).toBe(4);
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is still known after a rotation of the secret', () => {
    const setup = createTotpSetup();
    const [made] = totpKeysOf(setup, setting, secret);
    const rotated = masterSecret('another secret of at least 32 bytes', secret.current);
    expect(totpKeysOf(setup, setting, rotated)).toContain(made);
  });

  it('has an address for authenticator apps, whose label has one colon', () => {
    const uri = totpUri(parseTotpKey('ABCDEFGHIJKLMNOP') ?? never(), { issuer: 'id.example', label: 'ana:b@c' });
    expect(uri).toMatch(/^otpauth:\/\/totp\/id\.example:ana%20b%40c\?issuer=id\.example&secret=ABCDEFGHIJKLMNOP&/);
  });

  it.each([
    ['https://id.example', 'id.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://[::1]:3000', '[  1]'],
  ])('of %s has its host without the port as issuer', (issuer, name) => {
    const { uri } = showTotpSetup(null, setting, { issuer, name: null, username: 'DOMAIN:ana' }, secret);
    const { pathname, searchParams } = new URL(uri);
    expect(searchParams.get('issuer')).toBe(name);
    expect(decodeURIComponent(pathname).split(':')).toEqual([`/${name}`, 'DOMAIN ana']);
  });
});

describe('a key from another system', () => {
  it.each(['abcd efgh ijkl mnop', 'ABCD-EFGH-IJKL-MNOP', 'ABCDEFGHIJKLMNOP===='])('reads %s', (text) => {
    expect(parseTotpKey(text)).toBe('ABCDEFGHIJKLMNOP');
  });
  it.each(['', 'ABCDEFGHIJKLMNO', 'ABCDEFGHIJKLMNO1', 'A'.repeat(129)])('refuses %s', (text) => {
    expect(parseTotpKey(text)).toBeNull();
  });
});

function never(): never {
  throw new Error('the key of the test is one');
}
