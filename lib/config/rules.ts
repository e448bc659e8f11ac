import type { Api } from '#lib/apis/api';
import { introspectionKeys } from '#lib/apis/settings';
import type { ClientRecord } from '#lib/clients/client-record';
import { listClientIds } from '#lib/clients/client-store';
import { findObstacles } from '#lib/clients/security-profile/find-obstacles';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import { audienceOf } from '#lib/scopes/audience';
import { withBuiltIn } from '#lib/scopes/built-in';
import type { ScopeRecord } from '#lib/scopes/scope';
import { type AcrAliases, acrOfLevel, levelOfAcr } from '#lib/vocabulary/acr-levels';
import { closest } from '#lib/vocabulary/closest';
import { camelCase } from '#lib/vocabulary/keys';
import { profileNames } from '#lib/vocabulary/security-profile';
import { checkApis } from './check-apis';
import { checkGroups } from './check-groups';
import { checkIdentifiers } from './check-identifiers';
import type { Change } from './diff';
import type { Path, Problem } from './problem';
import { type Planned, type SectionName, type Sections, sections } from './sections';

/** A rule across sections. */
type Rule = {
  /** The keys that the rule depends on. It is checked if one of them changes, or if an entry is created or deleted. */
  readonly keys: Partial<Readonly<Record<SectionName, readonly string[] | 'all'>>>;
  readonly find: (planned: Planned) => Promise<readonly Problem[]>;
};

/** The algorithms that a scope or an API names. */
const algKeys = ['introspection_signed_response_alg', 'access_token_signing_alg'] as const;

/** Keys of a scope that its API has instead. */
const ownKeys = ['access_token_typ', ...introspectionKeys];

const rules: readonly Rule[] = [
  {
    keys: { users: ['sub'], clients: [], identity_providers: ['domains', 'group_mapping'], tenants: [] },
    find: checkIdentifiers,
  },
  { keys: { users: ['groups', 'assignments'], clients: ['api_roles'], groups: [] }, find: checkGroups },
  { keys: { apis: ['scopes', 'resources'], scopes: ['type', 'resource', 'audience', ...ownKeys] }, find: checkApis },
  {
    keys: {
      scopes: ['type', 'resource', 'audience', 'access_token_typ'],
      apis: ['scopes', 'access_token_typ', 'enabled'],
      clients: ['scope', 'access_token_typ'],
    },
    find: checkTokenTypes,
  },
  { keys: { clients: ['minimum_acr', 'default_acr_values'], portal: ['acr_aliases'] }, find: checkAcrNames },
  {
    keys: { tenants: ['second_factor'], portal: ['password_min_length', 'second_factor'] },
    find: checkPasswordLength,
  },
  {
    keys: { clients: 'all', scopes: algKeys, apis: algKeys, portal: ['security_profile'] },
    find: checkSecurityProfile,
  },
];

/** Finds the conflicts between a file and the rest of the configuration. */
export async function findProblems(planned: Planned): Promise<readonly Problem[]> {
  const { changes, isEdit } = planned;
  const problems = [...(await checkReferences(planned))];
  for (const { keys, find } of rules) {
    if (!isEdit || changes.some((change) => touches(change, keys))) problems.push(...(await find(planned)));
  }
  return [...problems, ...(await checkRemovals(planned))];
}

function touches({ section, kind, values }: Change, keys: Rule['keys']): boolean {
  const own = keys[section];
  return own !== undefined && (kind !== 'update' || own === 'all' || values.some(({ key }) => own.includes(key)));
}

/** The minimum length of a password that can be the only factor (NIST SP 800-63B-4 §3.1.1.2). In code points. */
const onlyFactorLength = 15;

/**
 * If passwords may be shorter, a second factor is required everywhere: in the portal and in every tenant (security
 * #88).
 */
async function checkPasswordLength({ listed, plans, portal }: Planned): Promise<Problem[]> {
  if (portal.passwordMinLength >= onlyFactorLength) return [];
  if (portal.secondFactor !== 'required') {
    return [problem(['portal', 'password_min_length'], 'needs second_factor: required')];
  }
  const places = new Map(listed.tenants?.map(({ name }, index) => [name, index]));
  return (await plans.tenants.after())
    .filter(({ secondFactor }) => secondFactor !== null && secondFactor !== 'required')
    .map(({ name }) => {
      const index = places.get(name);
      return index === undefined
        ? problem(['portal', 'password_min_length'], `also needs second_factor: required in the tenant ${name}`)
        : problem(['tenants', index, 'second_factor'], 'expected required, because password_min_length is below 15');
    });
}

function problem(path: Problem['path'], message: string): Problem {
  return { path, code: 'password_min_length', message };
}

/**
 * Finds levels in client entries that do not exist: neither a name of ours nor an alias of the portal. Nobody could
 * ever reach such a minimum, and such a request would be ignored without notice.
 */
async function checkAcrNames({ listed, plans, portal, changes }: Planned): Promise<Problem[]> {
  const aliases = portal.acrAliases;
  const places = new Map(listed.clients?.map(({ clientId }, index) => [clientId, index]));
  // A removed alias can affect any client.
  const isPortal = changes.some(({ section }) => section === 'portal');
  const clients = isPortal ? await plans.clients.after() : plans.clients.desired;
  return clients.flatMap((client) =>
    namedBy(client).flatMap(({ path, name }) => {
      if (levelOfAcr(name, aliases) !== null) return [];
      const index = places.get(client.clientId);
      if (index !== undefined) {
        const message = describe(name, aliases);
        return [{ path: ['clients', index, ...path], code: 'acr_unknown', message, facts: { name } }];
      }
      const message = `the client ${client.clientId} uses the level ${name}, which this change removes`;
      return [
        { path: ['portal', 'acr_aliases'], code: 'acr_in_use', message, facts: { name, client: client.clientId } },
      ];
    }),
  );
}

function namedBy(client: ClientRecord): { path: Path; name: string }[] {
  const minimum = client.minimumAcr === null ? [] : [{ path: ['minimum_acr'], name: client.minimumAcr }];
  const wishes = client.defaultAcrValues.map((name, index) => ({ path: ['default_acr_values', index], name }));
  return [...minimum, ...wishes];
}

function describe(name: string, aliases: AcrAliases): string {
  const known = [...Object.values(acrOfLevel), ...Object.keys(aliases)];
  const near = closest(name, known);
  return near === null
    ? `level ${name} does not exist; expected one of ${known.join(', ')}`
    : `level ${name} does not exist; did you mean ${near}?`;
}

/**
 * Finds references to names that do not exist, for example a scope of a client. A misspelled name would silently allow
 * or forbid something else. A stored reference to a client may stay, because clients can delete themselves (RFC 7592
 * §2.3).
 */
async function checkReferences({ plans, isEdit }: Planned): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path, to, name, isNew, code = 'unknown_reference' } of Object.values(plans).flatMap(
    ({ listed }) => listed,
  )) {
    const mayStay = isEdit || to === 'clients';
    if (mayStay && !isNew && !plans[to].gone.has(name)) continue;
    const names = await plans[to].names();
    if (names.has(name)) continue;
    const near = closest(name, [...names]);
    const hint = near === null ? '' : `; did you mean ${near}?`;
    const message = `there is no ${sections[to].noun} ${name} in this file or in the database${hint}`;
    const facts = { noun: sections[to].shortNoun, name, near: near ?? '' };
    problems.push({ path, code, message, facts });
  }
  return problems;
}

/** Finds deleted entries that other entries still refer to. */
async function checkRemovals({ plans }: Planned): Promise<Problem[]> {
  const all = Object.values(plans);
  if (all.every(({ gone }) => gone.size === 0)) return [];
  const users = new Map<string, Set<string>>();
  for (const { held } of all) {
    for (const { to, name, by } of await held()) {
      if (!plans[to].gone.has(name)) continue;
      const target = `${sections[to].shortNoun} ${name}`;
      users.set(target, (users.get(target) ?? new Set()).add(by));
    }
  }
  return [...users].map(([target, names]) => ({ path: [], code: 'in_use', message: describeUse(target, names) }));
}

const shown = 5;

function describeUse(target: string, names: ReadonlySet<string>): string {
  const more = names.size > shown ? ` and ${names.size - shown} more` : '';
  return `${target} is still used by ${[...names].slice(0, shown).join(', ')}${more}`;
}

/** Further problems are listed once these are fixed. */
const maximumListed = 100;

/**
 * Finds the clients and APIs that contradict the portal's security profile, which is the minimum for all of them. Each
 * has one problem at its place in the file, or at the profile if the file does not list it.
 */
async function checkSecurityProfile({ listed, plans, portal, changes }: Planned): Promise<Problem[]> {
  const { securityProfile } = portal;
  if (securityProfile === 'none') return [];
  const profile = profileNames[securityProfile];
  const at = (path: Problem['path'], requirement: string): Problem => ({
    path,
    code: 'security_profile',
    message: `${requirement} Required by the portal’s profile, ${profile}`,
    facts: { requirement, profile },
  });
  const isPortal = changes.some(({ section }) => section === 'portal');
  const clients = isPortal ? await plans.clients.after() : plans.clients.desired;
  const named = {
    scopes: isPortal ? await plans.scopes.after() : plans.scopes.desired,
    apis: isPortal ? await plans.apis.after() : plans.apis.desired,
  };
  const places = new Map(listed.clients?.map(({ clientId }, index) => [clientId, index]));
  const ofClients = clients.flatMap((client): Problem[] => {
    const [obstacle] = findObstacles(client, securityProfile);
    if (obstacle === undefined) return [];
    const { path, requirement } = obstacle;
    const index = places.get(client.clientId);
    if (index !== undefined) return [at(['clients', index, ...path], requirement)];
    return [contradiction({ name: client.clientId, key: String(path[0]), requirement })];
  });
  const { algs } = messageRules[securityProfile];
  const requirement = `Signatures use ${algs.join(', ')}.`;
  const ofApis = (['scopes', 'apis'] as const).flatMap((section) =>
    named[section].flatMap((api): Problem[] =>
      algKeys.flatMap((key) => {
        const alg: unknown = Reflect.get(api, camelCase(key));
        if (typeof alg !== 'string' || algs.some((allowed) => allowed === alg)) return [];
        const index = listed[section]?.findIndex(({ name }) => name === api.name) ?? -1;
        if (index === -1) return [contradiction({ name: api.name, key, requirement })];
        const found = at([section, index, key], requirement);
        return [key === 'access_token_signing_alg' ? { ...found, code: 'api_alg_profile' } : found];
      }),
    ),
  );
  return [...ofClients, ...ofApis].slice(0, maximumListed);
}

function contradiction(facts: { name: string; key: string; requirement: string }): Problem {
  const message = `${facts.key} of ${facts.name} conflicts with it: ${facts.requirement}`;
  return { path: ['portal', 'security_profile'], code: 'security_profile_contradicted', message, facts };
}

/** What `aud` may name: an API with its scopes, or a scope of its own. */
type Audience = Pick<Api, 'name' | 'scopes' | 'accessTokenTyp'> & { readonly key: 'apis' | 'scopes' };

/**
 * Finds the APIs that would accept an ID token as an access token. That happens if a token of type `JWT` can have an
 * audience that is a client ID, because ID tokens of that client have the same audience.
 */
async function checkTokenTypes({ db, listed, plans }: Planned): Promise<Problem[]> {
  const audiences = listAudiences(await plans.apis.after(), await plans.scopes.after());
  const clientIds = new Set(plans.clients.desired.map(({ clientId }) => clientId));
  const names = audiences.map(({ name }) => name);
  for (const id of await listClientIds(db, names)) if (!plans.clients.gone.has(id)) clientIds.add(id);
  const shared = audiences.filter(({ name }) => clientIds.has(name));
  if (shared.length === 0) return [];
  const clients = await plans.clients.after();
  return shared
    .filter((one) => canBeJwt(one, clients, audiences))
    .map((one) => {
      const [name = ''] = one.key === 'apis' ? [one.name] : one.scopes;
      const noun = one.key === 'apis' ? 'API' : 'scope';
      return {
        path: placeOf(one, listed),
        code: 'access_token_typ_ambiguous',
        facts: { name },
        message: `${name} is also a client, and its ID tokens would be accepted as access tokens of the type JWT; expected access_token_typ: at+jwt for the ${noun} ${name}`,
      };
    });
}

function listAudiences(apis: readonly Api[], records: readonly ScopeRecord[]): readonly Audience[] {
  const scopes = [...withBuiltIn(records, apis).values()].filter(({ type }) => type === 'resource');
  const ofApis = new Set(apis.flatMap((api) => api.scopes));
  return [
    ...apis.map(
      ({ name, scopes: own, accessTokenTyp }) => ({ key: 'apis', name, scopes: own, accessTokenTyp }) as const,
    ),
    ...scopes
      .filter(({ name }) => !ofApis.has(name))
      .map((scope) => {
        const { name, accessTokenTyp } = scope;
        return { key: 'scopes', name: audienceOf(scope), scopes: [name], accessTokenTyp } as const;
      }),
  ];
}

/** Whether accessTokenTyp() can choose `JWT` for a token with this audience. */
function canBeJwt(
  { scopes, accessTokenTyp }: Audience,
  clients: readonly ClientRecord[],
  audiences: readonly Audience[],
): boolean {
  if (accessTokenTyp !== null) return accessTokenTyp === 'JWT';
  const own = new Set(scopes);
  const asJwt = new Set(audiences.flatMap((one) => (one.accessTokenTyp === 'JWT' ? one.scopes : [])));
  return clients.some(
    ({ scope, accessTokenTyp: ofClient }) =>
      scope.some((name) => own.has(name)) && (ofClient === 'JWT' || scope.some((name) => asJwt.has(name))),
  );
}

/**
 * The place of the problem in the file: the API or scope, otherwise the client of the same name, otherwise a client that
 * may use one of its scopes.
 */
function placeOf({ key, name, scopes: own }: Audience, { apis = [], scopes = [], clients = [] }: Sections): Path {
  const place =
    key === 'apis'
      ? apis.findIndex((entry) => entry.name === name)
      : scopes.findIndex((entry) => own.includes(entry.name));
  if (place !== -1) return [key, place, 'access_token_typ'];
  const same = clients.findIndex(({ clientId }) => clientId === name);
  if (same !== -1) return ['clients', same, 'client_id'];
  const asking = clients.findIndex((client) => client.scope.some((one) => own.includes(one)));
  return asking === -1 ? [key] : ['clients', asking, 'access_token_typ'];
}
