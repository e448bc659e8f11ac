import { describe, expect, it } from 'vitest';
import { withBuiltIn } from '#lib/scopes/built-in';
import { scopeSchema } from '#lib/scopes/schema';
import { testClient } from '#lib/testing/client';
import { isOAuthError } from './oauth-error';
import { mayAskFor, parseScope, requestedScope, requestedUserScope, scopesOf, stillAllowed } from './scope';

const configured = [
  scopeSchema.parse({ name: 'orders', type: 'resource' }),
  scopeSchema.parse({ name: 'notes', type: 'resource', open: true }),
  scopeSchema.parse({ name: 'retired', type: 'resource', open: true, enabled: false }),
];
const scopes = withBuiltIn(configured.map((scope) => ({ ...scope, secrets: [], builtIn: false })));
const client = testClient({ scope: ['openid', 'profile', 'offline_access', 'orders', 'retired', 'unknown'] });
const stranger = testClient({ selfRegistered: true, scope: ['openid'] });
const limited = { ...stranger, agentScope: ['openid', 'notes'] };

/** The resulting scope, or the rule that refused it. */
function outcomeOf(ask: () => readonly string[]): readonly string[] | string {
  try {
    return ask();
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return error.rule;
  }
}

describe('parseScope() (RFC 6749 §3.3)', () => {
  it.each<[string, readonly string[] | string]>([
    ['openid orders openid', ['openid', 'orders']],
    ['openid  orders', 'scope_malformed'],
    [' openid', 'scope_malformed'],
    ['open"id', 'scope_malformed'],
    ['öpenid', 'scope_malformed'],
  ])('%s', (value, expected) => {
    expect(outcomeOf(() => parseScope(value, () => []))).toEqual(expected);
  });
});

describe('the length of scope (semantics §2.10)', () => {
  const long = Array.from({ length: 40 }, (_, index) => `https://api.test/scope-${index}`);
  it.each<[string, string, readonly string[], boolean]>([
    ['300 characters', 'x'.repeat(300), [], true],
    ['301 characters', 'x'.repeat(301), [], false],
    ['everything that the client may have', long.join(' '), long, true],
    ['more than that', `${long.join(' ')} x`, long, false],
  ])('%s', (_, value, mayHave, isRead) => {
    expect(outcomeOf(() => parseScope(value, () => mayHave))).toEqual(isRead ? value.split(' ') : 'scope_too_long');
  });
});

describe('the scopes that a client may ask for', () => {
  it.each([
    ['its own scope', client, 'orders', true],
    ['an open API that nobody gave it', client, 'notes', false],
    ['a scope that is not its own', client, 'email', false],
    ['a scope that is disabled', client, 'retired', false],
    ['a scope that does not exist', client, 'unknown', false],
    ['offline_access that it was given', client, 'offline_access', true],
    ['offline_access that it was not given', testClient({ scope: ['openid'] }), 'offline_access', false],
    ['an open API, as one that registered itself', stranger, 'notes', true],
    ['an identity scope, as one that registered itself', stranger, 'email', true],
    ['an API that is not open, as one that registered itself', stranger, 'orders', false],
    ['an open API that is disabled, as one that registered itself', stranger, 'retired', false],
    [
      'an API that was open when it registered itself, and is closed now',
      { ...stranger, scope: ['openid', 'orders'] },
      'orders',
      false,
    ],
    ['offline_access, as one that registered itself', stranger, 'offline_access', true],
    ['a scope that its operator left it', limited, 'notes', true],
    ['an identity scope that its operator did not leave it', limited, 'email', false],
    ['offline_access that its operator did not leave it', limited, 'offline_access', false],
    [
      'offline_access that its operator left it',
      { ...limited, agentScope: ['offline_access'] },
      'offline_access',
      true,
    ],
    ['its own scope, as one that somebody vouches for', { ...client, agentScope: ['openid'] }, 'orders', true],
    ['the built-in scope groups, as one that registered itself', { ...stranger, scope: ['groups'] }, 'groups', false],
    ['the same, as one that somebody vouches for', { ...client, scope: ['groups'] }, 'groups', true],
  ])('%s', (_, asking, name, expected) => {
    expect(mayAskFor({ scopes }, asking, name)).toBe(expected);
  });

  it('lists its own scopes first, and each once', () => {
    expect(scopesOf({ scopes }, client)).toEqual(['openid', 'profile', 'orders']);
    const own = { ...stranger, scope: ['notes', 'openid', 'orders'] };
    expect(scopesOf({ scopes }, own)).toEqual(['notes', 'openid', 'profile', 'email', 'phone', 'address', 'roles']);
    expect(scopesOf({ scopes }, limited)).toEqual(['openid', 'notes']);
  });

  it('keeps what is left of a granted scope, in the order in which it was granted', () => {
    const granted = ['orders', 'email', 'offline_access', 'retired', 'openid'];
    expect(stillAllowed({ scopes }, client, granted)).toEqual(['orders', 'offline_access', 'openid']);
  });
});

describe('the scope of a request without a browser (interface §4.2)', () => {
  const snapshot = { scopes };
  const isApi: Parameters<typeof requestedScope>[3] = (_, scope) => scope?.type === 'resource';

  it.each<[string, string | undefined, readonly string[] | string]>([
    ['is all that the grant can give of the own scopes of the client when none is asked for', undefined, ['orders']],
    ['is what is asked for', 'orders', ['orders']],
    ['is refused for a scope that the grant cannot give', 'orders openid', 'scope_unavailable'],
    ['is refused for a scope that the client may not ask for', 'notes', 'scope_unavailable'],
  ])('%s', (_, asked, expected) => {
    expect(outcomeOf(() => requestedScope(snapshot, client, asked, isApi))).toEqual(expected);
  });

  it('is refused when nothing is left', () => {
    expect(outcomeOf(() => requestedScope(snapshot, testClient({ scope: ['openid'] }), undefined, isApi))).toBe(
      'scope_empty',
    );
  });

  it.each<[string, string[], string | undefined, readonly string[] | string]>([
    [
      'has identity scopes with openid by default',
      ['openid', 'profile', 'orders'],
      undefined,
      ['openid', 'profile', 'orders'],
    ],
    ['has no identity scope without openid by default', ['profile', 'orders'], undefined, ['orders']],
    ['has identity scopes with openid as asked for', ['openid', 'profile'], 'profile openid', ['profile', 'openid']],
    ['is refused for identity scopes without openid', ['openid', 'profile'], 'profile', 'scope_unavailable'],
    [
      'is refused for identity scopes beside an openid that the client may not ask for',
      ['profile'],
      'openid profile',
      'scope_unavailable',
    ],
    [
      'has offline_access without openid',
      ['offline_access', 'orders'],
      'offline_access orders',
      ['offline_access', 'orders'],
    ],
  ])('of a person %s (semantics §2.6, §4.1)', (_, scope, asked, expected) => {
    expect(outcomeOf(() => requestedUserScope(snapshot, testClient({ scope }), asked))).toEqual(expected);
  });

  it('of a person has no identity scope by default when openid is disabled', () => {
    const openid = scopes.get('openid');
    if (openid === undefined) throw new Error('no scope');
    const closed = { ...snapshot, scopes: new Map([...scopes, ['openid', { ...openid, enabled: false }]]) };
    const asking = testClient({ scope: ['openid', 'profile', 'orders'] });
    expect(outcomeOf(() => requestedUserScope(closed, asking, undefined))).toEqual(['orders']);
  });
});
