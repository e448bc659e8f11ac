import { expect, it } from 'vitest';
import { namesTag } from './entity-tag';

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
