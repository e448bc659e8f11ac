import { describe, expect, it } from 'vitest';
import { parseJson } from './json';

describe('parseJson', () => {
  it.each([
    ['{}', {}],
    ['{"a":{"b":1},"b":[{"a":1},{"a":2}]}', { a: { b: 1 }, b: [{ a: 1 }, { a: 2 }] }],
    ['{"a":"b","b":"a : {\\"a\\":1}","c":["a","a"]}', { a: 'b', b: 'a : {"a":1}', c: ['a', 'a'] }],
    ['"text"', 'text'],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toEqual({ value });
  });

  it.each(['{"a":1,"a":2}', '{"a":1,"\\u0061" :2}', '{"b":[{"x":{},"y":1,"x":2}]}', '{"__proto__":1,"__proto__":2}'])(
    'refuses %s, whose members have a name twice (RFC 8259 §4)',
    (text) => {
      expect(parseJson(text)).toEqual({ problem: 'repeated_name' });
    },
  );

  it.each(['', '{', "{'a':1}", '{"a":1,}', 'undefined', '{"a":NaN}'])('refuses %j', (text) => {
    expect(parseJson(text)).toEqual({ problem: 'malformed' });
  });

  it('reads what is nested as deep as the limit of a body allows', () => {
    const depth = 30_000;
    expect(parseJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toHaveProperty('value');
    expect(parseJson(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toHaveProperty('value');
  });
});
