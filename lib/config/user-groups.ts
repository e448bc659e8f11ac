import { z } from 'zod';
import { insertRows, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/statement';
import { listGroupsById } from '#lib/groups/group-store';
import {
  listMembershipsOf,
  type Membership,
  maximumMemberships,
  membershipRows,
  writeMemberships,
} from '#lib/groups/membership-store';
import { listProviders } from '#lib/providers/provider-store';
import { boundedList, entry, refuse } from '#lib/vocabulary/entry';
import { groupKey, groupName } from '#lib/vocabulary/group-name';
import { moment } from '#lib/vocabulary/secret';
import { boundedText } from '#lib/vocabulary/text';
import type { Wire } from '#lib/vocabulary/wire-entry';

const source = boundedText(
  120,
  z.regex(/^(administrator|file|(provider|directory):.+)$/, {
    error: 'expected administrator, file, or provider: and the name of an identity provider',
  }),
).default('file');

const membership = z
  .union([groupName, entry({ group: groupName, expires_at: moment.nullable().default(null), source })], {
    error: 'expected a group name, or { group, expires_at, source }',
  })
  .transform((given) => {
    const {
      group,
      expires_at: expiresAt,
      source,
    } = typeof given === 'string' ? { group: given, expires_at: null, source: 'file' } : given;
    return { key: groupKey(group), source, expiresAt };
  });

/** The groups of an account in a file. A source can say of each group once that the person is in it. */
export const userGroups = boundedList(
  membership,
  maximumMemberships,
  z.superRefine((memberships, context) => {
    const seen = new Set<string>();
    for (const [index, { key, source }] of memberships.entries()) {
      if (seen.has(`${source} ${key}`)) refuse(context, [index], 'duplicate', 'is already in this list');
      seen.add(`${source} ${key}`);
    }
  }),
);

type ListedMembership = z.output<typeof userGroups>[number];

/** A membership of a group that exists, with the group's name. */
export type NamedMembership = Membership & { readonly group: string };

/** The memberships of people that may count: their groups and providers exist. In a fixed order. */
export async function listNamedMemberships(
  db: Database | Transaction,
  subs: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedMembership[]>> {
  const stored = await listMembershipsOf(db, subs);
  const all = [...stored.values()].flat();
  const ids = [...new Set(all.map(({ groupId }) => groupId))];
  const names = new Map((await listGroupsById(db, ids)).map(({ id, name }) => [id, name]));
  const providers = all.some(({ source }) => source.startsWith('provider:')) ? await listProviders(db) : [];
  const sources = new Set(providers.map(({ name }) => `provider:${name}`));
  return new Map(
    [...stored].map(([sub, own]) => {
      const named = own.flatMap((one) => {
        const group = names.get(one.groupId);
        const isGone = group === undefined || (one.source.startsWith('provider:') && !sources.has(one.source));
        return isGone ? [] : [{ ...one, group }];
      });
      return [sub, sorted(named)];
    }),
  );
}

/** Keys are made once for each: a file can have a million memberships. */
function sorted(memberships: readonly NamedMembership[]): NamedMembership[] {
  return memberships
    .map((one) => ({ one, place: placeOf(one) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }) => one);
}

function placeOf({ group, source }: NamedMembership): string {
  return `${groupKey(group)} ${source}`;
}

/** Memberships as in a file. */
export function wireMemberships(memberships: readonly NamedMembership[]): (string | Wire)[] {
  return memberships.map(({ group, source, expiresAt }) => {
    if (source === 'file' && expiresAt === null) return group;
    const end = expiresAt && { expires_at: expiresAt.toISOString() };
    return { group, ...end, ...(source !== 'file' && { source }) };
  });
}

type Groups = ReadonlyMap<string, { readonly id: string; readonly name: string }>;

/**
 * The memberships of an account after a file is applied. Its list replaces those of the source `file`. One of another
 * source is added if it is missing, and gets the end that the file says, but a file never removes one. A membership whose
 * end has come is as good as none. Nothing happens to memberships of groups that the same file deletes, because they come
 * back with their group.
 * @param listed undefined to keep every one
 * @param groups those that exist afterwards, by groupKey()
 */
export function membershipsAfter(
  sub: string,
  {
    listed,
    stored,
  }: { readonly listed: readonly ListedMembership[] | undefined; readonly stored: readonly NamedMembership[] },
  { groups, now }: { readonly groups: Groups; readonly now: Date },
): readonly NamedMembership[] {
  if (listed === undefined) return stored;
  const entries = listed.map(({ key, source, expiresAt }) => {
    const group = groups.get(key);
    const one = group && { sub, groupId: group.id, group: group.name, source, expiresAt, since: now };
    return { place: `${key} ${source}`, expiresAt, one };
  });
  const isGone = (one: NamedMembership) => !groups.has(groupKey(one.group));
  return sorted(afterList(entries, stored, { placeOf, isGone, now }));
}

/** What a source says of a person. */
type Said = { readonly source: string; readonly expiresAt: Date | null };

/** An entry of a file. `one` is absent if it leads nowhere. */
type ListedSaying<One> = { readonly place: string; readonly expiresAt: Date | null; readonly one: One | undefined };

/** What is stored after a list of a file replaced what the source `file` said: see membershipsAfter(). */
export function afterList<One extends Said>(
  listed: readonly ListedSaying<One>[],
  stored: readonly One[],
  {
    placeOf,
    isGone,
    now,
  }: { readonly placeOf: (one: One) => string; readonly isGone: (one: One) => boolean; readonly now: Date },
): One[] {
  const isOver = (end: Date | null) => end !== null && end.getTime() <= now.getTime();
  const wanted = new Map<string, One>();
  const over = new Set<string>();
  for (const { place, expiresAt, one } of listed) {
    if (isOver(expiresAt)) over.add(place);
    else if (one !== undefined) wanted.set(place, one);
  }
  const kept = stored.flatMap((one) => {
    const place = placeOf(one);
    const next = wanted.get(place);
    if (next !== undefined) {
      wanted.delete(place);
      return [{ ...one, expiresAt: next.expiresAt }];
    }
    const isListedElsewhere = one.source !== 'file' || isGone(one) || isOver(one.expiresAt);
    return isListedElsewhere && !over.has(place) ? [one] : [];
  });
  return [...kept, ...wanted.values()];
}

/** Writes what a file changed about the memberships of an account, whose row must be locked. */
export async function changeMemberships(
  tx: Transaction,
  before: readonly Membership[],
  after: readonly Membership[],
): Promise<void> {
  const { set, remove } = changeOf(before, after, ({ groupId, source }) => `${groupId} ${source}`);
  if (set.length + remove.length > 0) await writeMemberships(tx, { set, remove });
}

/** What is created or gets another end, and what is removed. */
export function changeOf<One extends Said>(
  before: readonly One[],
  after: readonly One[],
  placeOf: (one: One) => string,
): { readonly set: readonly One[]; readonly remove: readonly One[] } {
  const former = new Map(before.map((one) => [placeOf(one), one]));
  const kept = new Set(after.map(placeOf));
  const set = after.filter(
    (one) => former.get(placeOf(one))?.expiresAt?.getTime() !== one.expiresAt?.getTime() || !former.has(placeOf(one)),
  );
  return { set, remove: before.filter((one) => !kept.has(placeOf(one))) };
}

/** Inserts the memberships of new accounts. */
export function insertMemberships(dialect: Dialect, memberships: readonly Membership[]): PreparedWrite {
  return insertRows(dialect, 'Membership', membershipRows(memberships));
}
