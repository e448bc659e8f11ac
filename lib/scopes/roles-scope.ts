import type { Scope } from './scope';

type Client = { readonly roles: readonly unknown[]; readonly scope: readonly string[] };

type Scopes = ReadonlyMap<string, Pick<Scope, 'claims' | 'enabled'>>;

/** The scope that gives the roles of the client. */
const rolesScope = 'roles';

/** Whether a client defines roles, and may ask for no scope that gives them. */
export function lacksRolesScope({ roles, scope }: Client, scopes: Scopes): boolean {
  return roles.length > 0 && !scope.some((name) => scopes.get(name)?.claims.includes('roles'));
}

/** The scope that such a client can be allowed. Null if this installation changed or disabled it. */
export function findRolesScope(scopes: Scopes): string | null {
  const found = scopes.get(rolesScope);
  return found?.enabled && found.claims.includes('roles') ? rolesScope : null;
}
