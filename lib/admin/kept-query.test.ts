import { describe, expect, it } from 'vitest';
import { toArea } from '#lib/interactions/area-address';
import { readAuditQuery } from './audit/read-audit';
import { readDraft } from './clients/draft';
import { readClientQuery } from './clients/list-clients';
import { readNameQuery } from './entries/list-page';
import type { Query } from './query';
import { readRequestQuery } from './requests/read-requests';
import { previewLanguage } from './scopes/preview';
import { readTryQuery } from './scopes/try-claims';
import { readSearchQuery } from './search/search';
import { readSimulateQuery } from './simulate/read-simulation';
import { readUserQuery } from './users/list-users';

/** The names that a reader asks an address for. */
function namesOf(read: (query: Query) => unknown): string[] {
  const names = new Set<string>();
  const note = (name: string | symbol) => void names.add(String(name));
  read(new Proxy<Record<string, string>>({}, { get: (_, name) => note(name) }));
  return [...names].sort();
}

describe('what a page reads of its address', () => {
  it.each<[string, (query: Query) => unknown]>([
    ['/admin/audit', readAuditQuery],
    ['/admin/clients', readClientQuery],
    ['/admin/clients/new/web', readDraft],
    ['/admin/providers', readNameQuery],
    ['/admin/debug/requests', readRequestQuery],
    ['/admin/scopes/orders', previewLanguage],
    ['/admin/debug/simulator', readSimulateQuery],
    ['/admin/debug/tokens', readTryQuery],
    ['/admin/search', readSearchQuery],
    ['/admin/tenants', readNameQuery],
    ['/admin/users', readUserQuery],
  ])('is kept over a sign-in: %s', (path, read) => {
    const names = namesOf(read);
    const address = toArea(`${path}?${names.map((name) => `${name}=1`).join('&')}`, '/admin/sign-in');
    expect([...new URL(address, 'https://op.test').searchParams.keys()].sort()).toEqual(names);
    expect(names).not.toEqual([]);
  });
});
