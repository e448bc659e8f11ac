import { isDeepStrictEqual } from 'node:util';
import { seenBy } from '#lib/groups/seen-groups';
import { audienceOf } from '#lib/scopes/audience';
import { builtInScopes } from '#lib/scopes/built-in';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Change } from '../diff';
import type { AccessRules, RuledApi, RuledClient, RulesChange } from './access-rules';
import { type Mark, naming } from './mark';

/** What tokens say otherwise after a change of an entry: their `aud`, and the groups and roles in them. */
export function tokenMarks(change: Change, rules: RulesChange): readonly Mark[] {
  const { section, key } = change;
  switch (section) {
    case 'clients':
      return clientMarks(key, rules);
    case 'apis':
      return [...audienceMarks(scopesOf(key, rules), rules), ...naming('claims_change', apiChanges(key, rules))];
    case 'scopes':
      return [...audienceMarks([key], rules), ...naming('claims_change', scopeChanges(key, rules))];
    case 'groups':
      return naming('claims_change', groupChanges(change, rules));
    default:
      return [];
  }
}

/** The enabled clients that may ask for one of these scopes. */
export function asking(scopes: readonly string[], { clients }: Pick<AccessRules, 'clients'>): readonly RuledClient[] {
  const wanted = new Set(scopes);
  return [...clients.values()].filter(({ enabled, scope }) => enabled && scope.some((name) => wanted.has(name)));
}

function idsOf(clients: readonly RuledClient[]): readonly string[] {
  return clients.map(({ clientId }) => clientId).toSorted();
}

function audienceMarks(names: readonly string[], { before, after }: RulesChange): Mark[] {
  const changed = names.filter((name) => {
    const [former, later] = [audiencesOf(name, before), audiencesOf(name, after)];
    return former !== null && later !== null && !isDeepStrictEqual(former, later) && asking([name], after).length > 0;
  });
  if (changed.length === 0) return [];
  return [{ kind: 'audience_changes', names: changed.toSorted(), clients: idsOf(asking(changed, after)) }];
}

/** The `aud` that a scope gives to a token of a request without `resource`. Null if it gives none. */
function audiencesOf(name: string, { apis, scopes }: AccessRules): readonly string[] | null {
  const scope = scopes.get(name);
  if (scope?.type !== 'resource' || !scope.enabled) return null;
  const listing = [...apis.values()].filter((api) => api.scopes.includes(name));
  if (listing.length === 0) return [audienceOf(scope)];
  return listing
    .filter((api) => api.enabled && !api.resourceIndicatorRequired)
    .map((api) => api.name)
    .toSorted();
}

function scopesOf(api: string, { before, after }: RulesChange): readonly string[] {
  return [...new Set([before, after].flatMap(({ apis }) => apis.get(api)?.scopes ?? []))];
}

function clientMarks(key: string, { before, after }: RulesChange): Mark[] {
  const [former, later] = [before.clients.get(key), after.clients.get(key)];
  if (!former?.enabled || !later?.enabled) return [];
  const isSame = isDeepStrictEqual(toldToClient(former, before), toldToClient(later, after));
  return isSame ? [] : naming('claims_change', [key]);
}

/** The groups, roles and rules that an ID token of a client can have, and its own roles at APIs. */
function toldToClient(client: RuledClient, rules: AccessRules): unknown {
  const { roles, scope, claimRules, apiRoles } = client;
  return {
    groups: scope.includes('groups') && !rules.scopes.has('groups') ? toldGroups(client, rules) : null,
    roles: roles.length > 0 && scope.some((name) => lists(name, 'roles', rules)) ? roles.map(({ name }) => name) : null,
    claimRules,
    apiRoles,
  };
}

function toldGroups(owner: RuledClient | RuledApi, rules: AccessRules): readonly (readonly [string, string])[] {
  return [...seenBy(owner, rules.groups)].map(([id, { name }]) => [id, name] as const).toSorted();
}

function lists(scope: string, claim: string, { scopes }: AccessRules): boolean {
  return (scopes.get(scope) ?? builtInScopes.get(scope))?.claims.includes(claim) ?? false;
}

/** The clients whose access tokens for an API say something else. */
function apiChanges(key: string, { before, after }: RulesChange): readonly string[] {
  const [former, later] = [before.apis.get(key), after.apis.get(key)];
  if (isDeepStrictEqual(former && toldToApi(former, before), later && toldToApi(later, after))) return [];
  return idsOf(asking((former ?? later)?.scopes ?? [], before));
}

function toldToApi(api: RuledApi, rules: AccessRules): unknown {
  const { enabled, roles, claims, claimRules } = api;
  if (!enabled) return undefined;
  const told = {
    groups: claims.includes('groups') ? toldGroups(api, rules) : null,
    roles: roles.map(({ name }) => name),
    claimRules,
  };
  return told.groups === null && told.roles.length + claimRules.length === 0 ? undefined : told;
}

/** The clients of a scope that gives `groups` or `roles` from now on, or no longer. */
function scopeChanges(key: string, { before, after }: RulesChange): readonly string[] {
  const told = (rules: AccessRules) => {
    const scope = rules.scopes.get(key) ?? builtInScopes.get(key);
    if (!scope?.enabled) return [];
    return scope.claims.filter((claim) => ['groups', 'roles', 'role'].includes(claim)).toSorted();
  };
  const hasReplaced = key === 'groups' && before.scopes.has(key) !== after.scopes.has(key);
  return hasReplaced || !isDeepStrictEqual(told(before), told(after)) ? idsOf(asking([key], before)) : [];
}

/** The clients that see a group without naming it. A new group has no members, unless it comes back. */
function groupChanges(
  { before: former, after: later, key }: Change,
  { before, after }: RulesChange,
): readonly string[] {
  if (former !== null && later !== null) return [];
  const rules = later === null ? before : after;
  const id = String((later ?? former)?.id ?? '');
  const sees = (owner: RuledClient | RuledApi) => {
    const { show } = owner.groupsClaim;
    return show !== 'named' && !namesIt(show, key) && seenBy(owner, rules.groups).has(id);
  };
  const clients = [...rules.clients.values()].filter(
    (client) => client.enabled && client.scope.includes('groups') && !rules.scopes.has('groups') && sees(client),
  );
  const apis = [...rules.apis.values()].filter((api) => api.enabled && api.claims.includes('groups') && sees(api));
  const through = apis.flatMap((api) => asking(api.scopes, rules));
  return idsOf([...new Set([...clients, ...through])]);
}

function namesIt(show: 'all' | readonly string[], name: string): boolean {
  return show !== 'all' && show.some((one) => groupKey(one) === groupKey(name));
}
