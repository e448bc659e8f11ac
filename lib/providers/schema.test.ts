import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { providerSchema } from './schema';

const oidc = { name: 'corp', display_name: 'Corp', type: 'oidc', client_id: 'signet' };
const github = { name: 'github', display_name: 'GitHub', type: 'github', client_id: 'x', client_secret: 'y' };
const levels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));
const entra = (tenant: string) => ({ ...oidc, issuer: `https://login.microsoftonline.com/${tenant}/v2.0` });

it.each([
  ['an issuer', { ...oidc, issuer: 'https://login.contoso.example' }],
  ['an issuer with a path', { ...oidc, issuer: 'https://keycloak.example/realms/main' }],
  ['the issuer of one Entra tenant', entra('11111111-2222-3333-4444-555555555555')],
  ['github', github],
  ['levels of its acr and amr', { ...github, acr_mapping: { 'urn:corp:strong sign-in': 2, mfa: 2, hwk: 4 } }],
  ['a GitHub Enterprise Server', { ...github, issuer: 'https://github.example.com' }],
])('a provider with %s is accepted', (_, entry) => expect(providerSchema.safeParse(entry).success).toBe(true));

it.each([
  ['oidc without an issuer', oidc, 'issuer_missing'],
  ['the shared issuer of Entra', entra('common'), 'issuer_shared'],
  ['the issuer of all Entra organizations', entra('organizations'), 'issuer_shared'],
  ['the issuer of Microsoft consumers', entra('consumers'), 'issuer_shared'],
  ['a GitHub server with a path', { ...github, issuer: 'https://github.example.com/api' }, 'issuer_origin'],
  ['a GitHub server with a slash', { ...github, issuer: 'https://github.example.com/' }, 'issuer_origin'],
  ['github without a secret', { ...github, client_secret: null }, 'provider_secret_missing'],
  ['the name that stands for passwords', { ...oidc, name: 'local', issuer: 'https://x.example' }, 'provider_reserved'],
  ['an invalid level', { ...github, acr_mapping: { mfa: 5 } }, 'invalid_union'],
  ['levels without a value', { ...github, acr_mapping: { '': 2 } }, 'invalid_key'],
  ['too many levels', { ...github, acr_mapping: levels(51) }, 'too_many_names'],
])('%s is refused (security #111)', (_, entry, code) => {
  const result = providerSchema.safeParse(entry);
  const codes = result.error?.issues.map((issue) => ('params' in issue ? issue.params?.code : issue.code));
  expect(codes).toContain(code);
});

describe('how a provider is reached (OAuth 2.0 Form Post Response Mode §2, RFC 6749 §2.3)', () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const tenant = '9188040D-6C67-4C5B-B112-36A304B66DAD';
  const shared = 'https://login.microsoftonline.com/common/v2.0';
  const base = { name: 'a', display_name: 'A', type: 'oidc', issuer: 'https://idp.example', client_id: 'c' };
  const apple = { team_id: 'TEAM000001', key_id: 'KEY0000001', private_key: key };
  const read = (changes: object) => providerSchema.safeParse({ ...base, ...changes });

  it('has defaults', () => {
    expect(read({}).data).toMatchObject({
      responseMode: 'query',
      tokenEndpointAuthMethod: null,
      allowedTenants: [],
      teamId: null,
      keyId: null,
      privateKey: null,
    });
  });

  it.each([
    apple,
    { ...apple, token_endpoint_auth_method: 'client_secret_post', response_mode: 'form_post' },
    { token_endpoint_auth_method: 'none' },
    { client_secret: 's', token_endpoint_auth_method: 'client_secret_basic' },
    { issuer: shared, allowed_tenants: [tenant] },
  ])('takes %j', (changes) => {
    expect(read(changes).error).toBeUndefined();
  });

  it('compares tenants in lower case, as tokens have them', () => {
    expect(read({ issuer: shared, allowed_tenants: [tenant] }).data?.allowedTenants).toEqual([tenant.toLowerCase()]);
  });

  it.each<[string, object]>([
    ['issuer', { issuer: shared }],
    ['allowed_tenants.0', { issuer: shared, allowed_tenants: ['contoso.example'] }],
    ['private_key', { team_id: 'TEAM000001' }],
    ['private_key', { ...apple, key_id: null }],
    ['private_key', { ...apple, private_key: 'no key' }],
    ['private_key', { ...apple, private_key: other }],
    ['client_secret', { ...apple, client_secret: 's' }],
    ['token_endpoint_auth_method', { ...apple, token_endpoint_auth_method: 'none' }],
    ['token_endpoint_auth_method', { token_endpoint_auth_method: 'client_secret_post' }],
    ['response_mode', { type: 'x', issuer: null, client_secret: 's', response_mode: 'form_post' }],
    ['allowed_tenants', { type: 'facebook', issuer: null, client_secret: 's', allowed_tenants: [tenant] }],
    ['issuer', { type: 'x', client_secret: 's' }],
    ['client_secret', { type: 'facebook', issuer: null }],
  ])('refuses at %s: %j', (path, changes) => {
    expect(read(changes).error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});
