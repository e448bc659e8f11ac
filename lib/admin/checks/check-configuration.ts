import type { Client } from '#lib/clients/client';
import { providerPath } from '../providers/provider-path';
import { clientSettingPath } from '../requests/setting-link';
import { scopePath } from '../scopes/scope-path';
import { tenantPath } from '../tenants/tenant-path';
import { type Check, type Checked, severities } from './check';
import { clientRules, isLoopback } from './client-rules';
import { installationRules } from './installation-rules';
import { providerRules } from './provider-rules';
import { scopeRules } from './scope-rules';
import { tenantRules } from './tenant-rules';

/** Everything the rules find, the gravest first. Pure; disabled clients and scopes are not looked at. */
export function checkConfiguration(checked: Checked): Check[] {
  const clients = checked.clients
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
  const enabled = { ...checked, clients };
  const found = [
    ...checkInstallation(enabled),
    ...clients.flatMap((client) => checkClient(client, enabled)),
    ...findShared(clients),
    ...checkScopes(enabled),
    ...checkProviders(enabled),
    ...checkTenants(enabled),
  ];
  return severities.flatMap((severity) => found.filter((check) => check.severity === severity));
}

/** There may be ten thousand clients: the rules are listed once. */
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

/** Addresses of more than one client: a code for the one comes to the other. On a person's own machine that is usual. */
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
    sharing.length < 2 ? [] : sharing.map((client) => ofClient('redirect_shared', client, uri)),
  );
}

function checkScopes(checked: Checked): Check[] {
  const used = new Set<string>();
  for (const { scope } of checked.clients) for (const name of scope) used.add(name);
  const own = [...checked.scopes.values()].filter(({ enabled, builtIn }) => enabled && !builtIn);
  return own.flatMap((scope) =>
    rules.scope.flatMap(([rule, { severity, find }]) =>
      find(scope, used, checked).map((detail) => ({
        rule,
        severity,
        object: { kind: 'scope', id: scope.name, name: scope.displayName } as const,
        detail,
        href: scopePath(scope.name),
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
