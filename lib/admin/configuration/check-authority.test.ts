import { describe, expect, it } from 'vitest';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { isForOwner } from './check-authority';

const hub = { name: 'hub', issuer: 'https://hub.test', client_secret: 'sealed', acr_mapping: {} };
const vouching = { ...hub, acr_mapping: { mfa: 2, low: 1 } };
const pair = ['9188040d-6c67-4c5b-b112-36a304b66dad', '9188040d-6c67-4c5b-b112-36a304b66dae'];
const shared = { ...vouching, allowed_tenants: pair };
const apple = { ...hub, client_secret: null, private_key: { sealed: 'the key' } };
const elsewhere = { issuer: 'https://other.test', client_secret: 'of the other' };

describe('a change of a provider by an editor (security #161, #210)', () => {
  it.each<[string, Wire | null, Wire | null, boolean]>([
    ['a new provider', null, hub, false],
    ['a new provider with a level of 1', null, { ...hub, acr_mapping: { low: 1 } }, false],
    ['a new provider with a level of 2', null, { ...hub, acr_mapping: { mfa: 2 } }, true],
    ['a new provider with a level of 4', null, { ...hub, acr_mapping: { gold: 4 } }, true],
    ['a value that gets level 1', hub, { ...hub, acr_mapping: { low: 1 } }, false],
    ['a value that gets level 2', hub, { ...hub, acr_mapping: { mfa: 2 } }, true],
    ['another value for the same level', vouching, { ...hub, acr_mapping: { mfa: 2, pwd: 2 } }, true],
    ['a level that is raised from 1', vouching, { ...hub, acr_mapping: { mfa: 2, low: 2 } }, true],
    ['a level that is raised from 2', vouching, { ...hub, acr_mapping: { mfa: 4 } }, true],
    ['a level that is lowered', { ...hub, acr_mapping: { mfa: 4 } }, vouching, false],
    ['a level that is taken away', vouching, hub, false],
    ['another name of the provider', vouching, { ...vouching, display_name: 'Hub' }, false],
    ['another issuer with its own secret', hub, { ...hub, ...elsewhere }, false],
    ['another issuer with the stored secret', hub, { ...hub, issuer: elsewhere.issuer }, true],
    ['another issuer that keeps the levels', vouching, { ...vouching, ...elsewhere }, true],
    ['another type with the stored secret', hub, { ...hub, type: 'x' }, true],
    ['another issuer with the stored key', apple, { ...apple, issuer: elsewhere.issuer }, true],
    [
      'another issuer that gets the stored key as its secret',
      apple,
      { ...hub, ...elsewhere, client_secret: apple.private_key },
      true,
    ],
    ['another tenant that gets the levels', { ...shared, allowed_tenants: pair.slice(1) }, shared, true],
    [
      'another tenant without a level',
      { ...hub, allowed_tenants: pair.slice(1) },
      { ...hub, allowed_tenants: pair },
      false,
    ],
    ['the list of tenants that is taken away', shared, { ...shared, allowed_tenants: [] }, true],
    ['a tenant that is taken away', shared, { ...shared, allowed_tenants: pair.slice(1) }, false],
    ['another client there', vouching, { ...vouching, client_id: 'of the editor', client_secret: 'its own' }, true],
    ['another client without a level', hub, { ...hub, client_id: 'of the editor', client_secret: 'its own' }, false],
    ['a provider that is enabled', { ...vouching, enabled: false }, vouching, true],
    ['a provider without a level that is enabled', { ...hub, enabled: false }, hub, false],
    ['a provider that is disabled', vouching, { ...vouching, enabled: false }, false],
    ['a provider that is deleted', vouching, null, false],
  ])('%s', (_, before, after, expected) => {
    const change = { section: 'identity_providers', before, after } as const;
    expect(isForOwner({ role: 'editor' }, change)).toBe(expected);
    expect(isForOwner({ role: 'owner' }, change)).toBe(false);
  });
});

describe('a change of a provider that decides who is in a group of the owners (security #205, #210)', () => {
  const mapping = (values: object, more: object = {}) => ({
    claim: 'groups',
    values,
    expires_after_days: null,
    ...more,
  });
  const mapped = { ...hub, group_mapping: mapping({ x: ['Consoles'], y: ['ops'] }) };
  const free = { ...hub, group_mapping: mapping({ y: ['ops'] }) };
  it.each<[string, Wire | null, Wire | null, boolean]>([
    ['a new mapping', hub, mapped, true],
    ['a new provider with one', null, mapped, true],
    ['a provider that is deleted', mapped, null, true],
    ['a mapping that ends', mapped, hub, true],
    ['another value', mapped, { ...hub, group_mapping: mapping({ z: ['consoles'] }) }, true],
    ['another claim', mapped, { ...mapped, group_mapping: mapping({ x: ['Consoles'] }, { claim: 'roles' }) }, true],
    [
      'another end',
      mapped,
      { ...mapped, group_mapping: mapping({ x: ['Consoles'] }, { expires_after_days: 1 }) },
      true,
    ],
    ['another issuer', mapped, { ...mapped, ...elsewhere }, true],
    ['another client there', mapped, { ...mapped, client_id: 'of the editor', client_secret: 'its own' }, true],
    ['a provider that is enabled', { ...mapped, enabled: false }, mapped, true],
    ['a provider that is disabled', mapped, { ...mapped, enabled: false }, false],
    ['more tenants', { ...mapped, allowed_tenants: pair.slice(1) }, { ...mapped, allowed_tenants: pair }, true],
    ['fewer tenants', { ...mapped, allowed_tenants: pair }, { ...mapped, allowed_tenants: pair.slice(1) }, true],
    [
      'the same tenants in another order',
      { ...mapped, allowed_tenants: pair },
      { ...mapped, allowed_tenants: pair.toReversed() },
      false,
    ],
    ['another name of the provider', mapped, { ...mapped, display_name: 'Hub' }, false],
    ['a mapping to other groups', hub, free, false],
    ['another issuer with a mapping to other groups', free, { ...free, ...elsewhere }, false],
  ])('%s', (_, before, after, expected) => {
    const change = { section: 'identity_providers', before, after } as const;
    const owned = new Set(['consoles']);
    expect(isForOwner({ role: 'editor' }, change, owned)).toBe(expected);
    expect(isForOwner({ role: 'owner' }, change, owned)).toBe(false);
  });
});
