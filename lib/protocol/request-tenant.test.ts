import { describe, expect, it } from 'vitest';
import { toBrand } from '#lib/tenants/brand';
import { lookOf } from '#lib/tenants/look';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { tenantSchema } from '#lib/tenants/schema';
import { testClient } from '#lib/testing/client';
import { plainBrand } from '#lib/theme/brand';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { applicableAcrValues, hasLostTenant, mayEnter, requestFrame, requestTenant } from './request-tenant';

const tenants = new Map(
  [
    { name: 'acme', display_name: 'Acme' },
    { name: 'globex', display_name: 'Globex' },
    { name: 'off', display_name: 'Off', enabled: false },
  ].map((entry) => [entry.name, tenantSchema.parse(entry)]),
);
const brands = new Map([...tenants].map(([name, tenant]) => [name, toBrand(lookOf(defaultPortal, tenant))]));
const snapshot = { tenants, brand: plainBrand, brands };

describe('requestTenant (semantics §1.9)', () => {
  it.each([
    ['nothing', null, null, undefined],
    ['a tenant', null, 'tenant:acme', 'acme'],
    ['the first of two', null, 'urn:x tenant:globex tenant:acme', 'globex'],
    ['an unknown one', null, 'tenant:nobody', undefined],
    ['one that is switched off', null, 'tenant:off', undefined],
    ['a client of a tenant', 'acme', null, 'acme'],
    ['a client of a tenant that asks for another', 'acme', 'tenant:globex', 'acme'],
    ['a client of a tenant that is switched off', 'off', 'tenant:acme', 'off'],
  ])('%s', (_, tenant, acrValues, expected) => {
    expect(requestTenant({ client: testClient({ tenant }), acrValues }, snapshot)?.name).toBe(expected);
  });
});

describe('a request that waits (semantics §1.9)', () => {
  it.each([
    ['nothing', null, null, null],
    ['everything without a tenant', null, 'silver gold', 'silver gold'],
    ['everything with its tenant', null, 'silver tenant:acme', 'silver tenant:acme'],
    ['no tenant that does not exist', null, 'silver tenant:nobody', 'silver'],
    ['no tenant that is switched off', null, 'tenant:off', null],
    ['everything under the tenant of its client', 'acme', 'tenant:nobody silver', 'tenant:nobody silver'],
  ])('keeps of its acr_values %s', (_, tenant, acrValues, expected) => {
    expect(applicableAcrValues({ client: testClient({ tenant }), acrValues }, snapshot)).toBe(expected);
  });

  it.each([
    ['without a tenant', null, null, false],
    ['under its tenant', null, 'tenant:acme', false],
    ['under one that was switched off', null, 'tenant:off', true],
    ['under one that was deleted', null, 'tenant:nobody', true],
    ['under the tenant of its client', 'acme', 'tenant:off', false],
  ])('lost its tenant or not: %s', (_, tenant, acrValues, expected) => {
    expect(hasLostTenant({ client: testClient({ tenant }), acrValues }, snapshot)).toBe(expected);
  });
});

describe('mayEnter (security #118)', () => {
  it.each<[string, UserTenants, string | null, boolean]>([
    ['a person of all tenants without a tenant', 'all', null, true],
    ['a person of no tenant without a tenant', 'none', null, true],
    ['a restricted person without a tenant', ['acme'], null, true],
    ['a person of all tenants', 'all', 'acme', true],
    ['a person of no tenant', 'none', 'acme', false],
    ['a person whose list is empty', [], 'acme', false],
    ['a person of the tenant', ['globex', 'acme'], 'acme', true],
    ['a person of another tenant', ['globex'], 'acme', false],
    ['anybody under a tenant that is switched off', 'all', 'off', false],
    ['its own people under a tenant that is switched off', ['off'], 'off', false],
  ])('%s', (_, own, tenant, expected) => {
    expect(mayEnter({ tenants: own }, tenant === null ? null : (tenants.get(tenant) ?? null))).toBe(expected);
  });
});

describe('requestFrame', () => {
  it.each([
    [null, 'page'],
    ['page', 'page'],
    ['popup', 'popup'],
    ['touch', 'touch'],
    ['wap', 'wap'],
    ['hologram', 'page'],
  ])('display=%s gives the page as %s (OpenID Connect Core §3.1.2.1)', (display, expected) => {
    expect(requestFrame({ client: testClient(), acrValues: null, display }, snapshot)).toEqual({
      brand: plainBrand,
      display: expected,
    });
  });

  it('looks neutral for a tenant that is unknown or switched off, also to its own clients', () => {
    for (const tenant of ['off', 'nobody']) {
      expect(requestFrame({ client: testClient(), acrValues: `tenant:${tenant}` }, snapshot).brand).toBe(plainBrand);
      expect(requestFrame({ client: testClient({ tenant }), acrValues: null }, snapshot).brand).toBe(plainBrand);
    }
    expect(requestFrame({ client: testClient(), acrValues: 'tenant:acme' }, snapshot).brand.name).toBe('Acme');
  });
});
