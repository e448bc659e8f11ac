import { entryVersion } from '#lib/config/diff';
import { groups as section } from '#lib/config/sections/groups';
import type { Database } from '#lib/db/database';
import { type Group, listGroups } from '#lib/groups/group-store';
import type { Membership } from '#lib/groups/membership-store';
import { seeOther } from '#lib/http/respond';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { canonicalUsername } from '#lib/users/canonical-username';
import { canonicalEmail } from '#lib/vocabulary/email';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { type CsvColumns, csvHead, csvLine, download } from '../list/csv';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type ListPlace, readPlace } from '../list/list-query';
import { recordExport } from '../list/record-export';
import { type Query, textOf, wordOf } from '../query';
import {
  countMembers,
  listEmptyGroups,
  listMembers,
  listMembersAmong,
  listMembershipsOfPerson,
  listPeopleNamed,
  type NamedPerson,
} from './member-store';
import { usesOfGroups } from './uses';

const groupStates = ['empty', 'unused'] as const;

type GroupQuery = ListPlace & { readonly q: string | null; readonly state: (typeof groupStates)[number] | null };

export function readGroupQuery(query: Query): GroupQuery {
  return { q: textOf(query, 'q'), state: wordOf(query, 'state', groupStates, null), ...readPlace(query) };
}

export type GroupLine = {
  readonly name: string;
  readonly displayName: string | null;
  /** Counting stops just past a thousand. */
  readonly members: number;
  /** The number of entries that name it. */
  readonly uses: number;
};

/** A page of the groups by name. Only the people of its groups are counted. */
export async function listGroupLines(
  { snapshot, db, now }: Pick<AdminContext, 'snapshot' | 'db' | 'now'>,
  { q, state, ...place }: GroupQuery,
): Promise<ListPage<GroupLine>> {
  const empty = state === 'empty' ? await listEmptyGroups(db, now) : null;
  const uses = usesOfGroups(snapshot);
  const found = findGroups(snapshot, q ?? '').filter(
    ({ id, key }) => (empty === null || empty.has(id)) && (state !== 'unused' || !uses.has(key)),
  );
  const page = pageOf(found, place, ({ key }) => key);
  const counts = await countMembers(
    db,
    page.lines.map(({ id }) => id),
    now,
  );
  return mapLines(page, ({ id, key, name, displayName }) => {
    return { name, displayName, members: counts.get(id) ?? 0, uses: uses.get(key)?.length ?? 0 };
  });
}

/** The groups whose names contain a text, by name. */
export function findGroups({ groups }: Pick<Snapshot, 'groups'>, text: string): readonly Group[] {
  return [...groups.values()]
    .filter(({ name, displayName }) => holdsText([name, displayName], text))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** A group for a page or an answer. */
export type GroupDetail = {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
  /** The version that a form sends back when it saves (see entryVersion()). */
  readonly version: string;
  /** Every setting as in the configuration file. */
  readonly settings: Wire;
  /** Counting stops just past a thousand. */
  readonly members: number;
};

/** @throws AdminError `not_found` */
export async function readGroup(admin: AdminContext, name: string | null): Promise<GroupDetail> {
  const group = await getGroup(admin, name);
  const settings = section.wire(group);
  const members = (await countMembers(admin.db, [group.id], admin.now)).get(group.id) ?? 0;
  const { id, displayName } = group;
  return { id, name: group.name, displayName, version: entryVersion(settings), settings, members };
}

/** The stored group of a name in any case. @throws AdminError `not_found` */
export async function getGroup(admin: { readonly db: Database }, name: string | null): Promise<Group> {
  const found = await findGroup(admin, name);
  if (found === null) throw notFound();
  return found;
}

/** The stored group of a name in any case. */
export async function findGroup({ db }: { readonly db: Database }, name: string | null): Promise<Group | null> {
  const [found = null] = name === null ? [] : await listGroups(db, [groupKey(name)]);
  return found;
}

/** That a person is in a group, as a page or an answer tells it. */
export type ToldMembership = Omit<Membership, 'groupId'> & { readonly username: string; readonly group: string };

type Row = Awaited<ReturnType<typeof listMembersAmong>>[number];

export function toMembership({ user: { username }, groupId: _, ...row }: Row, group: string): ToldMembership {
  return { ...row, username, group };
}

/** The memberships of people in a group, by sub. */
export async function readMembersAmong(
  { db, now }: Pick<AdminContext, 'db' | 'now'>,
  { id, name }: Pick<Group, 'id' | 'name'>,
  subs: readonly string[],
): Promise<ReadonlyMap<string, readonly ToldMembership[]>> {
  const rows = await listMembersAmong(db, id, subs, now);
  const found = new Map<string, ToldMembership[]>();
  for (const row of rows) found.set(row.sub, [...(found.get(row.sub) ?? []), toMembership(row, name)]);
  return found;
}

const columns: CsvColumns<ToldMembership> = {
  sub: ({ sub }) => sub,
  username: ({ username }) => username,
  source: ({ source }) => source,
  until: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
  added: ({ since }) => since.toISOString(),
};

const batchSize = 1000;

/** Every membership of a group as a file. The export is recorded. */
export async function exportMembers(admin: AdminContext, { id, name }: Pick<Group, 'id' | 'name'>): Promise<string> {
  const parts = [csvHead(columns)];
  let rows = 0;
  for (let after = null; ; ) {
    const batch = await listMembers(admin.db, id, { now: admin.now, after, limit: batchSize });
    parts.push(...batch.map((row) => csvLine(columns, toMembership(row, name))));
    rows += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) break;
    after = last;
  }
  await recordExport(admin, 'people.exported', { filter: { group: name }, rows, cut: false });
  return parts.join('');
}

/** POST: the download. The page of a group that is gone leads to the list. */
export const handleMemberExport = adminHandler({ permission: 'read' }, async (admin, values) => {
  const group = await findGroup(admin, values.get('group') ?? null);
  if (group === null) return seeOther(`${admin.settings.issuer}/admin/groups`);
  return download('members.csv', 'text/csv', await exportMembers(admin, group));
});

/** The memberships of a person, by group. */
export async function readMemberships(
  { db, now, snapshot: { groups } }: Pick<AdminContext, 'db' | 'now' | 'snapshot'>,
  sub: string,
): Promise<readonly ToldMembership[]> {
  const rows = await listMembershipsOfPerson(db, sub, now);
  return rows
    .flatMap((row) => {
      const group = groups.get(row.groupId);
      return group === undefined ? [] : [toMembership(row, group.name)];
    })
    .toSorted((one, other) => (groupKey(one.group) < groupKey(other.group) ? -1 : 1));
}

/** Who is meant by texts that somebody typed. */
type FoundPeople = {
  readonly people: readonly NamedPerson[];
  /** Nobody has this sub or username, and this address is reserved for nobody. */
  readonly unknown: readonly string[];
  /** This address is reserved for several people. */
  readonly ambiguous: readonly string[];
};

/** The people of a list of subs, usernames and addresses, which must be reserved for them (security #116). Each counts once. */
export async function findPeople(db: Database, typed: readonly string[]): Promise<FoundPeople> {
  const texts = [...new Set(typed)];
  const usernames = new Map(texts.map((text) => [text, canonicalUsername(text)]));
  const emails = new Map(texts.map((text) => [text, text.includes('@') ? canonicalEmail(text) : null]));
  const found = await listPeopleNamed(db, {
    subs: texts,
    usernames: [...usernames.values()].filter((name) => name !== null),
    emails: [...emails.values()].filter((email) => email !== null),
  });
  const bySub = new Map(found.map((person) => [person.sub, person]));
  const byName = new Map(found.map((person) => [person.canonicalUsername, person]));
  const people = new Map<string, NamedPerson>();
  const [unknown, ambiguous]: [string[], string[]] = [[], []];
  for (const text of texts) {
    const named = bySub.get(text) ?? byName.get(usernames.get(text) ?? '');
    const email = emails.get(text) ?? null;
    const shared = named || email === null ? [] : found.filter(({ address }) => address === email);
    const [person = named] = shared;
    if (person === undefined) unknown.push(text);
    else if (shared.length > 1) ambiguous.push(text);
    else people.set(person.sub, person);
  }
  return { people: [...people.values()], unknown, ambiguous };
}
