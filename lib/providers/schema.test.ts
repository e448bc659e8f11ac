import { expect, it } from 'vitest';
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
