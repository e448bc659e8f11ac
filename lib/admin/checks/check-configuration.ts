import type { Client } from '#lib/clients/client';
import { flatMapInSlices } from '#lib/http/in-slices';
import { hasHiddenCharacterInName } from '#lib/vocabulary/hidden-characters';
import { clientPath, providerPath, scopePath, tenantPath } from '../entries/entry-path';
import { clientSettingPath } from '../requests/setting-link';
import type { Check } from './check';
import { type Checked, type CheckRule, type Found, severities } from './checked';
import { clientRules, isLoopback } from './client-rules';
import { providerRules, scopeRules, tenantRules } from './entry-rules';
import { installationRules } from './installation-rules';

/**
 * All findings of the rules, most severe first. Disabled clients and scopes are skipped. It works in slices, because there
 * may be ten thousand clients.
 */
export async function checkConfiguration(checked: Checked): Promise<Check[]> {
  const clients = checked.clients
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
  const enabled = { ...checked, clients };
  const found = [
    ...(await flatMapInSlices(placesOf(checked), checkPlace)),
    ...findWaiting(checked),
    ...(await checkInstallation(enabled)),
    ...(await flatMapInSlices(clients, (client) => checkClient(client, enabled))),
    ...(await findShared(clients)),
    ...(await checkScopes(enabled)),
    ...(await checkProviders(enabled)),
    ...(await checkTenants(enabled)),
  ];
  return severities.flatMap((severity) => found.filter((check) => check.severity === severity));
}

type Place = Pick<Check, 'object' | 'href'> & { readonly unreadable: true | undefined };

/** Every entry with its page. */
function* placesOf({ clients, scopes, providers, tenants }: Checked): Generator<Place> {
  for (const { clientId: id, clientName: name, unreadable } of clients) {
    yield { unreadable, object: { kind: 'client', id, name }, href: clientPath(id, 'settings') };
  }
  const others = [
    ['scope', scopes, scopePath],
    ['provider', providers, providerPath],
    ['tenant', tenants, tenantPath],
  ] as const;
  for (const [kind, entries, path] of others) {
    for (const { name: id, displayName: name, unreadable } of entries.values()) {
      yield { unreadable, object: { kind, id, name }, href: path(id) };
    }
  }
}

/**
 * Rows that are broken in the database: they are disabled, and should be applied again or deleted. And names from the
 * time before hidden characters were refused. They can look like other names, and a file that contains them is refused.
 */
function checkPlace({ unreadable, object, href }: Place): Check[] {
  const found: Check[] = [];
  if (unreadable) {
    found.push({ rule: 'row_unreadable', severity: 'error', object: { ...object, name: null }, detail: null, href });
  }
  if (object.name !== null && hasHiddenCharacterInName(object.name)) {
    found.push({ rule: 'name_hidden_characters', severity: 'warning', object, detail: null, href });
  }
  return found;
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
};

function checkInstallation(checked: Checked): Promise<Check[]> {
  return flatMapInSlices(rules.installation, ([rule, { severity, at, find }]) =>
    find(checked).map((place) => ({ rule, severity, href: at, ...place })),
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
  const { severity, at } = clientRules[rule];
  const object = { kind: 'client', id: clientId, name: clientName } as const;
  return { rule, severity, object, detail, href: fieldPath(clientId, at) };
}

/** The field that a rule names, even if it is collapsed. */
function fieldPath(clientId: string, setting: string): string {
  const path = clientSettingPath(clientId, setting);
  return setting === 'client_secrets' ? `${path}#secrets` : `${path}?all=1#field-${setting}`;
}

/**
 * Redirect URIs that several clients share. A code for one client also reaches the other. This is normal on a person's
 * own machine and for programs that register again.
 */
async function findShared(clients: readonly Client[]): Promise<Check[]> {
  const owners = new Map<string, Client[]>();
  await flatMapInSlices(clients, (client) => {
    for (const uri of client.redirectUris) {
      const sharing = owners.get(uri);
      if (sharing !== undefined) sharing.push(client);
      else if (!isLoopback(uri)) owners.set(uri, [client]);
    }
    return [];
  });
  return flatMapInSlices(owners, ([uri, sharing]) =>
    sharing.length < 2 || sharing.every(({ selfRegistered }) => selfRegistered)
      ? []
      : sharing.map((client) => ofClient('redirect_shared', client, uri)),
  );
}

async function checkScopes(checked: Checked): Promise<Check[]> {
  const used = new Set<string>();
  await flatMapInSlices(checked.clients, ({ scope }) => {
    for (const name of scope) used.add(name);
    return [];
  });
  const own = [...checked.scopes.values()].filter(({ enabled, builtIn }) => enabled && !builtIn);
  return checkEntries('scope', own, scopeRules, { ...checked, used }, scopePath);
}

function checkProviders(checked: Checked): Promise<Check[]> {
  const providers = [...checked.providers.values()].filter(({ enabled }) => enabled);
  return checkEntries('provider', providers, providerRules, checked, providerPath);
}

function checkTenants(checked: Checked): Promise<Check[]> {
  return checkEntries('tenant', [...checked.tenants.values()], tenantRules, checked, tenantPath);
}

type Named = { readonly name: string; readonly displayName: string | null };

function checkEntries<Entry extends Named, All, Name extends Check['rule']>(
  kind: 'scope' | 'provider' | 'tenant',
  entries: readonly Entry[],
  table: Readonly<Record<Name, CheckRule<(entry: Entry, checked: All) => Found>>>,
  checked: All,
  path: (name: string, page: string) => string,
): Promise<Check[]> {
  const own = entriesOf(table);
  return flatMapInSlices(entries, (entry) =>
    own.flatMap(([rule, { severity, at, find }]) => {
      const { name: id, displayName: name } = entry;
      const place = { rule, severity, object: { kind, id, name }, href: path(id, at) };
      return find(entry, checked).map((detail) => ({ ...place, detail }));
    }),
  );
}

function entriesOf<Name extends string, Rule>(rules: Readonly<Record<Name, Rule>>): (readonly [Name, Rule])[] {
  const isName = (name: string): name is Name => Object.hasOwn(rules, name);
  return Object.keys(rules)
    .filter(isName)
    .map((name) => [name, rules[name]] as const);
}
