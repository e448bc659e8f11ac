import type { AdminContext } from '../admin-context';
import { type Query, textOf } from '../query';
import { searchClients, searchKeys, searchProviders, searchScopes, searchTenants } from './find-entries';
import { searchEvents, searchRequests, searchUsers } from './find-records';
import type { SearchGroup } from './search-group';

/** As long as the longest thing it finds is likely to be: a redirect URI. */
export const maximumSearch = 400;

/** What an address asks to find; null for nothing. */
export function readSearchQuery(query: Query): string | null {
  return textOf(query, 'q', maximumSearch);
}

/**
 * Everything that a text finds, a few of each kind: clients, people, scopes, providers, tenants, keys, a refused request
 * by its reference, and events by the id of their request. What the configuration holds is in memory; the rest takes six
 * statements at most, each by an index. Every role that may look may see all of it.
 * @param text at most maximumSearch characters
 * @returns the kinds of which there is something
 */
export async function search(
  admin: Pick<AdminContext, 'snapshot' | 'db' | 'now'>,
  text: string,
): Promise<readonly SearchGroup[]> {
  const groups = await Promise.all([
    searchClients(admin, text),
    searchUsers(admin, text),
    searchScopes(admin, text),
    searchProviders(admin, text),
    searchTenants(admin, text),
    searchKeys(admin, text),
    searchRequests(admin, text),
    searchEvents(admin, text),
  ]);
  return groups.filter(({ hits }) => hits.length > 0);
}
