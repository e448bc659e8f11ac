import type { Client } from '#lib/clients/client';
import { type Assignment, accessTarget, listAssignmentsOf } from '#lib/groups/assignment-store';
import { decideAccess } from '#lib/groups/decide-access';
import { listMembershipsOf, listUsernames, type Membership } from '#lib/groups/membership-store';
import { factsOf } from '#lib/groups/summary';
import { groupKey } from '#lib/vocabulary/group-name';
import type { AdminContext } from '../admin-context';
import { isPast } from '../groups/change-members';
import { listCandidates } from './candidate-store';

type Reading = Pick<AdminContext, 'db' | 'now' | 'snapshot'>;

/** An assignment that counts, as a page or an answer tells it. */
type ToldAssignment = {
  readonly id: string;
  readonly client: string;
  readonly role: string | null;
  readonly source: string;
  readonly expiresAt: Date | null;
  readonly since: Date;
};

/** The assignments of a person that count, by client. */
export async function readAssignments({ db, now, snapshot }: Reading, sub: string): Promise<readonly ToldAssignment[]> {
  const stored = (await listAssignmentsOf(db, [sub])).get(sub) ?? [];
  return stored
    .filter(({ expiresAt }) => !isPast(expiresAt, now))
    .flatMap(({ id, target, clientId, source, expiresAt, since }) => {
      const client = snapshot.clients.get(clientId ?? '');
      const role = client?.roles.find((one) => one.id === target)?.name ?? null;
      if (client === undefined || (role === null && target !== accessTarget(client.clientId))) return [];
      return [{ id, client: client.clientId, role, source, expiresAt, since }];
    })
    .toSorted((a, b) => (`${a.client} ${a.role}` < `${b.client} ${b.role}` ? -1 : 1));
}

/** What gives access or a role: a group, or the ID of an assignment. */
type ToldReason = {
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
  client: Client,
  memberships: readonly Membership[],
  assignments: readonly Assignment[],
  { now, snapshot }: Pick<Reading, 'now' | 'snapshot'>,
): ToldAccess {
  const { may, roles, because } = decideAccess(factsOf(memberships, assignments), client, snapshot, now);
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

type ToldPerson = Omit<ToldAccess, 'may'> & { readonly sub: string; readonly username: string };

type Asked = {
  readonly after: string | null;
  readonly limit: number;
  /** Only people with this role, or by this group. */
  readonly role?: string | undefined;
  readonly group?: string | undefined;
};

/**
 * The people of a client for whom something says that they may use it or have a role there, in the order of their subs.
 * @returns `next`: the last sub that was looked at, if there are more
 */
export async function readPeople(
  admin: Reading,
  client: Client,
  { after, limit, role, group }: Asked,
): Promise<{ readonly people: readonly ToldPerson[]; readonly next: string | null }> {
  const { db, snapshot } = admin;
  const named = new Set([...client.accessGroups, ...client.roles.flatMap(({ groups }) => groups)].map(groupKey));
  const groupIds = [...snapshot.groups.values()].filter(({ key }) => named.has(key)).map(({ id }) => id);
  const { subs, isMore } = await listCandidates(db, { clientId: client.clientId, groupIds }, { after, limit });
  const memberships = await listMembershipsOf(db, subs);
  const assignments = await listAssignmentsOf(db, subs);
  const usernames = await listUsernames(db, subs);
  const people = subs.flatMap((sub): ToldPerson[] => {
    const own = tellAccess(client, memberships.get(sub) ?? [], assignments.get(sub) ?? [], admin);
    const { may: _, ...told } = own;
    const isAsked = (role === undefined || told.roles.includes(role)) && (group === undefined || isBy(told, group));
    const username = usernames.get(sub);
    return told.because.length > 0 && isAsked && username !== undefined ? [{ sub, username, ...told }] : [];
  });
  return { people, next: isMore ? (subs.at(-1) ?? null) : null };
}

function isBy({ because }: Pick<ToldAccess, 'because'>, group: string): boolean {
  return because.some((one) => one.group !== undefined && groupKey(one.group) === groupKey(group));
}
