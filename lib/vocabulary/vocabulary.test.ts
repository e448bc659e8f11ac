import { describe, expect, it } from 'vitest';
import { claims } from './claims';
import { camelCase, camelKeys } from './keys';
import { secrets } from './secret';
import { clientId, language, line, name, scopeName, seconds } from './text';
import { origin, webOrigin, webUri } from './uri';

describe('text that pages show (security #126)', () => {
  it.each(['Web shop', 'Boutique été', 'חנות', '店', '👩‍👩‍👧', 'a\u00a0b'])('accepts %j', (text) => {
    expect(line(100).safeParse(text).success).toBe(true);
  });

  it.each([
    ...['\0', '\u0007', '\n', '\t', '\u007f', '\u0085'],
    ...['\u061c', '\u200b', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2060', '\u2066', '\u2069'],
    ...['\ufeff', '\ud800', '\udc00'],
  ])('refuses %j inside', (character) => {
    expect(line(100).safeParse(`a${character}b`).success).toBe(false);
  });

  it('refuses text of only spaces and text past its length', () => {
    expect(line(3).safeParse('   ').success).toBe(false);
    expect(line(3).safeParse('abcd').success).toBe(false);
  });
});

describe('names', () => {
  it.each([
    [name, ['corp', 'Corp-2', 'a.b_c'], ['', '-a', '.', 'a b', 'a/b', 'é', 'a'.repeat(101)]],
    [clientId, ['web', 'a:b', 'https://rp.test'], ['', 'a b', 'é', 'a\n', 'a'.repeat(101)]],
    [scopeName, ['openid', 'https://api.test/orders.read', 'a:b'], ['', 'a b', '"a"', 'a\\b', 'é', 'a'.repeat(201)]],
    [language, ['de', 'pt-BR', 'zh-Hant-TW'], ['', 'd', 'de_DE', 'de-', '<b>']],
  ])('are checked (%#)', (schema, accepted, refused) => {
    expect(accepted.filter((text) => !schema.safeParse(text).success)).toEqual([]);
    expect(refused.filter((text) => schema.safeParse(text).success)).toEqual([]);
  });

  it('durations are whole seconds within 32 bits', () => {
    const accepted = [1, 2 ** 31 - 1].every((value) => seconds(1).safeParse(value).success);
    const refused = [0, -1, 1.5, 2 ** 31, '1', null, Number.NaN, Number.POSITIVE_INFINITY];
    expect(accepted).toBe(true);
    expect(refused.filter((value) => seconds(1).safeParse(value).success)).toEqual([]);
    expect(seconds(0).safeParse(0).success).toBe(true);
  });
});

describe('addresses', () => {
  it.each(['https://rp.test/', 'http://intranet/x?a=1#top', 'https://rp.test:8443'])('accepts %s', (uri) => {
    expect(webUri.safeParse(uri).success).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    '//rp.test',
    'https://a@rp.test',
    'https://rp.test/../x',
    'https://RP.test',
    'mailto:a@b',
  ])('refuses %s (security #6)', (uri) => {
    expect(webUri.safeParse(uri).success).toBe(false);
  });

  it.each<[string, boolean]>([
    ['rp.test', true],
    ['a-b.rp-1.test', true],
    ['xn--strae-oqa.test', true],
    ['127.0.0.1', true],
    ['[2001:db8::1]', true],
    ['localhost', true],
    ...[...`;,'*!$&()+=_~{}|\`^"`].map((character) => [`x${character}y`, false] satisfies [string, boolean]),
    ['x;script-src', false],
    ['-x.test', false],
    ['x-.test', false],
    ['x..test', false],
    ['x.test.', false],
    ['.x.test', false],
    [`${'x'.repeat(64)}.test`, false],
    ['x%3by', false],
    ['[v1.x]', false],
  ])('treats the host %s as one: %s', (host, isHost) => {
    expect(webUri.safeParse(`https://${host}/x`).success).toBe(isHost);
    expect(webOrigin(`https://${host}/x`)).toBe(isHost ? `https://${host}` : null);
  });

  it.each([
    ['https://rp.test', true],
    ['http://localhost:5173', true],
    ['https://rp.test:8443', true],
    ['https://rp.test/', false],
    ['https://rp.test/a', false],
    ['https://rp.test:443', false],
    ['https://rp.test?', false],
    ['null', false],
  ])('%s is an origin: %s (RFC 6454 §6.2)', (text, expected) => {
    expect(origin.safeParse(text).success).toBe(expected);
  });
});

describe('claims', () => {
  it('keep their types', () => {
    const value = { role: ['a', 'b'], email_verified: true, updated_at: 1, address: { formatted: 'a\nb' }, none: null };
    expect(claims.parse(value)).toEqual(value);
  });

  it.each([
    { sub: 'x' },
    { iss: 'x' },
    { exp: 1 },
    { scope: 'x' },
    { cnf: {} },
    { 'a b': 1 },
    { '': 1 },
    { a: Number.NaN },
    { a: Number.POSITIVE_INFINITY },
    { a: 'x\0' },
    { a: ['\ud800'] },
    { a: { 'b\u202e': 1 } },
    { a: undefined },
    { a: 'x'.repeat(10_001) },
    { a: [[[[[[[[['x']]]]]]]]] },
  ])('refuse %j', (value) => {
    expect(claims.safeParse(value).success).toBe(false);
  });
});

describe('secrets', () => {
  it('are a value or a hash, with description and end', () => {
    const hash = `sha256:${'A'.repeat(43)}`;
    const given = [{ value: 'x' }, { hash, description: 'old', expires_at: '2027-01-01T00:00:00+01:00' }];
    expect(secrets.parse(given)).toEqual([
      { value: 'x', description: null, expiresAt: null },
      { hash, description: 'old', expiresAt: new Date('2026-12-31T23:00:00Z') },
    ]);
  });
});

describe('keys', () => {
  it('become camelCase one level deep', () => {
    expect(camelKeys({ client_id: 1, a: { b_c: 2 }, id_token_2x: 3 })).toEqual({
      clientId: 1,
      a: { b_c: 2 },
      idToken_2x: 3,
    });
    expect(camelCase('always_include_user_claims_in_id_token')).toBe('alwaysIncludeUserClaimsInIdToken');
  });
});
