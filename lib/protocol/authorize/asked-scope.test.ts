import { expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { testClient } from '#lib/testing/client';
import { askedScope } from './asked-claims';

const program = { selfRegistered: true };

it.each<[string, Partial<Client>, { scope?: readonly string[]; responseType?: string }, boolean]>([
  ['a program that registered the grant asks for it without a word', program, {}, true],
  ['a program that names it asks once', program, { scope: ['offline_access', 'openid'] }, false],
  ['a program without the grant does not', { ...program, grantTypes: new Set(['authorization_code']) }, {}, false],
  ['a program that an operator limited does not', { ...program, agentScope: ['openid'] }, {}, false],
  ['a program that gets no code does not', program, { responseType: 'id_token' }, false],
  ['a client that somebody vouches for says so itself', {}, {}, false],
])('access while the person is away: %s', (_, change, { scope = ['openid'], responseType = 'code' }, isAdded) => {
  const client = testClient({ grantTypes: new Set(['authorization_code', 'refresh_token']), ...change });
  const expected = isAdded ? [...scope, 'offline_access'] : scope;
  expect(askedScope({ scope, responseType }, client)).toEqual(expected);
});
