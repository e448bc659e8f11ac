import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { parseParameters } from '#lib/http/form';
import { testRequest } from '#lib/testing/authorization-request';
import { testClient, withClient } from '#lib/testing/client';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, redirectUri } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { resolveAgain, resolveRedirect } from './trusted-redirect';

const longest = `https://rp.test/${'a'.repeat(384)}`;

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const at = (change: Partial<Client> = {}) =>
  withClient(provider.context(), testClient({ redirectUris: [redirectUri, longest, `${longest}a`], ...change }));

function resolve(fields: FormFields, change?: Partial<Client>) {
  const parameters = parseParameters(authorizeRequest(fields).path.split('?')[1] ?? '');
  if (parameters === null) throw new Error('no parameters');
  return resolveRedirect(parameters, at(change));
}

describe('a request that is answered on our own page (semantics §1.2 rows 1 to 9)', () => {
  it.each<[string, FormFields, Partial<Client>, string, string]>([
    ['no client_id', { client_id: undefined }, {}, 'invalid_request', 'client_id_missing'],
    ['the right client_id twice', { client_id: ['web', 'web'] }, {}, 'invalid_request', 'client_id_repeated'],
    ['a client_id that nobody can have', { client_id: 'x'.repeat(101) }, {}, 'invalid_request', 'client_id_missing'],
    ['an unknown client', { client_id: 'nope' }, {}, 'invalid_client', 'client_unknown'],
    ['a disabled client', {}, { enabled: false }, 'invalid_client', 'client_unknown'],
    ['no redirect_uri', { redirect_uri: undefined }, {}, 'missing_redirect_uri', 'redirect_uri_missing'],
    [
      'the right redirect_uri twice',
      { redirect_uri: [redirectUri, redirectUri] },
      {},
      'invalid_request',
      'client_id_repeated',
    ],
    [
      'another redirect_uri',
      { redirect_uri: `${redirectUri}/` },
      {},
      'invalid_redirect_uri',
      'redirect_uri_not_registered',
    ],
    [
      'one that is longer than any that can be registered',
      { redirect_uri: `${longest}a` },
      {},
      'invalid_redirect_uri',
      'redirect_uri_not_registered',
    ],
  ])('has %s', (_, fields, change, problem, rule) => {
    expect(resolve(fields, change)).toMatchObject({ problem, error: { rule } });
  });

  it.each<[string, FormFields, Partial<Client>, object]>([
    ['that nobody knows the client', { client_id: 'nope' }, {}, { received: 'nope', reason: 'unknown client' }],
    ['that the client is disabled', {}, { enabled: false }, { received: 'web', reason: 'client disabled' }],
    [
      'what was received and what is registered',
      { redirect_uri: 'https://evil.test/' },
      { redirectUris: [redirectUri] },
      { received: 'https://evil.test/', registered: [redirectUri], isPortFree: false },
    ],
    [
      'that any port of this machine is right',
      { redirect_uri: 'http://127.0.0.1:1/' },
      { applicationType: 'native' },
      { isPortFree: true },
    ],
    ['the beginning of what was received', { redirect_uri: `${longest}${'b'.repeat(400)}` }, {}, { received: longest }],
  ])('tells its developer %s', (_, fields, change, facts) => {
    expect(resolve(fields, change)).toMatchObject({ error: { facts } });
  });
});

describe('the trusted redirect', () => {
  it('may be the longest that can be registered', () => {
    expect(resolve({ redirect_uri: longest })).toMatchObject({ redirectUri: longest });
  });

  it.each<[string, FormFields['state'], string | null]>([
    ['as it came', 's1', 's1'],
    ['of 4,096 characters', 'x'.repeat(4096), 'x'.repeat(4096)],
    ['not of 4,097', 'x'.repeat(4097), null],
    ['not when it came twice', ['s1', 's1'], null],
    ['nor without one', undefined, null],
  ])('gets its state back: %s (security #9, #13)', (_, state, expected) => {
    expect(resolve({ state })).toMatchObject({ redirectUri, state: expected });
  });
});

describe('a request that waited for a person', () => {
  it('goes to its redirect URI', () => {
    expect(resolveAgain(testRequest(), at())).toMatchObject({ redirectUri, responseMode: 'query', state: 's1' });
  });

  it.each<[string, Partial<Client>, string]>([
    ['the client was disabled', { enabled: false }, 'client_unknown'],
    ['the client lost the address', { redirectUris: [longest] }, 'redirect_uri_not_registered'],
  ])('goes nowhere after %s', (_, change, rule) => {
    const resolved = resolveAgain(testRequest(), at(change));
    expect(resolved).toMatchObject({ error: { rule } });
    expect(resolved).not.toHaveProperty('responseMode');
  });
});
