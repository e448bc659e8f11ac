import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import { decideAccess } from '#lib/groups/decide-access';
import type { Group } from '#lib/groups/group-store';
import { seenGroups } from '#lib/groups/seen-groups';
import { readSummary } from '#lib/groups/summary';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import { canonicalUsername } from '#lib/users/canonical-username';
import type { ClaimValue, User } from '#lib/users/user';
import { type ClaimRule, shaped } from '#lib/vocabulary/claim-rules';
import { protocolClaims } from '#lib/vocabulary/claims';

/** The data of a person that tokens and UserInfo use. */
export type UserProfile = Pick<User, 'username' | 'claims' | 'access'>;

/** What of the configuration decides about claims. */
export type ClaimConfiguration = {
  /** By ID. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly providers: ReadonlyMap<string, IdentityProvider>;
};

/** Something that gives claims: a scope, a claim that was allowed by name, with its scope, or an API. */
export type ClaimSource = Pick<Scope, 'name' | 'configured' | 'claims'>;

/** Whose roles, groups and rules a place has. */
type ClaimOwner =
  | Pick<Client, 'clientId' | 'access' | 'accessGroups' | 'roles' | 'groupsClaim' | 'claimRules'>
  | ClaimApi;

/** An API as far as it decides about claims. */
export type ClaimApi = Pick<Api, 'name' | 'claims'> & Pick<Client, 'roles' | 'groupsClaim' | 'claimRules'>;

export type ClaimRequest = {
  /** Or the names of the roles of a client that acts for itself. */
  readonly person: UserProfile | { readonly roles: readonly string[] };
  /**
   * The client in an ID token and at UserInfo. In an access token and at introspection, the API if the token is for it
   * alone, otherwise null.
   */
  readonly owner: ClaimOwner | null;
  /** What gives claims in this place. */
  readonly sources: readonly ClaimSource[];
  /** What else gives claims that the recipient knows. Those of this place if left out. */
  readonly released?: readonly ClaimSource[];
  /** The APIs of a token with several names in `aud`. */
  readonly beside?: readonly Pick<ClaimApi, 'roles' | 'claims'>[];
  /** Of groups, roles and what rules write, as one JSON object. Null at UserInfo and introspection, which have everything. */
  readonly maximumBytes: number | null;
};

/** Where a value comes from: the name of its scope or API, the groups or roles here, or a rule by its place. */
type Origin =
  | { readonly source: string }
  | { readonly list: 'groups' | 'roles'; readonly explain: () => readonly Explained[] }
  | { readonly rule: number; readonly from: string | null };

/** A group or a role, with what gives the role: groups, an assignment, or that everyone has it. */
export type Explained = {
  readonly value: string;
  readonly groups: readonly string[];
  readonly isAssigned: boolean;
  readonly isDefault: boolean;
};

/** Why a value is not there. */
type LeftOut =
  | { readonly claim: string; readonly why: 'consent' | 'type' | 'size' | 'several_audiences' }
  | {
      readonly claim: 'groups';
      readonly why: 'filter';
      readonly count: number;
      /** The client or API that does not see them. */
      readonly owner: string;
      /** It sees those that it names. */
      readonly isNamed: boolean;
    };

export type ToldClaims = {
  readonly claims: Record<string, ClaimValue>;
  readonly origins: Readonly<Record<string, Origin>>;
  readonly leftOut: readonly LeftOut[];
  /** Of groups, roles and what rules write, as one JSON object. 0 without a maximum. */
  readonly bytes: number;
};

/** In a token that passes through the browser in an address, and in any other one. */
export const maximumClaimBytes = { authorization_endpoint: 2_048, token_endpoint: 4_096 } as const;

/**
 * The claims of a person, or of a client that acts for itself, in one place, each with its origin. Claims without a
 * value are left out, typed values keep their type, and `role` is always an array. `preferred_username` defaults to the
 * username. A username in the form of an email address is released only to a recipient that may know the address. Then
 * come the groups and roles as the owner of the place sees them, which are never joined with claims of the person, and
 * the rules of the owner.
 */
export function claimsFor(request: ClaimRequest, configuration: Configuration): ToldClaims {
  const { person, owner, sources } = request;
  const told: Telling = { claims: {}, origins: {}, leftOut: [] };
  const lists = listsOf(request, told, configuration);
  if ('username' in person) {
    for (const source of sources) {
      for (const name of source.claims) {
        if (isList(name) && (!source.configured || lists[name] !== undefined)) continue;
        const value = ownValue(person, name, request);
        if (value === undefined) continue;
        told.claims[name] = value;
        told.origins[name] = { source: source.name };
      }
    }
  }
  const bounded = new Set<string>();
  const write = (name: string, value: ClaimValue, origin: Origin) => {
    told.claims[name] = value;
    told.origins[name] = origin;
    bounded.add(name);
  };
  for (const list of ['groups', 'roles'] as const) {
    const found = lists[list];
    if (found) write(list, found.values, { list, explain: found.explain });
  }
  for (const [index, rule] of (owner?.claimRules ?? []).entries()) {
    const found = applyRule(rule, request, lists);
    if (found === null) continue;
    if ('why' in found) told.leftOut.push({ claim: rule.claim, why: found.why });
    else write(rule.claim, found.value, { rule: index, from: rule.from });
  }
  const { maximumBytes } = request;
  const bytes = bounded.size === 0 || maximumBytes === null ? 0 : omitLargest(told, bounded, maximumBytes);
  return { ...told, bytes };
}

type Configuration = { readonly snapshot: ClaimConfiguration; readonly now: Date };

/** The result, as far as it is known. */
type Telling = {
  readonly claims: Record<string, ClaimValue>;
  readonly origins: Record<string, Origin>;
  readonly leftOut: LeftOut[];
};

/** `undefined`: the place has no such list, so the person's own claim counts. Null: neither may be there. */
type Lists = Readonly<Record<'groups' | 'roles', List | null | undefined>>;

type List = { readonly values: string[]; readonly explain: () => readonly Explained[] };

function isList(name: string): name is keyof Lists {
  return name === 'groups' || name === 'roles';
}

/** RFC 9068 §5: roles of one API, read by another one in the same `aud`, would count there. So those are left out. */
function listsOf(
  { person, owner, sources, beside = [] }: ClaimRequest,
  { leftOut }: Pick<Telling, 'leftOut'>,
  { snapshot, now }: Configuration,
): Lists {
  const isWithheld = {
    groups: beside.some(({ claims }) => claims.includes('groups')),
    roles: beside.some(({ roles }) => roles.length > 0),
  };
  for (const claim of ['groups', 'roles'] as const) {
    if (isWithheld[claim]) leftOut.push({ claim, why: 'several_audiences' });
  }
  const none: Lists = {
    groups: isWithheld.groups ? null : undefined,
    roles: isWithheld.roles ? null : undefined,
  };
  if (owner === null) return none;
  const hasRoles = owner.roles.length > 0 && (!isClient(owner) || gives(sources, 'roles'));
  if ('roles' in person) return { ...none, roles: hasRoles ? plainList(person.roles) : undefined };
  const hasGroups = sources.some(({ configured, claims }) => !configured && claims.includes('groups'));
  if (!hasGroups && !hasRoles) return none;
  const summary = readSummary(person.access);
  const roles = hasRoles ? roleList(decideAccess(summary, owner, snapshot, now), snapshot) : undefined;
  if (!hasGroups) return { groups: undefined, roles };
  const { names, hidden } = seenGroups(summary, owner, snapshot, now);
  if (hidden > 0) {
    const isNamed = owner.groupsClaim.show === 'named';
    const name = isClient(owner) ? owner.clientId : owner.name;
    leftOut.push({ claim: 'groups', why: 'filter', count: hidden, owner: name, isNamed });
  }
  return { groups: plainList(names), roles };
}

function plainList(values: readonly string[]): List {
  const nothing = { groups: [], isAssigned: false, isDefault: false };
  return { values: [...values], explain: () => values.map((value) => ({ value, ...nothing })) };
}

function roleList({ roles, because }: ReturnType<typeof decideAccess>, { groups }: ClaimConfiguration): List {
  const explain = () =>
    roles.map((role) => {
      const reasons = because.filter((one) => one.role === role);
      const named = reasons.flatMap((one) =>
        'membership' in one ? (groups.get(one.membership.groupId)?.name ?? []) : [],
      );
      const isAssigned = reasons.some((one) => 'assignment' in one);
      return { value: role.name, groups: [...new Set(named)], isAssigned, isDefault: role.default };
    });
  return { values: roles.map(({ name }) => name), explain };
}

function isClient(owner: ClaimOwner): owner is Extract<ClaimOwner, { readonly clientId: string }> {
  return 'clientId' in owner;
}

function gives(sources: readonly ClaimSource[], name: string): boolean {
  return sources.some(({ claims }) => claims.includes(name));
}

/** The value of a claim of the person. Undefined without one, and for a claim that the protocol itself sets. */
function ownValue(
  { username, claims }: UserProfile,
  name: string,
  { sources, released = sources }: Pick<ClaimRequest, 'sources' | 'released'>,
): ClaimValue | undefined {
  if (protocolClaims.has(name)) return undefined;
  const own = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const isMissing = own === undefined || own === null || own === '';
  const value = isMissing && name === 'preferred_username' ? releasedName(username, released) : own;
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return [...new Set(value)];
  return name === 'role' ? [value] : value;
}

function releasedName(username: string, released: readonly ClaimSource[]): string | undefined {
  const hasFormOfAddress = (canonicalUsername(username) ?? username).includes('@');
  return !hasFormOfAddress || gives(released, 'email') ? username : undefined;
}

/**
 * What a rule writes. A rule of a client reads only what the client gets in this place anyway, and what an API reads of
 * the person is covered by its scope.
 * @returns null if its roles do not apply, or the source has no value
 */
function applyRule(
  { claim, from, value, whenRoles }: ClaimRule,
  request: ClaimRequest,
  lists: Lists,
): { readonly value: ClaimValue } | { readonly why: 'consent' | 'type' } | null {
  const { person, owner, sources } = request;
  if (whenRoles.length > 0) {
    if (!lists.roles) return { why: 'consent' };
    if (!lists.roles.values.some((name) => whenRoles.includes(name))) return null;
  }
  if (value !== null) return { value };
  if (from === null) return null;
  if (isList(from)) return lists[from] ? { value: lists[from].values } : { why: 'consent' };
  if (!('username' in person)) return null;
  if (owner !== null && isClient(owner) && !gives(sources, from)) return { why: 'consent' };
  const own = ownValue(person, from, request);
  if (own === undefined || own === null) return null;
  const written = shaped(claim, own);
  return written === undefined ? { why: 'type' } : { value: written };
}

/**
 * Leaves out the largest of the bounded claims until the others fit, of equal ones the first by name, and says which.
 * @returns the bytes of what is left
 */
function omitLargest(told: Telling, bounded: ReadonlySet<string>, maximum: number): number {
  const sized = [...bounded]
    // With the comma after it.
    .map((name) => ({ name, size: Buffer.byteLength(JSON.stringify({ [name]: told.claims[name] })) - 1 }))
    .sort((one, other) => other.size - one.size || (one.name < other.name ? -1 : 1));
  let bytes = sized.reduce((sum, { size }) => sum + size, 1);
  const omitted: string[] = [];
  for (const { name, size } of sized) {
    if (bytes <= maximum) break;
    bytes -= size;
    omitted.push(name);
    delete told.claims[name];
    delete told.origins[name];
    told.leftOut.push({ claim: name, why: 'size' });
  }
  if (omitted.length > 0) told.claims.claims_omitted = omitted;
  return bytes;
}

/** The enabled scopes of one type among the granted ones. */
export function scopesOfType(
  scopes: ReadonlyMap<string, Scope>,
  granted: readonly string[],
  type: Scope['type'],
): Scope[] {
  return granted.flatMap((name) => {
    const scope = scopes.get(name);
    return scope?.enabled && scope.type === type ? [scope] : [];
  });
}

/** The roles that a client has at an API when it acts for itself, in the order of the API. */
export function rolesOf({ apiRoles }: Pick<Client, 'apiRoles'>, api: ClaimApi | null): readonly string[] {
  const given = apiRoles.find((one) => one.api === api?.name)?.roles ?? [];
  return (api?.roles ?? []).flatMap(({ name }) => (given.includes(name) ? [name] : []));
}

/** What an API itself adds. It never gives the person's own `groups` and `roles`. */
export function sourceOf({ name, claims }: Pick<Api, 'name' | 'claims'>): ClaimSource {
  return { name, claims, configured: false };
}

/** Claims that were allowed by name, as what gives them: each under its scope. */
export function namedSources(
  names: readonly string[],
  under: Readonly<Record<string, string>>,
  scopes: ReadonlyMap<string, Scope>,
): ClaimSource[] {
  return names.map((claim) => {
    const name = under[claim] ?? '';
    return { name, configured: scopes.get(name)?.configured ?? false, claims: [claim] };
  });
}
