import { describe, expect, it } from 'vitest';
import { claims } from './claims';
import { issueCode } from './entry';
import { readExactJson } from './json';

const codes = (value: unknown) => claims.safeParse({ employee: value }).error?.issues.map(issueCode) ?? [];

describe('whole numbers beyond 2^53 in claims (RFC 8259 §6)', () => {
  it.each(['12345678901234567890', '9007199254740992', '9007199254740993', '-9007199254740993', '1e30'])(
    '%s is refused once, with the remedy, because it was rounded',
    (text) => {
      const number: unknown = JSON.parse(text);
      for (const value of [number, [number], { id: number }]) expect(codes(value)).toEqual(['claim_rounded']);
    },
  );

  it.each(['9007199254740991', '-9007199254740991', '0.1', '1.5e3', '0'])('%s is taken', (text) => {
    expect(codes(JSON.parse(text))).toEqual([]);
  });

  it('1e400 is no number at all', () => {
    expect(codes(JSON.parse('1e400'))).toEqual(['claim_value']);
  });

  it.each([
    ['{"a":12345678901234567890}', { a: '12345678901234567890' }],
    ['[-9007199254740993,1.2345678901234567890,7]', ['-9007199254740993', 1.2345678901234567, 7]],
    ['[1e30,1.5E+16,9007199254740993.0,1e3,-0]', ['1e30', '1.5E+16', '9007199254740993.0', 1000, -0]],
    [
      '{"12345678901234567890":"a 12345678901234567890 \\" 9007199254740993"}',
      { '12345678901234567890': 'a 12345678901234567890 " 9007199254740993' },
    ],
  ])('of a provider become texts: %s', (json, value) => {
    expect(readExactJson(json)).toEqual(value);
  });
});
