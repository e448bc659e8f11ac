import { describe, expect, it } from 'vitest';
import { withBuiltIn } from '#lib/scopes/built-in';
import { scopeSchema } from '#lib/scopes/schema';
import { tenantSchema } from '#lib/tenants/schema';
import { testClient } from '#lib/testing/client';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { type Granted, homeScope, release, releaseToClient } from './release';

const tenants = new Map(
  [
    { name: 'acme', display_name: 'Acme' },
    { name: 'globex', display_name: 'Globex' },
    { name: 'off', display_name: 'Off', enabled: false },
  ].map((tenant) => [tenant.name, tenantSchema.parse(tenant)]),
);
const snapshot = { scopes: withBuiltIn([]), tenants };
const scope = ['openid', 'profile', 'email'];
const granted: Granted = { clientId: 'c', scope, namedClaims: noNamedClaims, tenant: null };
const person = { enabled: true, tenants: 'all' as UserTenants, access: '' };
const client = testClient({ clientId: 'c', scope, tenant: null });
const groups = new Map([['g1', { key: 'finance', id: 'g1', name: 'finance', displayName: null, description: null }]]);
const rules = {
  snapshot: { ...snapshot, clients: new Map([['c', client]]), groups, providers: new Map() },
  now: new Date('2026-01-01T12:00:00Z'),
};

describe('release() depends on the state of person and tenant', () => {
  it.each<[string, { own?: UserTenants; tenant?: string; clientTenant?: string; enabled?: boolean }, string | null]>([
    ['nothing special', {}, null],
    ['a disabled person', { enabled: false }, 'user disabled'],
    ['a grant under a tenant, a person of all', { tenant: 'acme' }, null],
    ['a grant under a tenant, its person', { tenant: 'acme', own: ['acme'] }, null],
    ['a person who left it', { tenant: 'acme', own: ['globex'] }, 'the user no longer belongs to its tenant'],
    ['a person of none by now', { tenant: 'acme', own: 'none' }, 'the user no longer belongs to its tenant'],
    ['a person of none where there is no tenant', { own: 'none' }, null],
    ['a tenant that is switched off', { tenant: 'off' }, 'its tenant is disabled'],
    ['a tenant that is gone', { tenant: 'gone' }, 'its tenant is disabled'],
    ["the client's own tenant", { tenant: 'acme', clientTenant: 'acme' }, null],
    ['a client that was moved', { tenant: 'acme', clientTenant: 'globex' }, 'the client belongs to another tenant now'],
    ['a client that got a tenant later', { clientTenant: 'acme' }, 'the client belongs to another tenant now'],
    ["the client's tenant is switched off", { tenant: 'off', clientTenant: 'off' }, 'its tenant is disabled'],
  ])('%s', (_, { own = 'all', tenant = null, clientTenant = null, enabled = true }, expected) => {
    const request = {
      granted: { ...granted, tenant },
      client: testClient({ clientId: 'c', scope, tenant: clientTenant }),
      person: { enabled, tenants: own, access: '' },
      scope,
    };
    const found = release(request, rules);
    expect('withheld' in found ? found.withheld : null).toBe(expected);
  });
});

describe('release() asks whether the person may use the client that asks and that of the grant (decision 023)', () => {
  const open = testClient({ clientId: 'c', scope });
  const closed = testClient({ clientId: 'c', scope, access: 'assigned', accessGroups: ['finance'] });
  const member = { ...person, access: '- g1' };

  it.each([
    ['for everyone', open, open, person, null],
    ['of somebody without a group', closed, closed, person, 'the person may not use the client'],
    ['of a member', closed, closed, member, null],
    [
      'whose membership ended now',
      closed,
      closed,
      { ...person, access: `- g1@${rules.now.getTime()}` },
      'the person may not use the client',
    ],
    [
      'where only the asking client is closed',
      closed,
      { ...open, clientId: 'first' },
      person,
      'the person may not use the client',
    ],
    [
      'where only the client of the grant is closed',
      open,
      { ...closed, clientId: 'first' },
      person,
      'the person may not use the client',
    ],
    ['of a member, where both are closed', closed, { ...closed, clientId: 'first' }, member, null],
    ['before the scope', { ...closed, scope: [] }, closed, person, 'the person may not use the client'],
    ['after the tenant', { ...closed, tenant: 'acme' }, closed, person, 'the client belongs to another tenant now'],
    ['after the account', closed, closed, { ...person, enabled: false }, 'user disabled'],
  ])('%s', (_, asking, ofGrant, asked, expected) => {
    const clients = new Map([[ofGrant.clientId, ofGrant]]);
    const request = { granted: { ...granted, clientId: ofGrant.clientId }, client: asking, person: asked, scope };
    const found = release(request, { ...rules, snapshot: { ...rules.snapshot, clients } });
    expect('withheld' in found ? found.withheld : null).toBe(expected);
  });

  it('withholds everything where the client of the grant is gone', () => {
    const request = { granted: { ...granted, clientId: 'gone' }, client: open, person, scope };
    expect(release(request, rules)).toEqual({ withheld: 'the person may not use the client' });
  });
});

describe('release() gives what was granted, as far as the client may have it today', () => {
  it.each([
    ['all of it', scope, scope, scope],
    ['not what was taken from the client', scope, ['openid', 'email'], ['openid', 'email']],
    ['not more than is asked for', ['openid'], scope, ['openid']],
  ])('%s', (_, asked, allowed, expected) => {
    const found = release(
      { granted, client: testClient({ clientId: 'c', scope: allowed }), person, scope: asked },
      rules,
    );
    expect(found).toMatchObject({ scope: expected });
  });

  it('without what the person took back, though a token still has it', () => {
    const kept = { ...granted, scope: ['openid', 'email'] };
    expect(release({ granted: kept, client, person, scope }, rules)).toMatchObject({ scope: ['openid', 'email'] });
  });

  it.each([
    ['the APIs that it may call itself', ['openid'], ['api'], ['api']],
    ['of the person what is granted', ['openid', 'email'], ['openid', 'email', 'api'], ['openid', 'email', 'api']],
    ['not what the person took back', ['openid'], ['openid', 'email', 'api'], ['openid', 'api']],
  ])('to another client, which exchanged a token: %s (decision 016)', (_, ofGrant, ofToken, expected) => {
    const api = scopeSchema.parse({ name: 'api', type: 'resource' });
    const scopes = withBuiltIn([{ ...api, secrets: [], builtIn: false }]);
    const other = testClient({ clientId: 'other', scope: ['openid', 'email', 'api'] });
    const request = { granted: { ...granted, scope: ofGrant }, client: other, person, scope: ofToken };
    expect(release(request, { ...rules, snapshot: { ...rules.snapshot, scopes } })).toMatchObject({ scope: expected });
  });

  it('nothing to another client that had only what the person took back', () => {
    const other = testClient({ clientId: 'other', scope: ['email'] });
    const request = { granted: { ...granted, scope: ['openid'] }, client: other, person, scope: ['email'] };
    expect(release(request, rules)).toEqual({ withheld: 'no scope left' });
  });

  it('nothing when no scope is left', () => {
    const found = release({ granted, client: testClient({ clientId: 'c', scope: ['phone'] }), person, scope }, rules);
    expect(found).toEqual({ withheld: 'no scope left' });
  });
});

describe('release() of claims by name (OpenID Connect Core §5.5)', () => {
  const named = { idToken: ['email'], userinfo: ['email', 'name'], under: { email: 'email', name: 'profile' } };
  const both = { idToken: ['email'], userinfo: ['email', 'name'] };
  const none = { idToken: [], userinfo: [] };

  it.each([
    ['under scopes that were granted', scope, scope, scope, both],
    ['alone', ['openid'], ['openid'], scope, both],
    ['one of which lost its scope', ['openid'], ['openid'], ['openid', 'profile'], { idToken: [], userinfo: ['name'] }],
    ['in a token without the scope that was granted', scope, ['openid'], scope, none],
  ])('%s', (_, ofGrant, ofToken, ofClient, expected) => {
    const request = {
      granted: { ...granted, scope: ofGrant, namedClaims: named },
      client: testClient({ clientId: 'c', scope: ofClient }),
      person,
      scope: ofToken,
    };
    expect(release(request, rules)).toMatchObject({ claims: expected });
  });

  it('never to another client, which exchanged a token', () => {
    const other = testClient({ clientId: 'other', scope });
    expect(release({ granted: { ...granted, namedClaims: named }, client: other, person, scope }, rules)).toMatchObject(
      {
        claims: none,
      },
    );
  });

  it('without a record of what was shown: only under a granted scope', () => {
    const old = { ...named, under: {} };
    const of = (ofGrant: string[]) =>
      release({ granted: { ...granted, scope: ofGrant, namedClaims: old }, client, person, scope: ofGrant }, rules);
    expect(of(['openid', 'email'])).toMatchObject({ claims: { idToken: ['email'], userinfo: ['email'] } });
    expect(of(['openid'])).toMatchObject({ claims: none });
  });
});

describe('homeScope()', () => {
  const configured = [
    scopeSchema.parse({ name: 'api', type: 'resource', claims: ['email', 'role'] }),
    scopeSchema.parse({ name: 'contact', type: 'identity', claims: ['email'] }),
    scopeSchema.parse({ name: 'gone', type: 'identity', claims: ['email'], enabled: false }),
  ];
  const own = withBuiltIn(configured.map((scope) => ({ ...scope, secrets: [], builtIn: false })));

  it.each([
    ['the first of the client that gives the claim', ['openid', 'contact', 'email'], 'contact'],
    ['in the order of the client', ['openid', 'email', 'contact'], 'email'],
    ['none of an API', ['openid', 'api', 'email'], 'email'],
    ['none that is disabled', ['openid', 'gone', 'email'], 'email'],
    ['nothing without such a scope', ['openid', 'api', 'profile'], null],
  ])('is %s', (_, names, expected) => {
    expect(homeScope('email', testClient({ scope: names }), { scopes: own })).toBe(expected);
  });
});

describe('releaseToClient()', () => {
  it.each([
    ['without a tenant', null, ['openid']],
    ['under its tenant', 'acme', ['openid']],
    ['under one that is switched off', 'off', []],
    ['under one that is gone', 'gone', []],
  ])('%s', (_, tenant, expected) => {
    const own = testClient({ clientId: 'c', scope: ['openid'], tenant });
    expect(releaseToClient(own, ['openid', 'email'], snapshot)).toEqual(expected);
  });
});
