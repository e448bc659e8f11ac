import { expect, it } from 'vitest';
import { challenge } from './challenge';

it.each([
  ['several parameters', { realm: 'signet', error: 'invalid_token' }, 'Bearer realm="signet", error="invalid_token"'],
  ['a quotation mark', { realm: 'a", error="b' }, 'Bearer realm="a\\", error=\\"b"'],
  ['a backslash at the end', { realm: 'a\\' }, 'Bearer realm="a\\\\"'],
  ['a line break', { realm: 'a\r\nset-cookie: b' }, 'Bearer realm="aset-cookie: b"'],
  ['letters beyond ASCII', { realm: 'Ärger' }, 'Bearer realm="rger"'],
])('writes a challenge with %s (RFC 9110 §5.6.4)', (_, parameters, expected) => {
  expect(challenge('Bearer', parameters)).toBe(expected);
});
