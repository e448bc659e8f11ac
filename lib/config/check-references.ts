import { builtInScopes } from '#lib/scopes/built-in';
import { closest } from './closest';
import type { After } from './plan';
import type { Path, Problem } from './problem';
import type { Sections } from './sections';

/** The names there are once the file is applied. */
type Names = Readonly<Record<'scopes' | 'providers' | 'tenants' | 'clients', readonly string[]>>;

/**
 * The names in a file that lead nowhere: a client's scope, provider, tenant or token exchange partner, a tenant's
 * provider, a user's tenant. A misspelt one would otherwise silently allow or forbid something else.
 * @param after the configuration once the file is applied
 */
export function checkReferences(sections: Sections, after: After): Problem[] {
  const names: Names = {
    scopes: [...builtInScopes.keys(), 'offline_access', ...after.scopes.after.map((scope) => scope.name)],
    providers: after.providers.after.map((provider) => provider.name),
    tenants: after.tenants.after.map((tenant) => tenant.name),
    clients: after.clients.after.map((client) => client.clientId),
  };
  const known = new Map(Object.entries(names).map(([section, list]) => [section, new Set(list)]));
  return references(sections)
    .filter(({ to, name }) => !known.get(to)?.has(name))
    .map(({ path, to, name }) => ({ path, code: 'unknown_reference', message: describe(to, name, names[to]) }));
}

type Reference = { readonly path: Path; readonly to: keyof Names; readonly name: string };

function references({ clients = [], users = [], tenants = [] }: Sections): Reference[] {
  return [
    ...clients.flatMap((client, index) => clientReferences(client, ['clients', index])),
    ...users.flatMap((user, index) => each(['users', index, 'tenants'], 'tenants', user.tenants)),
    ...tenants.flatMap((tenant, index) =>
      each(['tenants', index, 'identity_providers'], 'providers', tenant.identityProviders ?? []),
    ),
  ];
}

type ClientEntry = NonNullable<Sections['clients']>[number];

function clientReferences(client: ClientEntry, path: Path): Reference[] {
  const filter = client.identityProviders;
  const providers = 'deny' in filter ? filter.deny : filter.allow === '*' ? [] : filter.allow;
  return [
    ...client.scope.map((name) => ({ path: [...path, 'scope'], to: 'scopes' as const, name })),
    ...each([...path, 'identity_providers', 'deny' in filter ? 'deny' : 'allow'], 'providers', providers),
    ...(client.tenant === null ? [] : [{ path: [...path, 'tenant'], to: 'tenants' as const, name: client.tenant }]),
    ...each([...path, 'token_exchange', 'subjects'], 'clients', client.tokenExchange?.subjects ?? []),
  ];
}

function each(path: Path, to: keyof Names, names: readonly string[]): Reference[] {
  return names.map((name, index) => ({ path: [...path, index], to, name }));
}

function describe(to: keyof Names, name: string, names: readonly string[]): string {
  const kind = { scopes: 'scope', providers: 'identity provider', tenants: 'tenant', clients: 'client' }[to];
  const near = closest(name, names);
  const hint = near === null ? '' : `; did you mean ${near}?`;
  return `there is no ${kind} ${name}, neither in this file nor in the database${hint}`;
}
