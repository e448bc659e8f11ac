import { recordEvents } from '#lib/audit/event-store';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { shareRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { type Group, listGroupsById } from '#lib/groups/group-store';
import {
  holdPeople,
  listMembershipsOf,
  type Membership,
  maximumMemberships,
  writeMemberships,
} from '#lib/groups/membership-store';
import { readAdminRole } from '#lib/users/read-user';
import { checkMembersOf } from '../access/owned-groups';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { mayChange, notFound } from '../users/read';
import { listPeopleNamed, type NamedPerson } from './member-store';

type MemberChange = {
  readonly group: Pick<Group, 'id' | 'name'>;
  /** Subs. */
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** Of those who are added. */
  readonly expiresAt?: Date | null;
  /** Whose memberships are removed. Administrators add their own alone. */
  readonly source?: string;
  /** Tells the changes of one act from others. */
  readonly batch?: string | null;
};

type MemberResult = { readonly added: readonly string[]; readonly removed: readonly string[] };

/**
 * Adds people to a group and removes others, all or nothing, in one transaction with its events. Whoever is a member
 * already as is asked for stays so, without an event. The people are held, so nobody changes their memberships meanwhile,
 * and so is the configuration, so nobody deletes the group.
 * @returns the subs of those whose memberships changed
 * @throws AdminError `reauthenticate` without a recent proof, `not_found`, `forbidden` for people and groups whom this
 * administrator may not change, `invalid` for an end that is past or somebody who is added and removed, `managed` for a
 * directory, `too_many`
 */
export async function changeMembers(admin: AdminContext, change: MemberChange): Promise<MemberResult> {
  const { group, add = [], remove = [], expiresAt = null, source = 'administrator' } = change;
  checkMembersOf(admin, group);
  checkEnd(expiresAt, admin.now);
  if (source.startsWith('directory:')) {
    throw new AdminError('managed', 'A directory manages this membership. End it there.');
  }
  const subs = [...new Set([...add, ...remove])];
  if (subs.length < add.length + remove.length) throw givenTwice();
  return transaction(admin.db, async (tx) => {
    await shareRevision(tx);
    const people = await getPeople(tx, admin, subs);
    if ((await listGroupsById(tx, [group.id])).length === 0)
      throw new AdminError('not_found', 'There is no such group');
    const stored = await listMembershipsOf(tx, subs);
    // What is over does not count, whether or not the job has removed it.
    const find = (sub: string, by: string) =>
      stored
        .get(sub)
        ?.find((one) => one.groupId === group.id && one.source === by && !isPast(one.expiresAt, admin.now));
    const set: Membership[] = [];
    for (const sub of add) {
      const known = find(sub, 'administrator');
      if (known?.expiresAt?.getTime() === expiresAt?.getTime() && known !== undefined) continue;
      if (known === undefined && (await isFull(tx, stored.get(sub), admin.now))) throw tooMany(people.get(sub));
      const since = known?.since ?? admin.now;
      set.push({ sub, groupId: group.id, source: 'administrator', expiresAt, since });
    }
    const gone = remove.flatMap((sub) => find(sub, source) ?? []);
    if (set.length + gone.length === 0) return { added: [], removed: [] };
    await writeMemberships(tx, { set, remove: gone });
    await recordChanges(tx, admin, { ...change, people, set, gone });
    return { added: set.map(({ sub }) => sub), removed: gone.map(({ sub }) => sub) };
  });
}

export function isPast(end: Date | null, now: Date): boolean {
  return end !== null && end.getTime() <= now.getTime();
}

/** @throws AdminError `invalid` for an end that is past */
export function checkEnd(expiresAt: Date | null, now: Date): void {
  if (!isPast(expiresAt, now)) return;
  const message = 'expected an end that is not past';
  throw new AdminError('invalid', message, [{ field: 'expires_at', code: 'end_past', message }]);
}

/** Both cannot be meant, and neither order of them says which is. */
function givenTwice(): AdminError {
  const message = 'expected each user once, either to add or to remove';
  return new AdminError('invalid', message, [{ field: 'remove', code: 'duplicate', message }]);
}

/** Whether a person has the most memberships. Those of groups that are gone do not count. */
async function isFull(tx: Transaction, stored: readonly Membership[] = [], now: Date): Promise<boolean> {
  if (stored.length < maximumMemberships) return false;
  const live = stored.filter(({ expiresAt }) => !isPast(expiresAt, now));
  const groups = await listGroupsById(tx, [...new Set(live.map(({ groupId }) => groupId))]);
  const existing = new Set(groups.map(({ id }) => id));
  return live.filter(({ groupId }) => existing.has(groupId)).length >= maximumMemberships;
}

function tooMany(person: NamedPerson | undefined): AdminError {
  return new AdminError('too_many', `${person?.username ?? ''} already has ${maximumMemberships} memberships`);
}

/** Holds people, and checks that this administrator may change them. */
export async function getPeople(
  tx: Transaction,
  { principal }: AdminContext,
  subs: readonly string[],
): Promise<ReadonlyMap<string, NamedPerson>> {
  await holdPeople(tx, subs);
  const people = new Map((await listPeopleNamed(tx, { subs, usernames: [], emails: [] })).map((one) => [one.sub, one]));
  for (const sub of subs) {
    const person = people.get(sub);
    if (person === undefined) throw notFound();
    if (!mayChange(principal, { sub, admin: readAdminRole(person.admin) })) {
      throw new AdminError('forbidden', `Only an owner can change ${person.username}`);
    }
  }
  return people;
}

type Recorded = MemberChange & {
  readonly people: ReadonlyMap<string, NamedPerson>;
  readonly set: readonly Membership[];
  readonly gone: readonly Membership[];
};

async function recordChanges(tx: Transaction, admin: AdminContext, { group, people, set, gone, ...change }: Recorded) {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const batch = change.batch ?? (set.length + gone.length > 1 ? createId() : null);
  const toEvent = (type: 'group.member_added' | 'group.member_removed') => (one: Membership) => {
    const target = { kind: 'user', id: one.sub, name: people.get(one.sub)?.username ?? null };
    const details = {
      group: group.name,
      source: one.source,
      expires_at: one.expiresAt?.toISOString() ?? null,
      ...(batch !== null && { batch }),
      ...(reason && { reason }),
    };
    return { type, outcome: 'success', actor, target, address, requestId, details } as const;
  };
  const events = [...set.map(toEvent('group.member_added')), ...gone.map(toEvent('group.member_removed'))];
  await recordEvents(tx, events, admin.now);
}
