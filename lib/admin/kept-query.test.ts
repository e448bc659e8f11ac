import { describe, expect, it } from 'vitest';
import { toArea } from '#lib/interactions/area-address';
import { readAuditQuery } from './audit/read';
import { readFindings } from './checks/actions';
import { readDraft } from './clients/create';
import { readClientQuery } from './clients/read-list';
import { readGroupQuery } from './groups/read';
import { readNameQuery, readPlace } from './list/list-query';
import type { Query } from './query';
import { readRequestQuery } from './requests/read';
import { readScopeQuery } from './scopes/read';
import { previewLanguage } from './scopes/view';
import { readSearchQuery } from './search/read';
import { readSimulateQuery } from './simulate/read';
import { readUserPageQuery } from './users/read-list';

/** The parameter names that a reader reads from an address. */
function namesOf(read: (query: Query) => unknown): string[] {
  const names = new Set<string>();
  const note = (name: string | symbol) => void names.add(String(name));
  read(new Proxy<Record<string, string>>({}, { get: (_, name) => note(name) }));
  return [...names].sort();
}

/** A list also reads its page number from the address. */
const listed = (read: (query: Query) => unknown) => (query: Query) => [read(query), readPlace(query)];

describe('the query that a page reads', () => {
  it.each<[string, (query: Query) => unknown]>([
    ['/admin/audit', listed(readAuditQuery)],
    ['/admin/checks/dismiss', readFindings],
    ['/admin/checks/fix', ({ rule }) => rule],
    ['/admin/clients', readClientQuery],
    ['/admin/clients/shop/settings', ({ all }) => all],
    ['/admin/clients/shop/tokens', ({ all }) => all],
    ['/admin/clients/new/web', readDraft],
    ['/admin/providers', readNameQuery],
    ['/admin/debug/requests', listed(readRequestQuery)],
    ['/admin/scopes', readScopeQuery],
    ['/admin/scopes/orders', previewLanguage],
    ['/admin/scopes/orders/translations', previewLanguage],
    ['/admin/debug/simulator', readSimulateQuery],
    ['/admin/search', readSearchQuery],
    ['/admin/groups', readGroupQuery],
    ['/admin/groups/finance', readUserPageQuery],
    ['/admin/tenants', readNameQuery],
    ['/admin/users', readUserPageQuery],
    ['/admin/history', readPlace],
  ])('survives a sign-in: %s', (path, read) => {
    const names = namesOf(read);
    const address = toArea(`${path}?${names.map((name) => `${name}=1`).join('&')}`, '/admin/sign-in');
    expect([...new URL(address, 'https://op.test').searchParams.keys()].sort()).toEqual(names);
    expect(names).not.toEqual([]);
  });
});
