import { describe, expect, it } from 'vitest';
import { asciiDomain, readableDomains } from './domain';

describe('a domain in ASCII (UTS 46, non-transitional)', () => {
  it.each([
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.Example', 'xn--mnchen-3ya.example'],
    ['mu\u0308nchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['XN--MNCHEN-3YA.example', 'xn--mnchen-3ya.example'],
    ['faß.de', 'xn--fa-hia.de'],
    ['βόλος.com', 'xn--nxasmm1c.com'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
    ['Example.COM', 'example.com'],
    ['localhost', 'localhost'],
    ['1', '1'],
    ['a_b.example', 'a_b.example'],
  ])('of %s is %s', (domain, ascii) => {
    expect(asciiDomain(domain)).toBe(ascii);
    expect(asciiDomain(ascii)).toBe(ascii);
  });

  it.each([
    'münchen.example/x',
    'mün%63hen.example',
    'ü:80',
    'ü@x',
    'ü?',
    'ü#',
    'ü\\x',
    'a\u200cbü.com',
    '\ufffd.com',
    '[ü]',
    'ü x.de',
  ])('does not exist for %j', (domain) => expect(asciiDomain(domain)).toBeNull());
});

describe('an international domain is shown in Unicode', () => {
  it.each([
    ['zoe@xn--mnchen-3ya.example', 'zoe@münchen.example'],
    ['xn--r8jz45g.xn--zckzah:8443', '例え.テスト:8443'],
    ['zoe@münchen.example', 'zoe@münchen.example'],
    ['zoe@example.com', 'zoe@example.com'],
    ['xn--zzzz.example', 'xn--zzzz.example'],
    ['notxn--mnchen-3ya', 'notxn--mnchen-3ya'],
  ])('%s as %s', (text, shown) => expect(readableDomains(text)).toBe(shown));
});
