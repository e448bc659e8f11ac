import { describe, expect, it } from 'vitest';
import { allRules } from '#lib/protocol/rules/find-rule';
import { adminScopes } from '#lib/scopes/admin-scopes';
import { createTestProvider } from '#lib/testing/provider';
import { deviceGrant } from '../clients/application-kind';
import { fixedSince, quickFix } from './quick-fix';

const provider = await createTestProvider({
  scopes: [
    { name: 'orders', type: 'resource' },
    { name: 'closed', type: 'resource', enabled: false },
  ],
  clients: [
    { client_id: 'web', client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'], scope: 'openid' },
    {
      client_id: 'app',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['com.example.app:/cb', 'http://127.0.0.1/cb'],
    },
    { client_id: 'pages', token_endpoint_auth_method: 'none', redirect_uris: ['https://pages.test/cb'] },
    {
      client_id: 'self',
      self_registered: true,
      client_secrets: [{ value: 'x' }],
      redirect_uris: ['https://rp.test/cb'],
    },
  ],
});
const { clients, scopes } = provider.context().snapshot;
await provider.close();

const fixOf = (rule: string, received?: string, clientId = 'web') =>
  quickFix(rule, received === undefined ? {} : { received }, { client: clients.get(clientId) ?? null, scopes });

const fixable: Readonly<Record<string, string>> = {
  redirect_uri_not_registered: 'https://rp.test/other',
  unregistered_redirect: 'https://rp.test/bye',
  origin_not_allowed: 'https://rp.test',
  scope_not_allowed: 'orders',
  scope_unavailable: 'orders',
  grant_type_not_allowed: 'client_credentials',
  device_grant_not_allowed: '',
};

describe('quickFix() (security #184)', () => {
  it.each(allRules.map(([name]) => name))('for the rule %s is offered only if one more value is enough', (rule) => {
    const values = [
      'https://rp.test/other',
      'https://rp.test/bye',
      'https://rp.test',
      'orders',
      'client_credentials',
      'web',
      '',
    ];
    const offers = values.map((received) => fixOf(rule, received)).filter((fix) => fix !== null);
    expect(offers.length > 0).toBe(rule in fixable);
    for (const received of values) {
      expect(fixOf(rule, received, 'self'), 'for a client that registered itself').toBeNull();
      expect(fixOf(rule, received, 'nobody'), 'for a client that does not exist').toBeNull();
    }
  });

  it.each([
    ['redirect_uri_not_registered', 'https://rp.test/other', 'web', null],
    ['redirect_uri_not_registered', 'https://rp.test:8443/cb', 'web', null],
    ['unregistered_redirect', 'https://rp.test/', 'web', null],
    ['redirect_uri_not_registered', 'https://evil.test/cb', 'web', 'evil.test'],
    ['redirect_uri_not_registered', 'https://rp.test.evil.test/cb', 'web', 'rp.test.evil.test'],
    ['redirect_uri_not_registered', 'http://localhost:3000/cb', 'web', 'localhost'],
    ['redirect_uri_not_registered', 'com.example.app:/other', 'app', null],
    ['redirect_uri_not_registered', 'com.example.other:/cb', 'app', 'com.example.other'],
    ['redirect_uri_not_registered', 'http://127.0.0.1/other', 'app', null],
    ['redirect_uri_not_registered', 'https://127.0.0.1/cb', 'app', '127.0.0.1'],
    ['origin_not_allowed', 'https://rp.test', 'web', null],
    ['origin_not_allowed', 'https://rp.test:8443', 'web', null],
    ['origin_not_allowed', 'http://rp.test', 'web', 'rp.test'],
    ['origin_not_allowed', 'https://evil.test', 'web', 'evil.test'],
    ['origin_not_allowed', 'http://localhost:3000', 'web', 'localhost'],
    ['scope_not_allowed', 'orders', 'web', 'orders'],
    ['scope_not_allowed', 'offline_access', 'web', 'offline_access'],
    ['grant_type_not_allowed', 'client_credentials', 'web', 'client_credentials'],
    ['device_grant_not_allowed', undefined, 'web', deviceGrant],
  ])('%s with %s by %s is confirmed by typing: %s', (rule, received, clientId, typed) => {
    expect(fixOf(rule, received, clientId)).toMatchObject({ value: received ?? deviceGrant, typed });
  });

  it.each([
    ['redirect_uri_not_registered', undefined, 'web'],
    ['redirect_uri_not_registered', 'https://rp.test/cb', 'web'],
    ['redirect_uri_not_registered', 'http://rp.test/cb', 'web'],
    ['redirect_uri_not_registered', 'https://rp.test/*', 'web'],
    ['redirect_uri_not_registered', 'https://rp.test/cb#x', 'web'],
    ['redirect_uri_not_registered', 'https://rp.test@evil.test/cb', 'web'],
    ['redirect_uri_not_registered', 'https://rp.test/cb?code=***', 'web'],
    ['redirect_uri_not_registered', `https://rp.test/${'x'.repeat(100)}…`, 'web'],
    ['redirect_uri_not_registered', 'javascript:alert(1)', 'web'],
    ['redirect_uri_not_registered', 'ftp://rp.test/cb', 'web'],
    ['origin_not_allowed', undefined, 'web'],
    ['origin_not_allowed', 'https://rp.test/', 'web'],
    ['origin_not_allowed', 'chrome-extension://abcdefgh', 'web'],
    ['origin_not_allowed', 'null', 'web'],
    ['origin_not_allowed', 'https://pages.test', 'pages'],
    ['scope_not_allowed', 'openid', 'web'],
    ['scope_not_allowed', 'closed', 'web'],
    ['scope_not_allowed', 'nowhere', 'web'],
    ['scope_not_allowed', adminScopes.edit, 'web'],
    ['grant_type_not_allowed', 'authorization_code', 'web'],
    ['grant_type_not_allowed', 'password', 'web'],
    ['grant_type_not_allowed', 'implicit', 'web'],
    ['grant_type_not_allowed', 'urn:ietf:params:oauth:grant-type:token-exchange', 'web'],
    ['grant_type_not_allowed', 'client_credentials', 'app'],
  ])('%s with %s by %s has none', (rule, received, clientId) => {
    expect(fixOf(rule, received, clientId)).toBeNull();
  });
});

describe('fixedSince()', () => {
  const since = (rule: string, received: string, clientId = 'web') =>
    fixedSince(rule, { received }, { client: clients.get(clientId) ?? null, scopes });

  it.each([
    ['redirect_uri_not_registered', 'https://rp.test/cb', 'redirect_uri'],
    ['scope_not_allowed', 'openid', 'scope'],
    ['grant_type_not_allowed', 'authorization_code', 'grant'],
  ])('%s: names what the client has by now', (rule, received, kind) => {
    expect(since(rule, received)).toBe(kind);
    expect(since(rule, received, 'nobody')).toBeNull();
    expect(since('code_unknown', received)).toBeNull();
  });

  it.each(Object.entries(fixable))('%s: is null for what can still be fixed', (rule, received) => {
    expect(since(rule, received)).toBeNull();
  });
});
