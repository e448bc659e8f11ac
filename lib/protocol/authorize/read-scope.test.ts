import { describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { withBuiltIn } from '#lib/scopes/built-in';
import type { Scope } from '#lib/scopes/scope';
import { testClient } from '#lib/testing/client';
import { readScope } from './read-scope';

const builtIn = withBuiltIn([]).get('openid');
if (builtIn === undefined) throw new Error('no openid');
const api = { ...builtIn, type: 'resource', resource: 'https://notes.test', open: true, claims: [] } as const;
const scopes = withBuiltIn([
  { ...api, name: 'notes.read' },
  { ...api, name: 'notes.closed', open: false },
  { ...api, name: 'notes.old', resource: 'https://old.test', enabled: false },
] satisfies Scope[]);

const read = (value: string | null, resources: readonly string[], change: Partial<Client>) =>
  readScope(value?.split(' ') ?? null, resources, testClient({ scope: ['openid', 'email', 'notes.read'], ...change }), {
    scopes,
  });

const program = { selfRegistered: true };
const notes = 'https://notes.test';

describe('the scope of a request (RFC 6749 §3.3, semantics §1.2 row 18)', () => {
  it.each<[string, string | null, readonly string[], Partial<Client>, readonly string[]]>([
    ['what it asks for', 'openid email', [], {}, ['openid', 'email']],
    [
      'what is open of what a program asks for',
      'openid notes.read notes.closed',
      [],
      program,
      ['openid', 'notes.read'],
    ],
    ['the open scopes of the API that a program names', null, [notes], program, ['notes.read']],
    ['what a program asks for, whatever API it names', 'openid', [notes], program, ['openid']],
    ['the identity that a program registered, without a word on it', null, [], program, ['openid', 'email']],
    [
      'all that a program registered, where that is no identity',
      null,
      [],
      { ...program, scope: ['notes.read', 'offline_access'] },
      ['notes.read'],
    ],
  ])('is %s', (_, value, resources, change, expected) => {
    expect(read(value, resources, change)).toEqual(expected);
  });

  it.each<[string, string | null, readonly string[], Partial<Client>, string]>([
    ['that is missing', null, [], {}, 'scope_missing'],
    ['that is missing, whatever API is named', null, [notes], {}, 'scope_missing'],
    ['that the client may not have', 'openid notes.closed', [], {}, 'scope_not_allowed'],
    ['of which nothing is open to a program', 'notes.closed', [], program, 'scope_not_open'],
    ['that a program neither sends nor registered', null, [], { ...program, scope: [] }, 'scope_missing'],
    ['of an API that is switched off', null, ['https://old.test'], program, 'resource_unavailable'],
    ['that is an identity and named as an API', null, ['email'], program, 'resource_unavailable'],
  ])('is refused if it is one %s', (_, value, resources, change, rule) => {
    expect(() => read(value, resources, change)).toThrow(expect.objectContaining({ rule }));
  });
});
