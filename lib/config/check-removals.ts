import { builtInScopes } from '#lib/scopes/built-in';
import type { After } from './plan';
import type { Problem } from './problem';

/**
 * What is deleted while something that stays still names it: a scope or a provider that a client has, a tenant's
 * provider, a client's tenant, a partner of a token exchange. It would silently allow or forbid something else.
 * @param after the configuration once everything is written
 */
export function checkRemovals({ scopes, clients, providers, tenants }: After): Problem[] {
  const gone = {
    // A built-in scope that loses its own texts is there still.
    scope: new Set(scopes.remove.map(({ name }) => name).filter((name) => !builtInScopes.has(name))),
    provider: new Set(providers.remove.map(({ name }) => name)),
    tenant: new Set(tenants.remove.map(({ name }) => name)),
    client: new Set(clients.remove.map(({ clientId }) => clientId)),
  };
  const users: { kind: keyof typeof gone; name: string; by: string }[] = [];
  for (const client of clients.after) {
    const by = `client ${client.clientId}`;
    const filter = client.identityProviders;
    const listed = 'deny' in filter ? filter.deny : filter.allow === '*' ? [] : filter.allow;
    users.push(...client.scope.map((name) => ({ kind: 'scope' as const, name, by })));
    users.push(...listed.map((name) => ({ kind: 'provider' as const, name, by })));
    users.push(...(client.tenant === null ? [] : [{ kind: 'tenant' as const, name: client.tenant, by }]));
    users.push(...(client.tokenExchange?.subjects ?? []).map((name) => ({ kind: 'client' as const, name, by })));
  }
  for (const { name: tenant, identityProviders } of tenants.after) {
    const by = `tenant ${tenant}`;
    users.push(...(identityProviders ?? []).map((name) => ({ kind: 'provider' as const, name, by })));
  }
  return summaries(users.filter(({ kind, name }) => gone[kind].has(name)));
}

const shown = 5;

function summaries(uses: readonly { kind: string; name: string; by: string }[]): Problem[] {
  const users = new Map<string, Set<string>>();
  for (const { kind, name, by } of uses) {
    const target = `${kind} ${name}`;
    users.set(target, (users.get(target) ?? new Set()).add(by));
  }
  return [...users].map(([target, names]) => {
    const more = names.size > shown ? ` and ${names.size - shown} more` : '';
    const message = `${target} is still used by ${[...names].slice(0, shown).join(', ')}${more}`;
    return { path: [], code: 'in_use', message };
  });
}
