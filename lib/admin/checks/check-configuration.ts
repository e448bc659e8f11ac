import type { Client } from '#lib/clients/client';
import { clientSettingPath } from '../requests/setting-link';
import { scopePath } from '../scopes/scope-path';
import { type Check, type Checked, severities } from './check';
import { clientRules, isLoopback } from './client-rules';
import { installationRules } from './installation-rules';
import { scopeRules } from './scope-rules';

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
  ];
  return severities.flatMap((severity) => found.filter((check) => check.severity === severity));
}

function checkInstallation(checked: Checked): Check[] {
  return entriesOf(installationRules).flatMap(([rule, { severity, href, find }]) =>
    find(checked).map((place) => ({ rule, severity, href, ...place })),
  );
}

function checkClient(client: Client, checked: Checked): Check[] {
  return entriesOf(clientRules).flatMap(([rule, { find }]) =>
    find(client, checked).map((detail) => ofClient(rule, client, detail)),
  );
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
    for (const uri of client.redirectUris) if (!isLoopback(uri)) owners.set(uri, [...(owners.get(uri) ?? []), client]);
  }
  return [...owners].flatMap(([uri, sharing]) =>
    sharing.length < 2 ? [] : sharing.map((client) => ofClient('redirect_shared', client, uri)),
  );
}

function checkScopes(checked: Checked): Check[] {
  const used = new Set(checked.clients.flatMap(({ scope }) => scope));
  const own = [...checked.scopes.values()].filter(({ enabled, builtIn }) => enabled && !builtIn);
  return own.flatMap((scope) =>
    entriesOf(scopeRules).flatMap(([rule, { severity, find }]) =>
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

function entriesOf<Name extends string, Rule>(rules: Readonly<Record<Name, Rule>>): (readonly [Name, Rule])[] {
  const isName = (name: string): name is Name => Object.hasOwn(rules, name);
  return Object.keys(rules)
    .filter(isName)
    .map((name) => [name, rules[name]] as const);
}
