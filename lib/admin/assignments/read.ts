import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import { hasPeople } from '#lib/clients/flows';
import { type Assignment, accessTarget, listAssignmentsOf } from '#lib/groups/assignment-store';
import { decideAccess, idsOfNames } from '#lib/groups/decide-access';
import { listMembershipsOf, type Membership } from '#lib/groups/membership-store';
import { factsOf } from '#lib/groups/summary';
import { listScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Role } from '#lib/vocabulary/role';
import type { AdminContext } from '../admin-context';
import { isPast } from '../groups/change-members';
import { listCandidates, listFacts, type Sources } from './people-store';

type Reading = Pick<AdminContext, 'db' | 'now' | 'snapshot'>;

/** An assignment that counts, as a page or an answer tells it. Exactly one of client and API is there. */
export type ToldAssignment = {
  readonly id: string;
  readonly client?: string;
  readonly api?: string;
  readonly role: string | null;
  readonly source: string;
  readonly expiresAt: Date | null;
  readonly since: Date;
};

/** The assignments of a person that count, by client or API. */
export async function readAssignments({ db, now, snapshot }: Reading, sub: string): Promise<readonly ToldAssignment[]> {
  const stored = (await listAssignmentsOf(db, [sub])).get(sub) ?? [];
  return stored
    .filter(({ expiresAt }) => !isPast(expiresAt, now))
    .flatMap(({ id, target, clientId, api, source, expiresAt, since }): ToldAssignment[] => {
      const owner = clientId === null ? snapshot.apis.get(api ?? '') : snapshot.clients.get(clientId);
      const role = owner?.roles.find((one) => one.id === target)?.name ?? null;
      const isAccess = clientId !== null && target === accessTarget(clientId);
      if (owner === undefined || (role === null && !isAccess)) return [];
      const place = clientId === null ? { api: api ?? '' } : { client: clientId };
      return [{ id, ...place, role, source, expiresAt, since }];
    })
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf({ client, api, role }: ToldAssignment): string {
  return `${client ?? api} ${role ?? ''}`;
}

/** What gives access or a role: a group, or the ID of an assignment. */
export type ToldReason = {
  readonly group?: string;
  readonly assignment?: string;
  readonly role: string | null;
  readonly source: string;
  readonly expiresAt: Date | null;
};

/** What a person is in a client, and why. */
type ToldAccess = {
  readonly may: boolean;
  readonly roles: readonly string[];
  readonly because: readonly ToldReason[];
};

function tellAccess(
  owner: Client | Api,
  memberships: readonly Membership[],
  assignments: readonly Assignment[],
  { now, snapshot }: Pick<Reading, 'now' | 'snapshot'>,
): ToldAccess {
  const { may, roles, because } = decideAccess(factsOf(memberships, assignments), owner, snapshot, now);
  return {
    may,
    roles: roles.map(({ name }) => name),
    because: because.map((reason) => {
      const role = reason.role?.name ?? null;
      if ('membership' in reason) {
        const { groupId, source, expiresAt } = reason.membership.row;
        return { group: snapshot.groups.get(groupId)?.name ?? groupId, role, source, expiresAt };
      }
      const { id, source, expiresAt } = reason.assignment.row;
      return { assignment: id, role, source, expiresAt };
    }),
  };
}

type ToldApplication = Omit<ToldAccess, 'may'> & {
  readonly clientId: string;
  readonly name: string | null;
  /** Everybody may use it. */
  readonly everyone: boolean;
};

/** What a person is in clients and APIs, as far as the database says so. */
type Given = { readonly memberships: readonly Membership[]; readonly assignments: readonly Assignment[] };

async function readGiven({ db }: Reading, sub: string): Promise<Given> {
  const memberships = (await listMembershipsOf(db, [sub])).get(sub) ?? [];
  const assignments = (await listAssignmentsOf(db, [sub])).get(sub) ?? [];
  return { memberships, assignments };
}

/** The enabled clients that a person may use, by client_id. Nobody uses one to which no person signs in. */
export async function readApplications(admin: Reading, sub: string): Promise<readonly ToldApplication[]> {
  return listApplications(admin, await readGiven(admin, sub));
}

function listApplications(admin: Reading, { memberships, assignments }: Given): readonly ToldApplication[] {
  return [...admin.snapshot.clients.values()]
    .filter((client) => client.enabled && hasPeople(client))
    .flatMap((client): ToldApplication[] => {
      const { may, ...told } = tellAccess(client, memberships, assignments, admin);
      const { clientId, clientName: name, access } = client;
      return may ? [{ clientId, name, everyone: access === 'everyone', ...told }] : [];
    })
    .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
}

/** A client or an API on the page of a person. */
export type UserApplication = Omit<ToldAccess, 'may'> & {
  readonly place: { readonly client: string } | { readonly api: string };
  readonly name: string | null;
  /** Everybody may use the client. */
  readonly everyone: boolean;
  readonly ownRoles: readonly Role[];
  /** At most an hour late. Null also for an API, of which no use by people is recorded. */
  readonly lastUsedAt: Date | null;
};

/**
 * The enabled clients that a person may use, and the enabled APIs in which the person has roles: first those with a
 * reason of their own, then the used ones, each by name.
 */
export async function readUserApplications(admin: Reading, sub: string): Promise<readonly UserApplication[]> {
  const given = await readGiven(admin, sub);
  const used = await readUses(admin, sub);
  const clients = listApplications(admin, given).map(({ clientId, ...told }) => ({
    ...told,
    place: { client: clientId },
    ownRoles: admin.snapshot.clients.get(clientId)?.roles ?? [],
    lastUsedAt: used.get(clientId) ?? null,
  }));
  const rankOf = ({ because, lastUsedAt }: UserApplication) => (because.length > 0 ? 0 : lastUsedAt === null ? 2 : 1);
  const nameOf = ({ name, place }: UserApplication) => (name ?? idOf(place)).toLowerCase();
  return [...clients, ...listOwnApis(admin, given)].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
}

/** The name of a client or an API in addresses. */
export function idOf(place: UserApplication['place']): string {
  return 'client' in place ? place.client : place.api;
}

function listOwnApis(admin: Reading, { memberships, assignments }: Given): readonly UserApplication[] {
  return [...admin.snapshot.apis.values()]
    .filter(({ enabled }) => enabled)
    .flatMap((api): UserApplication[] => {
      const { may: _, ...told } = tellAccess(api, memberships, assignments, admin);
      if (told.roles.length === 0) return [];
      const { name, displayName, roles: ownRoles } = api;
      return [{ ...told, place: { api: name }, name: displayName, everyone: false, ownRoles, lastUsedAt: null }];
    });
}

/** When each client last used something of a person. */
async function readUses({ db }: Reading, sub: string): Promise<ReadonlyMap<string, Date>> {
  const used = new Map<string, Date>();
  for (const { clientId, at } of await listScopeUses(db, sub)) {
    const known = used.get(clientId);
    if (known === undefined || known < at) used.set(clientId, at);
  }
  return used;
}

/** The most roles that a field suggests. */
const suggestedRoles = 200;

/** The names of the roles of clients and APIs, each with where it exists, by name. For a field without a script. */
export function suggestRoles({ clients, apis }: Reading['snapshot']) {
  const places = new Map<string, string[]>();
  const add = (place: string, roles: readonly Role[]) => {
    for (const { name } of roles) {
      const known = places.get(name);
      if (known === undefined) places.set(name, [place]);
      else known.push(place);
    }
  };
  for (const { clientId, clientName, roles } of clients.values()) add(clientName ?? clientId, roles);
  for (const { name, displayName, roles } of apis.values()) add(displayName ?? name, roles);
  return [...places].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, suggestedRoles);
}

type ToldPerson = Omit<ToldAccess, 'may'> & { readonly sub: string; readonly username: string };

type Asked = {
  readonly after: string | null;
  readonly limit: number;
  /** Only people with this role, or by this group. */
  readonly role?: string | undefined;
  readonly group?: string | undefined;
};

/**
 * The people for whom something says that they may use a client, or have a role of it or of an API, in the order of their
 * subs.
 * @returns `next`: the last sub that was looked at, if there are more
 */
export async function readPeople(
  admin: Reading,
  owner: Client | Api,
  { after, limit, role, group }: Asked,
): Promise<{ readonly people: readonly ToldPerson[]; readonly next: string | null }> {
  const sources = sourcesOf(owner, admin.snapshot);
  const found = await listCandidates(admin.db, sources, { key: after, limit: limit + 1 });
  const subs = found.slice(0, limit);
  const people = (await tellPeople(admin, owner, subs)).flatMap(({ person: { sub, username }, access }) => {
    const { may: _, ...told } = access;
    const isAsked = (role === undefined || told.roles.includes(role)) && (group === undefined || isBy(told, group));
    return told.because.length > 0 && isAsked ? [{ sub, username, ...told }] : [];
  });
  return { people, next: found.length > limit ? (subs.at(-1) ?? null) : null };
}

/** What says that somebody may use a client, or has a role of it or of an API. */
export function sourcesOf(owner: Client | Api, { groups }: Reading['snapshot']): Sources {
  const ofRoles = owner.roles.flatMap((role) => role.groups);
  const always = { withUses: false, ends: null, unusedSince: null };
  if (!('clientId' in owner)) {
    const targets = owner.roles.map(({ id }) => id);
    return { ...always, clientId: null, targets, groupIds: idsOfNames(ofRoles, groups) };
  }
  const { clientId, accessGroups } = owner;
  return { ...always, clientId, targets: null, groupIds: idsOfNames([...accessGroups, ...ofRoles], groups) };
}

type Facts = Awaited<ReturnType<typeof listFacts>>;

/** A person in a client or an API: what a list shows of them, what they are there, and when the client last used something of theirs. */
export type PersonIn = {
  readonly person: Facts['people'][number];
  readonly access: ToldAccess;
  readonly lastUsedAt: Date | null;
};

/** What some people are in a client or an API. @param subs at most `peopleAtOnce` */
export async function tellPeople(admin: Reading, owner: Client | Api, subs: readonly string[]): Promise<PersonIn[]> {
  if (subs.length === 0) return [];
  const { people, memberships, assignments, lastUses } = await listFacts(
    admin.db,
    subs,
    sourcesOf(owner, admin.snapshot),
  );
  const bySub = new Map(people.map((person) => [person.sub, person]));
  return subs.flatMap((sub) => {
    const person = bySub.get(sub);
    if (person === undefined) return [];
    const access = tellAccess(owner, memberships.get(sub) ?? [], assignments.get(sub) ?? [], admin);
    return [{ person, access, lastUsedAt: lastUses.get(sub) ?? null }];
  });
}

export function isBy({ because }: Pick<ToldAccess, 'because'>, group: string): boolean {
  return because.some((one) => one.group !== undefined && groupKey(one.group) === groupKey(group));
}
