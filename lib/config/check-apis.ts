import { type Api, resourceKey, urisOf } from '#lib/apis/api';
import { introspectionKeys, maximumApis } from '#lib/apis/settings';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { builtInScopes } from '#lib/scopes/built-in';
import type { ScopeRecord } from '#lib/scopes/scope';
import { camelCase } from '#lib/vocabulary/keys';
import type { Path, Problem } from './problem';
import type { Planned } from './sections';

/** The APIs and scopes after a change. */
type After = {
  readonly apis: readonly Api[];
  readonly scopes: ReadonlyMap<string, ScopeRecord>;
  /** Where the file has a key of an API. The section, if it does not list the API. */
  readonly placeOf: (api: Api, path: Path) => Path;
  /** -1 if the file does not list the scope. */
  readonly placeOfScope: (name: string) => number;
};

/**
 * Finds APIs whose name, scopes or URIs are something else too: tokens, callers and the parameter `resource` would mean
 * two things.
 */
export async function checkApis(planned: Planned): Promise<Problem[]> {
  const { plans, listed } = planned;
  const apis = await plans.apis.after();
  const scopes = new Map((await plans.scopes.after()).map((scope) => [scope.name, scope]));
  const places = new Map(listed.apis?.map(({ name }, index) => [name, index]));
  const after: After = {
    apis,
    scopes,
    placeOf: ({ name }, path) => {
      const place = places.get(name);
      return place === undefined ? ['apis'] : ['apis', place, ...path];
    },
    placeOfScope: (name) => listed.scopes?.findIndex((scope) => scope.name === name) ?? -1,
  };
  return [
    ...apis.flatMap((api) => [...findScopeProblems(api, after), ...findNameProblem(api, after, planned.issuer)]),
    ...findSharedUris(after),
    ...findNumberProblem(planned, apis.length),
  ];
}

function findScopeProblems(api: Api, { scopes, placeOf, placeOfScope }: After): Problem[] {
  return api.scopes.flatMap((name, index): Problem[] => {
    const path = placeOf(api, ['scopes', index]);
    const scope = scopes.get(name);
    const isReserved = isAdminScope(name) || name === 'offline_access';
    if (isReserved || (scope ?? builtInScopes.get(name))?.type === 'identity') {
      const message = `${name} is no resource scope that an API may have`;
      return [{ path, code: 'api_scope_type', message, facts: { name } }];
    }
    const key = scope && keyOfApi(scope);
    if (key === undefined) return [];
    const place = placeOfScope(name);
    const message = `the scope ${name} belongs to the API ${api.name}, which has ${key} instead`;
    const facts = { name, api: api.name, key };
    return [{ path: place === -1 ? path : ['scopes', place, key], code: 'scope_in_api', message, facts }];
  });
}

/** A setting of the scope that its API has instead. */
function keyOfApi(scope: ScopeRecord): string | undefined {
  if (scope.audience === 'resource') return 'audience';
  const keys = ['resource', 'access_token_typ', ...introspectionKeys];
  return keys.find((key) => (Reflect.get(scope, camelCase(key)) ?? null) !== null);
}

/** Scopes that the API lists may have its name, because both are then one audience. */
function findNameProblem(api: Api, { scopes, placeOf }: After, issuer: string | null): Problem[] {
  const { name } = api;
  const isScope = (scopes.get(name) ?? builtInScopes.get(name))?.type === 'resource';
  if (name !== issuer && (!isScope || api.scopes.includes(name))) return [];
  const message = name === issuer ? 'is our issuer' : 'is the name of a resource scope that this API does not list';
  return [{ path: placeOf(api, ['name']), code: 'api_name_taken', message, facts: { name } }];
}

/** A URI that means two things: two APIs, or an API and a scope that it does not list. */
function findSharedUris({ apis, scopes, placeOf }: After): Problem[] {
  const owners = new Map<string, Set<string>>();
  const add = (uri: string, owner: string) => {
    const key = resourceKey(uri);
    owners.set(key, (owners.get(key) ?? new Set()).add(owner));
  };
  for (const api of apis) for (const uri of urisOf(api)) add(uri, `API ${api.name}`);
  const listed = new Set(apis.flatMap((api) => api.scopes));
  for (const { name, type, resource } of scopes.values()) {
    if (type !== 'resource' || listed.has(name)) continue;
    for (const uri of [name, ...(resource === null ? [] : [resource])]) add(uri, `scope ${name}`);
  }
  return apis.flatMap((api) =>
    urisOf(api).flatMap((uri): Problem[] => {
      const other = [...(owners.get(resourceKey(uri)) ?? [])].find((owner) => owner !== `API ${api.name}`);
      if (other === undefined) return [];
      const place = api.resources.indexOf(uri);
      const path = placeOf(api, place === -1 ? ['name'] : ['resources', place]);
      return [{ path, code: 'resource_taken', message: `${uri} belongs to the ${other} too`, facts: { uri, other } }];
    }),
  );
}

function findNumberProblem({ plans }: Planned, count: number): Problem[] {
  if (count <= maximumApis || plans.apis.changes.every(({ kind }) => kind !== 'create')) return [];
  const message = `expected at most ${maximumApis} APIs`;
  return [{ path: ['apis'], code: 'too_many', message, facts: { limit: maximumApis } }];
}
