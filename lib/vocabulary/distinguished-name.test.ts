import { describe, expect, it } from 'vitest';
import { formatDistinguishedName, isSameName, parseDistinguishedName } from './distinguished-name';

const cn = '2.5.4.3';
const o = '2.5.4.10';

describe('a name as text (RFC 4514)', () => {
  it.each([
    ['CN=client', [[[cn, 'client']]]],
    ['cn=client', [[[cn, 'client']]]],
    ['2.5.4.3=client', [[[cn, 'client']]]],
    ['CN=client,O=Example', [[[o, 'Example']], [[cn, 'client']]]],
    ['CN = client , O = Example Ltd', [[[o, 'Example Ltd']], [[cn, 'client']]]],
    [
      'CN=client+O=Example',
      [
        [
          [cn, 'client'],
          [o, 'Example'],
        ],
      ],
    ],
    ['CN=a\\,b\\+c\\3Dd', [[[cn, 'a,b+c=d']]]],
    ['CN=\\#a\\ ', [[[cn, '#a ']]]],
    ['CN=Lu\\C4\\8Di\\C4\\87', [[[cn, 'Lučić']]]],
    ['CN=a=b', [[[cn, 'a=b']]]],
  ])('%j is read, the most significant part first', (text, expected) => {
    const rdns = parseDistinguishedName(text)?.map((rdn) => rdn.map(({ type, value }) => [type, value]));
    expect(rdns).toEqual(expected);
  });

  it.each([
    '',
    'client',
    'CN=',
    '=client',
    'CN=client,',
    'CN=client+',
    ',CN=client',
    'CN=a;O=b',
    'CN="a"',
    'NICKNAME=a',
    'CN=#0c0161',
    'CN=a\\',
    'CN=a\\00b',
    'CN=a\0b',
    'CN=\\C4',
    '/CN=client/O=Example',
  ])('%j is not a name', (text) => {
    expect(parseDistinguishedName(text)).toBeNull();
  });
});

const isSame = (one: string, other: string) =>
  isSameName(parseDistinguishedName(one) ?? [], parseDistinguishedName(other) ?? [[]]);

describe('two names', () => {
  it.each([
    ['CN=client,O=Example', 'cn=CLIENT,o=example'],
    ['CN=my  client', 'CN=my client'],
    ['CN=client+O=Example', 'O=Example+CN=client'],
    ['CN=caf\u00e9', 'CN=cafe\u0301'],
    ['1.2.3.4=a', '1.2.3.4=a'],
  ])('%j is the same as %j', (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  it.each([
    ['CN=client,O=Example', 'O=Example,CN=client'],
    ['CN=client+O=Example', 'CN=client,O=Example'],
    ['CN=client', 'CN=client,O=Example'],
    ['CN=client', 'CN=client+O=Example'],
    ['CN=client', 'CN=client+CN=other'],
    ['CN=client', 'O=client'],
    ['CN=client', 'CN=\uff43lient'],
    ['1.2.3.4=a', '1.2.3.4=A'],
  ])('%j differs from %j', (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  it('differ if a value is not text or has a control character, even from themselves', () => {
    for (const value of [null, 'a\0b']) {
      const name = [[{ type: cn, value }]];
      expect(isSameName(name, name)).toBe(false);
    }
  });
});

describe('formatDistinguishedName', () => {
  it.each([
    'CN=client',
    'CN=client,O=Example Ltd',
    'CN=client+O=Example,C=DE',
    'CN=a\\,b\\+c=d\\;\\"e\\"\\<\\>\\\\',
    'CN=\\#a\\ ',
    'CN=\\ a',
    '1.2.3.4=x',
  ])('writes %j as it is read (RFC 4514 §2)', (text) => {
    const name = parseDistinguishedName(text) ?? expect.fail('it is no name');
    const written = formatDistinguishedName(name) ?? expect.fail('it cannot be written');
    expect(written).toBe(text);
    expect(isSameName(parseDistinguishedName(written) ?? [], name)).toBe(true);
  });

  it.each([null, '', 'a\u0000b'])('writes no value %j', (value) => {
    expect(formatDistinguishedName([[{ type: cn, value }]])).toBeNull();
  });
});
