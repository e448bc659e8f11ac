import { describe, expect, it } from 'vitest';
import { decodeComponent, parseParameters } from './form';

describe('parseParameters()', () => {
  it('decodes as forms are encoded', () => {
    const parsed = parseParameters('a=1+2&b=%C3%A9&c=a%2Bb');
    expect([...(parsed?.values ?? [])]).toEqual([
      ['a', '1 2'],
      ['b', 'é'],
      ['c', 'a+b'],
    ]);
  });

  it.each(['a=1&a=2', 'state=x&st%61te=y', 'a=&a=1', 'a&a'])(
    'names a repeated parameter in %s (RFC 6749 §3.1)',
    (text) => {
      expect(parseParameters(text)?.repeated.size).toBe(1);
    },
  );

  it.each(['a=', 'a', 'a=+', 'a=%20%09'])('treats %s as absent (RFC 6749 §3.1)', (text) => {
    expect(parseParameters(text)?.values.has('a')).toBe(false);
  });

  it('ignores two ampersands in a row', () => {
    const parsed = parseParameters('&&a=1&&b=2&');
    expect([...(parsed?.values ?? [])]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(parsed?.repeated.size).toBe(0);
  });

  it.each(['a=%', 'a=%zz', 'a=%E0%A4%A', 'a=%00', '%00=a', 'a=%u0041', 'a=%C0%80', 'a\0=1'])('refuses %j', (text) => {
    expect(parseParameters(text)).toBeNull();
  });

  it('has no prototype to pollute', () => {
    const parsed = parseParameters('__proto__=x&constructor=y');
    expect(parsed?.values.get('__proto__')).toBe('x');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each(['resource', 'audience'])(
    'keeps every value of %s, which may repeat (RFC 8707 §2, RFC 8693 §2.1)',
    (name) => {
      const parsed = parseParameters(`${name}=a&${name}=b`);
      expect(parsed?.lists.get(name)).toEqual(['a', 'b']);
      expect(parsed?.repeated.size).toBe(0);
    },
  );

  it('refuses more than 200 parameters', () => {
    const text = Array.from({ length: 201 }, (_, index) => `p${index}=1`).join('&');
    expect(parseParameters(text)).toBeNull();
  });
});

it('decodeComponent() keeps plain text as it is', () => expect(decodeComponent('plain-~.text')).toBe('plain-~.text'));
