import { z } from 'zod';
import type { Api } from '#lib/apis/api';
import { listApis } from '#lib/apis/api-store';
import type { ClientRecord } from '#lib/clients/client';
import { listClients } from '#lib/clients/client-store';
import type { Database } from '#lib/db/database';
import { listGroups } from '#lib/groups/group-store';
import { listProviders } from '#lib/providers/provider-store';
import type { ScopeRecord } from '#lib/scopes/scope';
import { listScopes } from '#lib/scopes/scope-store';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Change } from '../diff';

/** A client as far as it decides who may use it, and what its tokens say of people. */
export type RuledClient = Pick<
  ClientRecord,
  'clientId' | 'enabled' | 'access' | 'accessGroups' | 'roles' | 'groupsClaim' | 'scope'
> & {
  readonly claimRules: readonly unknown[];
  readonly apiRoles: readonly unknown[];
  readonly accessTokenFormat: string;
  readonly accessTokenLifetimeSeconds: number;
};

export type RuledApi = Pick<Api, 'name' | 'enabled' | 'scopes' | 'claims' | 'roles' | 'groupsClaim'> & {
  readonly resourceIndicatorRequired: boolean;
  readonly claimRules: readonly unknown[];
};

type RuledScope = Pick<ScopeRecord, 'name' | 'type' | 'enabled' | 'claims' | 'audience' | 'resource'>;

/** What of a configuration decides who is what. */
export type AccessRules = {
  readonly clients: ReadonlyMap<string, RuledClient>;
  readonly apis: ReadonlyMap<string, RuledApi>;
  /** Those that are configured. */
  readonly scopes: ReadonlyMap<string, RuledScope>;
  /** By ID. */
  readonly groups: ReadonlyMap<string, { readonly key: string; readonly name: string }>;
  readonly providers: ReadonlyMap<string, { readonly groupMapping: object | null }>;
};

export type RulesChange = { readonly before: AccessRules; readonly after: AccessRules };

/** Whether scopes decide if the tokens of a changed client say something else. */
function needsScopes({ values, before, after }: Change): boolean {
  const changed = new Set(values.map(({ key }) => key));
  const asksForGroups = [before, after].some((one) => one !== null && readClient(one).scope.includes('groups'));
  if (changed.has('scope') || changed.has('roles')) return true;
  return asksForGroups && (changed.has('groups_claim') || changed.has('access_groups'));
}

/**
 * The rules before and after changes that are not written yet. Changes of clients alone read nothing but the groups that
 * these clients name, and the providers. All others need the clients and APIs too, because one group can concern each of
 * them.
 */
export async function readRulesChange(db: Database, changes: readonly Change[]): Promise<RulesChange> {
  const own = changes.filter(({ section }) => section === 'clients');
  const isOfClients = own.length === changes.length;
  const hasClaims = !isOfClients || own.some(needsScopes);
  const keys = isOfClients ? keysIn(own) : null;
  const before: Mutable = {
    clients: byKey(isOfClients ? formerOf(own, readClient) : await listClients(db, null), ({ clientId }) => clientId),
    apis: byKey(isOfClients ? [] : await listApis(db), ({ name }) => name),
    scopes: byKey(hasClaims ? await listScopes(db) : [], ({ name }) => name),
    groups: byKey(keys?.length === 0 ? [] : await listGroups(db, keys), ({ id }) => id),
    // Providers give groups alone.
    providers: byKey(keys?.length === 0 ? [] : await listProviders(db), ({ name }) => name),
  };
  return { before, after: applied(before, changes) };
}

type Mutable = {
  readonly [Key in keyof AccessRules]: AccessRules[Key] extends ReadonlyMap<string, infer One>
    ? Map<string, One>
    : never;
};

function applied(before: AccessRules, changes: readonly Change[]): AccessRules {
  const after: Mutable = {
    clients: new Map(before.clients),
    apis: new Map(before.apis),
    scopes: new Map(before.scopes),
    groups: new Map(before.groups),
    providers: new Map(before.providers),
  };
  const put = <One>(map: Map<string, One>, key: string, one: One | null) => {
    if (one === null) map.delete(key);
    else map.set(key, one);
  };
  for (const { section, key, before: former, after: entry } of changes) {
    if (section === 'clients') put(after.clients, key, entry && readClient(entry));
    else if (section === 'apis') put(after.apis, key, entry && readApi(entry));
    else if (section === 'scopes') put(after.scopes, key, entry && readScope(entry));
    else if (section === 'identity_providers') put(after.providers, key, entry && readProvider(entry));
    else if (section === 'groups') {
      const id = String((entry ?? former)?.id ?? '');
      put(after.groups, id, entry && { key: groupKey(key), name: key });
    }
  }
  return after;
}

function byKey<One>(entries: readonly One[], keyOf: (one: One) => string): Map<string, One> {
  return new Map(entries.map((one) => [keyOf(one), one]));
}

function formerOf<One>(changes: readonly Change[], read: (wire: Wire) => One): One[] {
  return changes.flatMap(({ before }) => (before === null ? [] : [read(before)]));
}

/** The groups that the clients of changes name, before or after. Null if one sees others too. */
function keysIn(changes: readonly Change[]): readonly string[] | null {
  const wires = changes.flatMap(({ before, after }) => [before, after].filter((one) => one !== null));
  const clients = wires.map(readClient);
  const isShown = ({ groupsClaim: { show } }: RuledClient) =>
    show === 'all' || (show !== 'named' && show.some((one) => one.endsWith('*')));
  if (clients.some(isShown)) return null;
  const named = clients.flatMap(({ accessGroups, roles, groupsClaim: { show } }) => [
    ...accessGroups,
    ...roles.flatMap(({ groups }) => groups),
    ...(typeof show === 'string' ? [] : show),
  ]);
  return [...new Set(named.map(groupKey))];
}

const texts = z.array(z.string()).catch([]);
const role = z.object({
  name: z.string(),
  groups: texts,
  default: z.boolean().catch(false),
});
const claimed = {
  roles: z.array(role).catch([]),
  role_ids: z.record(z.string(), z.string()).catch({}),
  groups_claim: z
    .object({
      show: z.union([z.enum(['named', 'all']), z.array(z.string())]),
      strip_prefix: z.string().nullable().catch(null),
    })
    .catch({ show: 'named', strip_prefix: null }),
  claim_rules: z.array(z.unknown()).catch([]),
  enabled: z.boolean().catch(true),
};
const client = z.object({
  ...claimed,
  client_id: z.string().catch(''),
  access: z.enum(['everyone', 'assigned']).catch('everyone'),
  access_groups: texts,
  scope: z.string().catch(''),
  api_roles: z.array(z.unknown()).catch([]),
  access_token_format: z.string().catch('jwt'),
  access_token_lifetime_seconds: z.number().catch(0),
});
const api = z.object({
  ...claimed,
  name: z.string().catch(''),
  scopes: texts,
  claims: texts,
  resource_indicator_required: z.boolean().catch(false),
});
const scope = z.object({
  name: z.string().catch(''),
  type: z.enum(['identity', 'resource']).catch('resource'),
  enabled: z.boolean().catch(true),
  claims: texts,
  audience: z.enum(['name', 'resource']).catch('name'),
  resource: z.string().nullable().catch(null),
});
const provider = z.object({ group_mapping: z.looseObject({}).nullable().catch(null) });

function readClaimed({
  roles,
  role_ids: ids,
  groups_claim: claim,
  claim_rules: claimRules,
}: z.output<typeof claimedSchema>) {
  return {
    roles: roles.map((one) => ({ ...one, id: ids[one.name] ?? '', displayName: null, description: null })),
    groupsClaim: { show: claim.show, stripPrefix: claim.strip_prefix },
    claimRules,
  };
}
const claimedSchema = z.object(claimed);

/** A client as plans compare it. */
function readClient(wire: Wire): RuledClient {
  const read = client.parse(wire);
  return {
    ...readClaimed(read),
    clientId: read.client_id,
    enabled: read.enabled,
    access: read.access,
    accessGroups: read.access_groups,
    scope: read.scope.split(' ').filter(Boolean),
    apiRoles: read.api_roles,
    accessTokenFormat: read.access_token_format,
    accessTokenLifetimeSeconds: read.access_token_lifetime_seconds,
  };
}

function readApi(wire: Wire): RuledApi {
  const {
    name,
    enabled,
    scopes,
    claims,
    resource_indicator_required: resourceIndicatorRequired,
    ...read
  } = api.parse(wire);
  return { ...readClaimed({ enabled, ...read }), name, enabled, scopes, claims, resourceIndicatorRequired };
}

function readScope(wire: Wire): RuledScope {
  return scope.parse(wire);
}

function readProvider(wire: Wire): { readonly groupMapping: object | null } {
  return { groupMapping: provider.parse(wire).group_mapping };
}
