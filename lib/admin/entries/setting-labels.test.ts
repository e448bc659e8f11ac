import { expect, it } from 'vitest';
import { fieldAddress, shownValue } from './setting-labels';

const client = { section: 'clients', client_id: 'a b', tab: 'access' };
const tenant = { section: 'tenants', name: 'acme', tab: 'branding' };

it.each([
  ['a field of the form', client, 'scope', '#field-scope'],
  ['a field of another page', client, 'redirect_uris', '/admin/clients/~YSBi/settings?all=1#field-redirect_uris'],
  ['the secrets', client, 'client_secrets', '/admin/clients/~YSBi/credentials#secrets'],
  ['the secrets on their page', { ...client, tab: 'credentials' }, 'client_secrets', '#secrets'],
  ['a field of a tenant', tenant, 'display_name', '/admin/tenants/acme?all=1#field-display_name'],
  ['the note', client, 'reason', '#field-reason'],
  ['the field in a form without an entry', {}, 'redirect_uris', '#field-redirect_uris'],
  ['the field in a form that creates an entry', { section: 'clients' }, 'redirect_uris', '#field-redirect_uris'],
])('a problem of a form links to %s', (_, hidden, input, address) => {
  expect(fieldAddress(hidden, input)).toBe(address);
});

it.each([
  ['a choice', 'clients', 'access', 'assigned', 'Only people I choose'],
  ['a text', 'clients', 'client_name', 'everyone', 'everyone'],
  ['an unknown choice', 'clients', 'access', 'toString', 'toString'],
  ['a list', 'clients', 'access_groups', ['everyone'], ['everyone']],
  ['a section without a form', 'users', 'access', 'assigned', 'assigned'],
])('a difference tells %s in the words of the form', (_, section, key, value, shown) => {
  expect(shownValue(section, key, value)).toEqual(shown);
});
