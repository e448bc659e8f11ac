import { isDeepStrictEqual } from 'node:util';
import { type Cell, deleteRows, inOrder, insertRows, type PreparedWrite, type Row, updateRows } from './bulk';
import type { Dialect } from './dialect';

/** How entries are stored: each has a row, and rows in other tables that belong to it. */
type Tables<Entry> = {
  readonly table: string;
  /** The column that identifies the row. */
  readonly key: string;
  /** The columns except the times. */
  readonly toRow: (entry: Entry) => Row;
  readonly children?: readonly ChildTable<Entry>[];
};

/** Rows that belong to an entry. */
type ChildTable<Entry> = {
  readonly table: string;
  /** The column that contains the key of the entry. */
  readonly owner: string;
  readonly toRows: (entry: Entry) => readonly Row[];
  /** The column that identifies a row with a creation time. If absent, the rows of an entry are replaced together. */
  readonly id?: string;
};

/** An entry with its stored version. */
export type EntryUpdate<Entry> = { readonly former: Entry; readonly record: Entry };

/** Writes entries, 100 in each statement. The statements are built when a function is called. */
export type EntryTable<Entry, ChangeContext = { readonly now: Date }> = {
  /** Creates entries that do not exist yet. */
  readonly create: (dialect: Dialect, entries: readonly Entry[], circumstances: ChangeContext) => PreparedWrite;
  /** Replaces whole entries. Unchanged dependent rows are not written. */
  readonly update: (
    dialect: Dialect,
    entries: readonly EntryUpdate<Entry>[],
    circumstances: ChangeContext,
  ) => PreparedWrite;
  /** Deletes entries with everything that belongs to them. */
  readonly remove: (dialect: Dialect, entries: readonly Entry[], circumstances: ChangeContext) => PreparedWrite;
};

/** The values of a record as columns. A list or an object becomes JSON. */
export function toRow<Values extends object>(values: Values): ColumnsOf<Values> {
  const columns = Object.entries(values).map(([name, value]) => {
    const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
    return [name, isJson ? JSON.stringify(value) : value];
  });
  // The compiler cannot infer the type from the entries.
  return Object.fromEntries(columns) as ColumnsOf<Values>;
}

type ColumnsOf<Values> = {
  readonly [Name in keyof Values]:
    | Extract<Values[Name], Cell>
    | (Exclude<Values[Name], Cell> extends never ? never : string);
};

/** Creates the writers of a table and its dependent tables. */
export function entryTable<Entry>({ table, key, toRow, children = [] }: Tables<Entry>): EntryTable<Entry> {
  return {
    create: (dialect, entries, { now }) => {
      const rows = entries.map((entry) => ({ ...toRow(entry), createdAt: now, updatedAt: now }));
      const belongings = children.map((child) => insertChildren(dialect, child, entries.flatMap(child.toRows), now));
      return inOrder(insertRows(dialect, table, rows), ...belongings);
    },
    update: (dialect, entries, { now }) => {
      const rows = entries.map(({ record }) => ({ ...toRow(record), updatedAt: now }));
      const belongings = children.map((child) => updateChildren(dialect, child, entries, now));
      return inOrder(updateRows(dialect, table, key, rows), ...belongings);
    },
    remove: (dialect, entries) =>
      deleteRows(
        dialect,
        table,
        key,
        entries.map((entry) => String(toRow(entry)[key])),
      ),
  };
}

function insertChildren<Entry>(
  dialect: Dialect,
  { table, id }: ChildTable<Entry>,
  rows: readonly Row[],
  now: Date,
): PreparedWrite {
  return insertRows(dialect, table, id === undefined ? rows : rows.map((row) => ({ ...row, createdAt: now })));
}

function updateChildren<Entry>(
  dialect: Dialect,
  child: ChildTable<Entry>,
  updates: readonly EntryUpdate<Entry>[],
  now: Date,
): PreparedWrite {
  const { table, owner, toRows, id } = child;
  if (id === undefined) {
    const moved = updates.filter(({ former, record }) => !isDeepStrictEqual(toRows(former), toRows(record)));
    const owners = new Set(moved.flatMap(({ former }) => toRows(former).map((row) => String(row[owner]))));
    const rows = moved.flatMap(({ record }) => toRows(record));
    return inOrder(deleteRows(dialect, table, owner, [...owners]), insertChildren(dialect, child, rows, now));
  }
  const stored = new Map(updates.flatMap(({ former }) => toRows(former)).map((row) => [row[id], row]));
  const wanted = updates.flatMap(({ record }) => toRows(record));
  const kept = new Set(wanted.map((row) => row[id]));
  const gone = [...stored.keys()].filter((name) => !kept.has(name)).map(String);
  const changed = wanted.filter((row) => stored.has(row[id]) && !isDeepStrictEqual(row, stored.get(row[id])));
  const added = wanted.filter((row) => !stored.has(row[id]));
  return inOrder(
    deleteRows(dialect, table, id, gone),
    updateRows(dialect, table, id, changed),
    insertChildren(dialect, child, added, now),
  );
}
