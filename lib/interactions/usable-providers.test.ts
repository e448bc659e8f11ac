import { describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#lib/providers/provider';
import { providerSchema } from '#lib/providers/schema';
import { requestedProvider, usableProviders } from './usable-providers';

const provider = (name: string, enabled = true): [string, IdentityProvider] => {
  const file = { name, display_name: name, type: 'oidc', issuer: `https://${name}.test`, client_id: 'signet', enabled };
  return [name, { ...providerSchema.parse(file), clientSecret: null }];
};
const providers = new Map([provider('hub'), provider('corp'), provider('off', false), provider('denied')]);
const rules = { localLogin: true, identityProviders: { deny: ['denied'] }, defaultMaxAge: null } as const;
const tenant = { identityProviders: ['corp', 'off', 'denied'] };

const namesOf = (found: readonly IdentityProvider[]) => found.map(({ name }) => name);

describe('the providers that people may choose', () => {
  it('are the enabled ones that the client allows, in the order of their buttons', () => {
    expect(namesOf(usableProviders({ rules, tenant: null }, { providers }))).toEqual(['hub', 'corp']);
  });

  it('must be allowed by the tenant too', () => {
    expect(namesOf(usableProviders({ rules, tenant }, { providers }))).toEqual(['corp']);
  });
});

describe('the provider that a request names (design: unusable providers)', () => {
  it.each<[string | null, string | null]>([
    ['idp:corp', 'corp'],
    ['tenant:acme idp:corp', 'corp'],
    ['idp:local', 'local'],
    ['idp:hub', null],
    ['idp:off', null],
    ['idp:denied', null],
    ['idp:unknown', null],
    ['tenant:acme', null],
    [null, null],
  ])('by %j is %j', (acrValues, expected) => {
    expect(requestedProvider(acrValues, { rules, tenant }, { providers })).toBe(expected);
  });

  it('is not the password if the client allows none', () => {
    const asked = { rules: { ...rules, localLogin: false }, tenant: null };
    expect(requestedProvider('idp:local', asked, { providers })).toBeNull();
  });
});
