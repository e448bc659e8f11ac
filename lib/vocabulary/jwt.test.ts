import { describe, expect, it } from 'vitest';
import { readJwt } from './jwt';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const token = (header: string, payload: string) => `${encode(header)}.${encode(payload)}.c2ln`;
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('a JWT of another issuer (security #146)', () => {
  it('is read before its signature is checked', () => {
    expect(readJwt(token('{"alg":"none"}', '{"sub":"x"}'))).toEqual({ header: { alg: 'none' }, payload: { sub: 'x' } });
    expect(readJwt(token(nested(16), nested(16)))).toHaveProperty('payload');
  });

  it.each([
    ['a payload 17 levels deep', token('{}', nested(17))],
    ['a payload 4,000 levels deep', token('{}', nested(4000))],
    ['a header 17 levels deep', token(nested(17), '{}')],
    ['a name twice', token('{}', '{"sub":"a","sub":"b"}')],
    ['a list for a payload', token('{}', '[]')],
    ['null for a header', token('null', '{}')],
    ['no JSON', token('{}', 'x')],
    ['two parts', `${encode('{}')}.${encode('{}')}`],
    ['five parts, as an encrypted token has', `${token('{}', '{}')}.x.y`],
    ['base64 that is not base64url', '{}.{}.'],
    ['more than 64 KiB', token('{}', `{"a":"${'x'.repeat(60_000)}"}`)],
  ])('is refused with %s', (_, text) => {
    expect(() => readJwt(text)).toThrow();
  });
});
