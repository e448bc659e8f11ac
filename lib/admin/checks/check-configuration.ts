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
  const places = placesOf(checked);
  const found = [
    ...findUnreadable(places),
    ...(await flatMapInSlices(places, findHiddenCharacters)),
    ...findWaiting(checked),
    ...(await checkInstallation(enabled)),
    ...(await flatMapInSlices(clients, (client) => checkClient(client, enabled))),
    ...findShared(clients),
    ...checkScopes(enabled),
    ...checkProviders(enabled),
    ...checkTenants(enabled),
  ];
  return severities.flatMap((severity) => found.filter((check) => check.severity === severity));
}

type Place = Pick<Check, 'object' | 'href'> & { readonly unreadable: true | undefined };

/** Every entry with its page. */
function placesOf({ clients, scopes, providers, tenants }: Checked): Place[] {
  const named = (
    kind: 'scope' | 'provider' | 'tenant',
    entries: Checked[`${typeof kind}s`],
    path: (name: string) => string,
  ) =>
    [...entries.values()].map(({ name: id, displayName: name, unreadable }) => {
      return { unreadable, object: { kind, id, name }, href: path(id) };
    });
  const ofClients = clients.map(({ clientId: id, clientName: name, unreadable }) => {
    return { unreadable, object: { kind: 'client' as const, id, name }, href: clientPath(id, 'settings') };
  });
  return [
    ...ofClients,
    ...named('scope', scopes, scopePath),
    ...named('provider', providers, providerPath),
    ...named('tenant', tenants, tenantPath),
  ];
}

/** Rows that are broken in the database. They are disabled, and should be applied again or deleted. */
function findUnreadable(places: readonly Place[]): Check[] {
  return places
    .filter(({ unreadable }) => unreadable)
    .map(({ object, href }) => {
      return { rule: 'row_unreadable', severity: 'error', object: { ...object, name: null }, detail: null, href };
    });
}

/**
 * Names from the time before such characters were refused. They can look like other names, and a file that contains
 * them is refused.
 */
function findHiddenCharacters({ object, href }: Place): Check[] {
  if (object.name === null || !hasHiddenCharacterInName(object.name)) return [];
  return [{ rule: 'name_hidden_characters', severity: 'warning', object, detail: null, href }];
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
  return checkEntries('scope', own, scopeRules, { ...checked, used }, scopePath);
}

function checkProviders(checked: Checked): Check[] {
  const providers = [...checked.providers.values()].filter(({ enabled }) => enabled);
  return checkEntries('provider', providers, providerRules, checked, providerPath);
}

function checkTenants(checked: Checked): Check[] {
  return checkEntries('tenant', [...checked.tenants.values()], tenantRules, checked, tenantPath);
}

type Named = { readonly name: string; readonly displayName: string | null };

function checkEntries<Entry extends Named, All, Name extends Check['rule']>(
  kind: 'scope' | 'provider' | 'tenant',
  entries: readonly Entry[],
  table: Readonly<Record<Name, CheckRule<(entry: Entry, checked: All) => Found>>>,
  checked: All,
  path: (name: string, page: string) => string,
): Check[] {
  return entries.flatMap((entry) =>
    entriesOf(table).flatMap(([rule, { severity, at, find }]) => {
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
