import { expect, it } from 'vitest';
import { brandOf } from './provider-brand';

it.each([
  ['https://accounts.google.com', 'google'],
  ['https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0', 'microsoft'],
  ['https://gitlab.com', 'gitlab'],
  ['https://gitlab.contoso.example', 'gitlab'],
  ['https://slack.com', 'slack'],
  ['https://www.linkedin.com/oauth', 'linkedin'],
  ['https://contoso.okta.com/oauth2/default', 'okta'],
  ['https://contoso.eu.auth0.com/', 'auth0'],
  ['https://login.contoso.example/realms/main', 'keycloak'],
  ['https://login.contoso.example/auth/realms/main', 'keycloak'],
  ['https://accounts.google.com.attacker.example', null],
  ['https://attacker.example/accounts.google.com', null],
  ['https://notokta.com', null],
  ['https://login.contoso.example', null],
  ['not an address', null],
])('the issuer %s has the mark of %s', (issuer, brand) => {
  expect(brandOf({ type: 'oidc', issuer })).toBe(brand);
});

it('GitHub has its mark even on GitHub Enterprise Server', () => {
  expect(brandOf({ type: 'github', issuer: null })).toBe('github');
  expect(brandOf({ type: 'github', issuer: 'https://github.contoso.example' })).toBe('github');
});
