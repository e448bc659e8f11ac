import { expect, it } from 'vitest';
import { type AcrValues, parseAcrValues } from './acr-values';

it.each<[string | null | undefined, AcrValues]>([
  [null, { provider: null, tenant: null, others: [] }],
  [undefined, { provider: null, tenant: null, others: [] }],
  ['', { provider: null, tenant: null, others: [] }],
  ['tenant:acme', { provider: null, tenant: 'acme', others: [] }],
  ['idp:corp  tenant:acme', { provider: 'corp', tenant: 'acme', others: ['idp:corp'] }],
  ['tenant:a tenant:b idp:x idp:y', { provider: 'x', tenant: 'a', others: ['idp:x', 'idp:y'] }],
  ['urn:mfa tenant:acme 2', { provider: null, tenant: 'acme', others: ['urn:mfa', '2'] }],
  ['tenant: idp:', { provider: null, tenant: null, others: ['idp:'] }],
  ['Tenant:acme xtenant:acme', { provider: null, tenant: null, others: ['Tenant:acme', 'xtenant:acme'] }],
])('acr_values %j is read as %j (semantics §1.9)', (value, expected) => {
  expect(parseAcrValues(value)).toEqual(expected);
});
