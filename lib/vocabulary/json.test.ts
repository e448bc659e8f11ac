import { describe, expect, it } from 'vitest';
import { incomingJson, type JsonProblem, parseJson, readJson } from './json';

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
    'refuses %s, which repeats the name of a member (RFC 8259 §4)',
    (text) => {
      expect(parseJson(text)).toEqual({ problem: 'repeated_name' });
    },
  );

  it.each(['', '{', "{'a':1}", '{"a":1,}', 'undefined', '{"a":NaN}'])('refuses %j', (text) => {
    expect(parseJson(text)).toEqual({ problem: 'malformed' });
  });
});

const nestedLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join(',')}}`;
const items = (count: number) => `[${Array(count).fill('1').join(',')}]`;
const objectsOf = (count: number) => `[${Array(count).fill('{"a":1}').join(',')}]`;
const bytes = (count: number) => `"${'x'.repeat(count - 2)}"`;

describe('the limits of incoming JSON (security #146)', () => {
  it.each([
    ['lists 15 deep', nestedLists(15)],
    ['lists 16 deep', nestedLists(16)],
    ['objects 15 deep', nestedObjects(15)],
    ['objects 16 deep', nestedObjects(16)],
    ['brackets in a text', JSON.stringify({ a: '[{'.repeat(1000), '[[[[[[[[[[[[[[[[[': 1 })],
    ['1,000 members', members(1000)],
    ['1,000 items', items(1000)],
    ['1,000 items with a member each', objectsOf(1000)],
    ['64 KiB', bytes(65_536)],
  ])('let %s in', (_, text) => {
    expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
  });

  it.each<[string, string, JsonProblem]>([
    ['lists 17 deep', nestedLists(17), 'too_deep'],
    ['objects 17 deep', nestedObjects(17), 'too_deep'],
    ['lists 4,000 deep', nestedLists(4000), 'too_deep'],
    ['objects 6,000 deep', nestedObjects(6000), 'too_deep'],
    ['lists 32,000 deep, as many as the size allows', nestedLists(32_000), 'too_deep'],
    ['lists 200,000 deep', nestedLists(200_000), 'too_large'],
    ['lists 200,000 deep and not closed', '['.repeat(200_000), 'too_large'],
    ['lists 6,000 deep and not closed', '['.repeat(6000), 'malformed'],
    ['1,001 members', members(1001), 'too_many_members'],
    ['1,001 items', items(1001), 'too_many_members'],
    ['1,001 members of many objects', `{"a":${members(500)},"b":${members(499)}}`, 'too_many_members'],
    ['64 KiB and a byte', bytes(65_537), 'too_large'],
    ['64 KiB and a byte in fewer characters', `"${'€'.repeat(21_845)}"`, 'too_large'],
  ])('keep out %s', (_, text, problem) => {
    expect(parseJson(text)).toEqual({ problem });
    expect(() => readJson(text)).toThrow(/^JSON /);
  });

  it('applies where a separate limit allows more bytes: 200,000 levels overflow no stack', () => {
    const limits = { ...incomingJson, bytes: 1_000_000 };
    expect(parseJson(nestedLists(200_000), limits)).toEqual({ problem: 'too_deep' });
    expect(parseJson(nestedObjects(150_000), limits)).toEqual({ problem: 'too_deep' });
  });
});
