import { deleteRows, inOrder, insertRows } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { documentTable, type EntryWriter, type StagedWriter } from '#lib/db/document-table';
import { type EntryView, entryColumns, rowsInForce } from '#lib/db/staged-rows';
import { batchesOf } from '#lib/vocabulary/batches';
import { type Readability, storedEntry } from '#lib/vocabulary/stored-entry';
import { dayMs } from '#lib/vocabulary/time';
import { type GroupEntry, groupFields } from './settings';

/** A group of people. */
export type Group = GroupEntry &
  Readability & {
    /** Random and never reused. Memberships name it. */
    readonly id: string;
  };

const { name: _, ...fields } = groupFields;
const settings = storedEntry(fields, {});

/** Groups by name. @param keys the needed ones, see groupKey(); null for all */
export async function listGroups(
  db: Database | Transaction,
  keys: readonly string[] | null = null,
  view?: EntryView,
): Promise<Group[]> {
  return readGroups(db, keys === null ? null : { key: keys }, view);
}

/** Some groups without what a large change makes of them. */
export function listFormerGroups(db: Database | Transaction, keys: readonly string[]): Promise<Group[]> {
  return listGroups(db, keys, 'former');
}

/** Of these groups, those that exist. */
export function listGroupsById(db: Database | Transaction, ids: readonly string[]): Promise<Group[]> {
  return readGroups(db, { id: ids });
}

type Wanted = { readonly key: readonly string[] } | { readonly id: readonly string[] };

async function readGroups(db: Database | Transaction, wanted: Wanted | null, view?: EntryView): Promise<Group[]> {
  const select = { key: true, id: true, name: true, ...entryColumns };
  const rows: {
    key: string;
    id: string;
    name: string;
    settings: string;
    staged: string | null;
    stagedBy: string | null;
  }[] = [];
  if (wanted === null) rows.push(...(await db.group.findMany({ select })));
  else {
    const [column, values] = 'key' in wanted ? (['key', wanted.key] as const) : (['id', wanted.id] as const);
    for (const batch of batchesOf(values)) {
      rows.push(...(await db.group.findMany({ where: { [column]: { in: batch } }, select })));
    }
  }
  return (await rowsInForce(db, rows, view)).map(({ row: { key, id, name, settings: json } }) => {
    const { enabled: _, ...own } = settings.read(json);
    return { key, id, name, ...own };
  });
}

const table = documentTable<Group>({
  table: 'Group',
  key: 'key',
  toRow: (group) => ({ key: group.key, id: group.id, name: group.name, settings: settings.write(group) }),
});

/** The table that holds a group. A deleted one is remembered, so that taking the change back brings its people back. */
export const groupTable: EntryWriter<Group> & StagedWriter<Group> = {
  ...table,
  create: (dialect, groups, circumstances) =>
    inOrder(
      deleteRows(
        dialect,
        'FormerGroup',
        'id',
        groups.map(({ id }) => id),
      ),
      table.create(dialect, groups, circumstances),
    ),
  remove: (dialect, groups, circumstances) =>
    inOrder(
      table.remove(dialect, groups, circumstances),
      insertRows(
        dialect,
        'FormerGroup',
        groups.map(({ id, name }) => ({ id, name, removedAt: circumstances.now })),
      ),
    ),
};

/** How long a group that left the configuration keeps its memberships, without effect. */
const rememberedMs = 30 * dayMs;

/** Its memberships are removed a day later, so that nobody takes the change back meanwhile. */
const forgottenMs = rememberedMs + dayMs;

/** The condition for what left the configuration so recently that taking the change back brings its people back. */
export function isRemembered(now: Date): { gt: Date } {
  return { gt: new Date(now.getTime() - rememberedMs) };
}

/** The condition for what nobody brings back any more. */
export function isForgotten(now: Date): { lte: Date } {
  return { lte: new Date(now.getTime() - forgottenMs) };
}

/** Of these groups, those that left the configuration and still have their memberships, by ID. */
export async function findFormerGroups(
  db: Database | Transaction,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const removedAt = isRemembered(now);
  for (const batch of batchesOf(ids)) {
    const rows = await db.formerGroup.findMany({
      where: { id: { in: batch }, removedAt },
      select: { id: true, name: true },
    });
    for (const { id, name } of rows) found.set(id, name);
  }
  return found;
}

/** Chooses the groups, or roles, that left the configuration last and still have their people: as many as a plan looks at. */
export const lastFormer = (now: Date) =>
  ({
    where: { removedAt: isRemembered(now) },
    orderBy: { removedAt: 'desc' },
    take: 1000,
    select: { id: true, name: true },
  }) as const;

/** The groups that left the configuration last. */
export function listFormerGroupNames(db: Database, now: Date) {
  return db.formerGroup.findMany(lastFormer(now));
}

/** The groups that left the configuration so long ago that nobody gets their memberships back, a few of them. */
export async function listForgottenGroups(db: Database, now: Date): Promise<string[]> {
  const removedAt = isForgotten(now);
  const rows = await db.formerGroup.findMany({
    where: { removedAt },
    orderBy: { removedAt: 'asc' },
    take: 100,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Forgets a group whose memberships are removed. */
export async function forgetGroup(tx: Transaction, id: string): Promise<void> {
  await tx.formerGroup.deleteMany({ where: { id } });
}
