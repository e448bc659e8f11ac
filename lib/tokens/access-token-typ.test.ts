import { expect, it } from 'vitest';
import { accessTokenTyp } from './access-token';

it.each([
  ['at+jwt', [], 'at+jwt'],
  ['JWT', [], 'JWT'],
  ['at+jwt', [null], 'at+jwt'],
  ['JWT', [null, null], 'JWT'],
  ['at+jwt', ['JWT'], 'JWT'],
  ['JWT', ['at+jwt'], 'at+jwt'],
  ['at+jwt', ['JWT', null], 'JWT'],
  ['JWT', ['at+jwt', null], 'at+jwt'],
  ['at+jwt', ['JWT', 'JWT'], 'JWT'],
  ['JWT', ['JWT', 'at+jwt'], 'at+jwt'],
] as const)('a client with %s and APIs that say %j make tokens of the type %s', (ofClient, said, expected) => {
  const resources = said.map((typ) => ({ accessTokenTyp: typ }));
  expect(accessTokenTyp({ accessTokenTyp: ofClient }, resources)).toBe(expected);
});
