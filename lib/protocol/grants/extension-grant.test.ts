import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseParameters } from '#lib/http/form';
import { fixtures, secrets } from '#lib/testing/fixtures';
import { createTestProvider, encodeForm, type FormFields, type TestProvider } from '#lib/testing/provider';
import { badge } from './badge.fixture';

const people = [
  { username: 'badge-4711', claims: { role: ['packer'] } },
  { username: 'badge-13', enabled: false },
];
const kiosk = {
  client_id: 'kiosk',
  client_secrets: [{ value: secrets.web }],
  scope: 'openid profile orders offline_access signet.admin.read',
};

let provider: TestProvider;
beforeAll(async () => {
  const client = { ...kiosk, grant_types: [badge.grantType, 'refresh_token'] };
  provider = await createTestProvider({ ...fixtures, users: people, clients: [client] });
});
afterAll(() => provider.close());

const use = (fields: FormFields) => {
  const context = provider.context();
  const parameters = parseParameters(encodeForm(fields));
  const client = context.snapshot.clients.get('kiosk');
  if (parameters === null || client === undefined) throw new Error('the fixture is incomplete');
  const http = { method: 'POST', path: '/connect/token', query: '', headers: {}, body: '', clientAddress: '192.0.2.1' };
  return badge.handle({ parameters, client, proof: { dpop: null, certificate: null }, http, context });
};

describe('the example of docs/extension-grants.md (semantics §2.9)', () => {
  it('is the tested code', () => {
    const documented = readFileSync('docs/extension-grants.md', 'utf8');
    expect(documented).toContain(readFileSync('lib/protocol/grants/badge.fixture.ts', 'utf8'));
  });

  it('issues tokens of the person, no ID token, and its own field', async () => {
    expect(await use({ badge: '4711', scope: 'openid orders offline_access' })).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'openid orders offline_access',
      custom: { badge: '4711' },
    });
  });

  it.each<[string, FormFields, string]>([
    ['no badge', {}, 'invalid_request'],
    ['a badge too long', { badge: 'x'.repeat(21) }, 'invalid_grant'],
    ['an unknown badge', { badge: '0815' }, 'invalid_grant'],
    ['the badge of a disabled person', { badge: '13' }, 'invalid_grant'],
    [
      'a scope that administers, because a badge shows too little (security #191)',
      { badge: '4711', scope: 'signet.admin.read' },
      'invalid_grant',
    ],
    ['an unknown scope, before the badge', { badge: '0815', scope: 'nope' }, 'invalid_scope'],
  ])('refuses %s', async (_, fields, code) => {
    await expect(async () => use(fields)).rejects.toMatchObject({ code });
  });
});
