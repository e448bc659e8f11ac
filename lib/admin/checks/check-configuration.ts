import type { Client } from '#lib/clients/client';
import { hasHiddenCharacterInName } from '#lib/vocabulary/hidden-characters';
import { clientPath, providerPath, scopePath, tenantPath } from '../entries/entry-path';
import { clientSettingPath } from '../requests/setting-link';
import type { Check } from './check';
import { type Checked, severities } from './checked';
import { clientRules, isLoopback } from './client-rules';
import { providerRules, scopeRules, tenantRules } from './entry-rules';
import { installationRules } from './installation-rules';

/** All findings of the rules, most severe first. Pure. Disabled clients and scopes are skipped. */
export function checkConfiguration(checked: Checked): Check[] {
  const clients = checked.clients
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
  const enabled = { ...checked, clients };
  const found = [
    ...findUnreadable(checked),
    ...findHiddenCharacters(checked),
    ...findWaiting(checked),
    ...checkInstallation(enabled),
    ...clients.flatMap((client) => checkClient(client, enabled)),
    ...findShared(clients),
    ...checkScopes(enabled),
    ...checkProviders(enabled),
    ...checkTenants(enabled),
  ];
  return severities.flatMap((severity) => found.filter((check) => check.severity === severity));
}

/** Rows that are broken in the database. They are disabled, and should be applied again or deleted. */
function findUnreadable({ clients, scopes, providers, tenants }: Checked): Check[] {
  const of = (kind: Check['object']['kind'], id: string, href: string): Check => {
    return { rule: 'row_unreadable', severity: 'error', object: { kind, id, name: null }, detail: null, href };
  };
  const named = [
    ...[...scopes.values()].map((entry) => ({ ...entry, kind: 'scope', path: scopePath }) as const),
    ...[...providers.values()].map((entry) => ({ ...entry, kind: 'provider', path: providerPath }) as const),
    ...[...tenants.values()].map((entry) => ({ ...entry, kind: 'tenant', path: tenantPath }) as const),
  ];
  return [
    ...clients
      .filter(({ unreadable }) => unreadable)
      .map(({ clientId }) => of('client', clientId, clientPath(clientId, 'settings'))),
    ...named.filter(({ unreadable }) => unreadable).map(({ kind, name, path }) => of(kind, name, path(name))),
  ];
}

/**
 * Names from the time before such characters were refused. They can look like other names, and a file that contains
 * them is refused.
 */
function findHiddenCharacters({ clients, scopes, providers, tenants }: Checked): Check[] {
  const named = [
    ...[...scopes.values()].map((entry) => ({ ...entry, kind: 'scope', path: scopePath }) as const),
    ...[...providers.values()].map((entry) => ({ ...entry, kind: 'provider', path: providerPath }) as const),
    ...[...tenants.values()].map((entry) => ({ ...entry, kind: 'tenant', path: tenantPath }) as const),
  ].map(({ kind, name: id, displayName: name, path }) => ({ object: { kind, id, name }, href: path(id) }));
  const ofClients = clients.map(({ clientId: id, clientName: name }) => {
    return { object: { kind: 'client', id, name } as const, href: clientPath(id, 'settings') };
  });
  return [...ofClients, ...named]
    .filter(({ object }) => object.name !== null && hasHiddenCharacterInName(object.name))
    .map((place) => ({ rule: 'name_hidden_characters', severity: 'warning', detail: null, ...place }));
}

/** Agents that people cannot use before they are approved. They count as disabled. */
function findWaiting({ clients }: Checked): Check[] {
  const waiting = clients.filter(({ awaitsApproval }) => awaitsApproval).length;
  if (waiting === 0) return [];
  const object = { kind: 'installation', id: 'agent_state', name: null } as const;
  const detail = waiting === 1 ? '1 agent' : `${waiting} agents`;
  return [{ rule: 'agents_waiting', severity: 'warning', object, detail, href: '/admin/agents' }];
}

/** There may be ten thousand clients, so the rules are listed only once. */
const rules = {
  installation: entriesOf(installationRules),
  client: entriesOf(clientRules),
  scope: entriesOf(scopeRules),
};

function checkInstallation(checked: Checked): Check[] {
  return rules.installation.flatMap(([rule, { severity, href, find }]) =>
    find(checked).map((place) => ({ rule, severity, href, ...place })),
  );
}

function checkClient(client: Client, checked: Checked): Check[] {
  const found: Check[] = [];
  for (const [rule, { find }] of rules.client) {
    for (const detail of find(client, checked)) found.push(ofClient(rule, client, detail));
  }
  return found;
}

function ofClient(rule: keyof typeof clientRules, { clientId, clientName }: Client, detail: string | null): Check {
  const { severity, setting } = clientRules[rule];
  const object = { kind: 'client', id: clientId, name: clientName } as const;
  return { rule, severity, object, detail, href: clientSettingPath(clientId, setting) };
}

/**
 * Redirect URIs that several clients share. A code for one client also reaches the other. This is normal on a person's
 * own machine and for programs that register again.
 */
function findShared(clients: readonly Client[]): Check[] {
  const owners = new Map<string, Client[]>();
  for (const client of clients) {
    for (const uri of client.redirectUris) {
      const sharing = owners.get(uri);
      if (sharing !== undefined) sharing.push(client);
      else if (!isLoopback(uri)) owners.set(uri, [client]);
    }
  }
  return [...owners].flatMap(([uri, sharing]) =>
    sharing.length < 2 || sharing.every(({ selfRegistered }) => selfRegistered)
      ? []
      : sharing.map((client) => ofClient('redirect_shared', client, uri)),
  );
}

function checkScopes(checked: Checked): Check[] {
  const used = new Set<string>();
  for (const { scope } of checked.clients) for (const name of scope) used.add(name);
  const own = [...checked.scopes.values()].filter(({ enabled, builtIn }) => enabled && !builtIn);
  return own.flatMap((scope) =>
    rules.scope.flatMap(([rule, { severity, page, find }]) =>
      find(scope, used, checked).map((detail) => ({
        rule,
        severity,
        object: { kind: 'scope', id: scope.name, name: scope.displayName } as const,
        detail,
        href: scopePath(scope.name, page),
      })),
    ),
  );
}

function checkProviders(checked: Checked): Check[] {
  const providers = [...checked.providers.values()].filter(({ enabled }) => enabled);
  return providers.flatMap((provider) =>
    entriesOf(providerRules).flatMap(([rule, { severity, find }]) =>
      find(provider, checked).map((detail) => ({
        rule,
        severity,
        object: { kind: 'provider', id: provider.name, name: provider.displayName } as const,
        detail,
        href: providerPath(provider.name),
      })),
    ),
  );
}

function checkTenants(checked: Checked): Check[] {
  return [...checked.tenants.values()].flatMap((tenant) =>
    entriesOf(tenantRules).flatMap(([rule, { severity, page, find }]) =>
      find(tenant, checked).map((detail) => ({
        rule,
        severity,
        object: { kind: 'tenant', id: tenant.name, name: tenant.displayName } as const,
        detail,
        href: tenantPath(tenant.name, page),
      })),
    ),
  );
}

function entriesOf<Name extends string, Rule>(rules: Readonly<Record<Name, Rule>>): (readonly [Name, Rule])[] {
  const isName = (name: string): name is Name => Object.hasOwn(rules, name);
  return Object.keys(rules)
    .filter(isName)
    .map((name) => [name, rules[name]] as const);
}
