import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
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

/** The enabled clients that a person may use, by client_id. */
export async function readApplications(admin: Reading, sub: string): Promise<readonly ToldApplication[]> {
  const { db, snapshot } = admin;
  const memberships = (await listMembershipsOf(db, [sub])).get(sub) ?? [];
  const assignments = (await listAssignmentsOf(db, [sub])).get(sub) ?? [];
  return [...snapshot.clients.values()]
    .filter(({ enabled }) => enabled)
    .flatMap((client): ToldApplication[] => {
      const { may, ...told } = tellAccess(client, memberships, assignments, admin);
      const { clientId, clientName: name, access } = client;
      return may ? [{ clientId, name, everyone: access === 'everyone', ...told }] : [];
    })
    .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
}

/** An application of a person on their page. */
export type UserApplication = ToldApplication & {
  readonly ownRoles: readonly Role[];
  /** At most an hour late. */
  readonly lastUsedAt: Date | null;
};

/** The enabled clients that a person may use: first those with a reason of their own, then the used ones, each by name. */
export async function readUserApplications(admin: Reading, sub: string): Promise<readonly UserApplication[]> {
  const used = new Map<string, Date>();
  for (const { clientId, at } of await listScopeUses(admin.db, sub)) {
    const known = used.get(clientId);
    if (known === undefined || known < at) used.set(clientId, at);
  }
  const rankOf = ({ because, lastUsedAt }: UserApplication) => (because.length > 0 ? 0 : lastUsedAt === null ? 2 : 1);
  const nameOf = ({ name, clientId }: UserApplication) => (name ?? clientId).toLowerCase();
  return (await readApplications(admin, sub))
    .map((one) => ({
      ...one,
      ownRoles: admin.snapshot.clients.get(one.clientId)?.roles ?? [],
      lastUsedAt: used.get(one.clientId) ?? null,
    }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
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
