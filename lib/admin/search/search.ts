import type { AdminContext } from '../admin-context';
import { features } from '../features';
import { type Query, textOf } from '../query';
import { searchClients, searchProviders, searchScopes, searchTenants } from './find-entries';
import { searchUsers } from './find-records';
import { type SearchGroup, searchKinds } from './search-group';

/** Long enough for the longest text that can be found, a redirect URI. */
export const maximumSearch = 400;

/** The search text in an address, or null. */
export function readSearchQuery(query: Query): string | null {
  return textOf(query, 'q', maximumSearch);
}

/**
 * Searches everything, with a few results of each kind: clients, people, scopes, providers, tenants, keys, a refused
 * request by its reference, and events by the ID of their request. The configuration is in memory. The rest takes at
 * most six statements, each with an index. Every role can see all results.
 * @param text at most maximumSearch characters
 * @returns the kinds with results
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
    ...features.flatMap((feature) => feature.search?.(admin, text) ?? []),
  ]);
  const found = groups.filter(({ hits }) => hits.length > 0);
  return found.toSorted((one, other) => searchKinds.indexOf(one.kind) - searchKinds.indexOf(other.kind));
}
