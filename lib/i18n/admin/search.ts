import { formatCount } from './format-number';

/** The search over everything. */
export const search = {
  title: 'Search',
  results: (text: string) => `What “${text}” finds.`,
  hint: 'Search by name, ID, redirect URI, email address, key ID, the reference of an error page or the ID of a request.',
  empty: 'Nothing to search for yet',
  noResult: 'Nothing found',
  noResultText:
    'Clients, scopes, providers and tenants are found by any part of a name, users and key IDs by the beginning, references and request IDs whole.',
  kinds: {
    client: 'Clients',
    user: 'Users',
    scope: 'Scopes',
    identity_provider: 'Identity providers',
    tenant: 'Tenants',
    key: 'Signing keys',
    refused_request: 'Refused requests',
    audit_event: 'Audit log',
  },
  count: (total: number, more: boolean) => formatCount(total, more),
  all: (kind: string) => `All in ${kind}`,
  disabled: 'disabled',
  field: 'Search everything',
  placeholder: 'Search',
} as const;
