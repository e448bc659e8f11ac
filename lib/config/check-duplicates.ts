import type { Path, Problem } from './problem';
import type { Sections } from './sections';

/** The keys, subs and domains that stand twice in one file; each problem stands at the second one. */
export function checkDuplicates(sections: Sections): Problem[] {
  const { scopes = [], clients = [], users = [], identity_providers: providers = [], tenants = [] } = sections;
  return [
    ...repeated(
      scopes,
      (scope) => scope.name,
      (index) => ['scopes', index, 'name'],
    ),
    ...repeated(
      clients,
      (client) => client.clientId,
      (index) => ['clients', index, 'client_id'],
    ),
    ...repeated(
      users,
      (user) => user.canonicalUsername,
      (index) => ['users', index, 'username'],
    ),
    ...repeated(
      users,
      (user) => user.sub,
      (index) => ['users', index, 'sub'],
    ),
    ...repeated(
      providers,
      (provider) => provider.name,
      (index) => ['identity_providers', index, 'name'],
    ),
    ...repeated(
      tenants,
      (tenant) => tenant.name,
      (index) => ['tenants', index, 'name'],
    ),
  ];
}

function repeated<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string | undefined,
  pathOf: (index: number) => Path,
): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    if (seen.has(key)) {
      problems.push({ path: pathOf(index), code: 'duplicate', message: `${key} is in this section already` });
    }
    seen.add(key);
  }
  return problems;
}
