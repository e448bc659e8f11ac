import { beforeAll, describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import type { Context } from '#lib/context';
import { masterSecret } from '#lib/crypto/master-secret';
import { parseSettings } from '#lib/settings/parse';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createTestDatabase } from '#lib/testing/database';
import { jsonProblems } from '#lib/vocabulary/json';
import { isOAuthError } from '../oauth-error';
import { checkDocument } from './check-document';

const url = 'https://app.example/agent.json';
const secret = 'a secret of this test, of some length';
const document = {
  client_id: url,
  client_name: 'Example Agent',
  redirect_uris: ['https://app.example/cb', 'http://127.0.0.1/cb'],
};
const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
let circumstances: Pick<Context, 'settings' | 'snapshot'>;

beforeAll(async () => {
  const open = await createTestDatabase();
  const snapshot = await loadSnapshot(open.db, masterSecret(secret), new Date());
  const settings = parseSettings(
    { SIGNET_ISSUER: 'https://op.test', SIGNET_SECRET: secret },
    { readSecretFile: () => secret, fileExists: () => false, processors: 1 },
  );
  circumstances = { settings, snapshot };
  await open.close();
});

function check(changes: object, trustedDomains: string[] = []) {
  const { settings, snapshot } = circumstances;
  const portal = { ...snapshot.portal, agents: { ...snapshot.portal.agents, trustedDomains } };
  const text = JSON.stringify({ ...document, ...changes });
  const former = { ...blankClient(url), selfRegistered: true };
  return checkDocument(text, former, { settings, snapshot: { ...snapshot, portal } });
}

describe('a metadata document describes a client', () => {
  it('that is public, self-registered and identified by the digest of the document', () => {
    expect(check({})).toMatchObject({
      clientId: url,
      clientName: 'Example Agent',
      selfRegistered: true,
      tokenEndpointAuthMethod: 'none',
      redirectUris: document.redirect_uris,
      secrets: [],
      documentHash: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it.each([
    [
      'with what describes it, without what is unusable of that',
      {
        contacts: ['ops@app.example', ''],
        software_id: 'agent',
        software_version: 2,
        client_uri: '',
        logo_uri: 'logo.png',
      },
      { contacts: ['ops@app.example'], softwareId: 'agent', softwareVersion: null, clientUri: null, logoUri: null },
    ],
    ['with members that nobody knows', { logo_theme: 'dark', 'x-y': [1] }, {}],
    [
      'with private_key_jwt and public keys',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] } },
      { tokenEndpointAuthMethod: 'private_key_jwt' },
    ],
    [
      'without the grants that it may not have',
      { grant_types: ['authorization_code', 'client_credentials'] },
      { grantTypes: ['authorization_code'] },
    ],
    [
      'without a foreign redirect URI beside its own',
      { redirect_uris: ['https://other.example/cb', 'https://app.example/cb'] },
      { redirectUris: ['https://app.example/cb'] },
    ],
    [
      'without a redirect URI that is no address',
      { redirect_uris: ['https://[', 'https://app.example/cb'] },
      { redirectUris: ['https://app.example/cb'] },
    ],
    ['without members that are null', { client_secret: null, request_uris: null }, { secrets: [], requestUris: [] }],
    [
      'with loopback redirect URIs alone',
      { redirect_uris: ['http://localhost/cb'] },
      { redirectUris: ['http://localhost/cb'] },
    ],
  ])('%s', (_, changes, expected) => {
    expect(check(changes)).toMatchObject(expected);
  });

  it.each([
    ['client_uri', 'clientUri', null],
    ['logo_uri', 'logoUri', null],
    ['tos_uri', 'tosUri', null],
    ['policy_uri', 'policyUri', null],
    ['contacts', 'contacts', []],
  ] as const)('without a %s that is empty or unusable (RFC 7591 §2)', (member, key, left) => {
    for (const value of ['', 'javascript:alert(1)', 7, {}, [''], `https://app.example/${'x'.repeat(3000)}`]) {
      expect(check({ [member]: value }), JSON.stringify(value).slice(0, 40)).toMatchObject({ [key]: left });
    }
  });

  it('of a trusted domain with foreign redirect URIs', () => {
    const redirect_uris = ['https://other.example/cb'];
    expect(check({ redirect_uris }, ['app.example'])).toMatchObject({ redirectUris: redirect_uris });
  });

  it.each([
    ['another client_id', { client_id: `${url}x` }, 'document_mismatch'],
    ['no client_id', { client_id: undefined }, 'document_mismatch'],
    ['a client_id in another case', { client_id: 'https://APP.example/agent.json' }, 'document_mismatch'],
    ['no name', { client_name: undefined }, 'document_unusable'],
    ['no redirect URIs', { redirect_uris: undefined }, 'document_unusable'],
    ['an empty list of redirect URIs', { redirect_uris: [] }, 'document_unusable'],
    [
      'redirect URIs of another origin alone',
      { redirect_uris: ['https://other.example/cb'] },
      'document_redirect_foreign',
    ],
    [
      'redirect URIs of another port alone',
      { redirect_uris: ['https://app.example:8443/cb'] },
      'document_redirect_foreign',
    ],
    ['a redirect URI that is no address alone', { redirect_uris: ['https://['] }, 'document_redirect_foreign'],
    [
      'a list in place of a redirect URI',
      { redirect_uris: [['https://other.example/cb'], 'https://app.example/cb'] },
      'document_unusable',
    ],
    ['a redirect URI that nobody may register', { redirect_uris: ['javascript:alert(1)'] }, 'document_unusable'],
    ['client_secret', { client_secret: 'x' }, 'document_unusable'],
    ['client_secret_expires_at', { client_secret_expires_at: 0 }, 'document_unusable'],
    ['client_secret_basic', { token_endpoint_auth_method: 'client_secret_basic' }, 'document_unusable'],
    ['client_secret_post', { token_endpoint_auth_method: 'client_secret_post' }, 'document_unusable'],
    ['private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }, 'document_unusable'],
    [
      'a private key',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ ...key, d: 'x' }] } },
      'document_unusable',
    ],
    [
      'a symmetric key',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'x' }] } },
      'document_unusable',
    ],
    ['a back-channel logout URI', { backchannel_logout_uri: 'https://app.example/out' }, 'document_unusable'],
    ['a front-channel logout URI', { frontchannel_logout_uri: 'https://app.example/out' }, 'document_unusable'],
    ['post-logout redirect URIs', { post_logout_redirect_uris: ['https://app.example/out'] }, 'document_unusable'],
    ['sector_identifier_uri', { sector_identifier_uri: 'https://app.example/s' }, 'document_unusable'],
    ['request_uris', { request_uris: ['https://app.example/r'] }, 'document_unusable'],
    ['a grant alone that it may not have', { grant_types: ['client_credentials'] }, 'document_unusable'],
    [
      'a jwks_uri in a private network',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://10.0.0.1/jwks' },
      'document_unusable',
    ],
  ])('and fails with %s (security #188)', (_, changes, rule) => {
    const error = check(changes);
    expect(isOAuthError(error) ? error.rule : error).toBe(rule);
  });

  it.each([
    ['HTML', '<html></html>', 'malformed'],
    ['a name twice', `{"client_id":"${url}","client_id":"${url}"}`, 'repeated_name'],
    ['JSON 20 levels deep', `${'['.repeat(20)}${']'.repeat(20)}`, 'too_deep'],
  ] as const)('and is none with %s, which is the reason that it gives', (_, text, problem) => {
    const former = { ...blankClient(url), selfRegistered: true };
    const reason = `it ${jsonProblems[problem]}`;
    expect(checkDocument(text, former, circumstances)).toMatchObject({ rule: 'document_unusable', facts: { reason } });
  });

  it('and is none with a list', () => {
    const former = { ...blankClient(url), selfRegistered: true };
    expect(checkDocument('[]', former, circumstances)).toMatchObject({ rule: 'document_unusable' });
  });

  it('and both values when they differ', () => {
    expect(check({ client_id: 'https://other.example/x' })).toMatchObject({
      facts: { received: 'https://other.example/x', registered: [url] },
    });
    expect(check({ client_id: 5 })).toMatchObject({ facts: { received: 'none', registered: [url] } });
  });
});
