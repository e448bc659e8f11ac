import { isDeepStrictEqual } from 'node:util';
import type { Readability } from '#lib/vocabulary/stored-entry';
import { deleteRows, inOrder, insertRows, type PreparedWrite, type Row, updateRows, upsertRows } from './bulk';
import type { Transaction } from './database';
import { dropStaged, listStaged, notYet, type StoredSecret, stageRows } from './staged-rows';
import type { Dialect } from './statement';

/** How the entries of a section are stored: each has a row, and rows for its secrets. */
type Tables<Entry> = {
  readonly table: string;
  /** The column that identifies the row, and the member of the same name. */
  readonly key: keyof Entry & string;
  /** The columns except the times: the key, the JSON, and what SQL asks for. No other function writes them. */
  readonly toRow: (entry: Entry) => Row;
  readonly secrets?: {
    readonly table: string;
    /** The column that contains the key of the entry. */
    readonly owner: string;
    readonly of: (entry: Entry) => readonly StoredSecret[];
  };
};

/** An entry with its stored version. */
export type EntryUpdate<Entry> = { readonly former: Entry; readonly record: Entry };

/** Writes entries, 100 in each statement. The statements are built when a function is called. */
export type EntryWriter<Entry, ChangeContext = { readonly now: Date }> = {
  /** Creates entries that do not exist yet. */
  readonly create: (dialect: Dialect, entries: readonly Entry[], circumstances: ChangeContext) => PreparedWrite;
  /** Replaces whole entries. Unchanged secrets are not written. */
  readonly update: (
    dialect: Dialect,
    entries: readonly EntryUpdate<Entry>[],
    circumstances: ChangeContext,
  ) => PreparedWrite;
  /** Deletes entries with everything that belongs to them. */
  readonly remove: (dialect: Dialect, entries: readonly Entry[], circumstances: ChangeContext) => PreparedWrite;
};

/** What a large change makes of an entry: its new content, or null if it is deleted; and its place in the history. */
type StagedChange<Entry> = {
  readonly former: Entry | null;
  readonly record: Entry | null;
  readonly position: number;
};

/** The writer of a large change, whose entries are first staged, and moved into place once they count. */
export type StagedWriter<Entry> = {
  readonly stage: (dialect: Dialect, changes: readonly StagedChange<Entry>[], by: Stage) => PreparedWrite;
  /** The keys of some staged entries, with their places in the history. */
  readonly listStaged: (tx: Transaction, some: Some) => Promise<ReadonlyMap<string, number>>;
  /** Removes staged entries of a change that never counted. @returns how many */
  readonly dropStaged: (tx: Transaction, some: Some) => Promise<number>;
};

type Stage = { readonly stagedBy: string; readonly now: Date };
type Some = { readonly stagedBy: string; readonly limit: number };

const notStaged = { staged: null, stagedBy: null };

/** Creates the writers of a section's tables. */
export function documentTable<Entry extends Readability>(
  tables: Tables<Entry>,
): EntryWriter<Entry> & StagedWriter<Entry> {
  const { table, key, toRow } = tables;
  const secrets = secretTable(tables);
  const nextRow = (former: Entry | null, record: Entry) =>
    toRow(former?.newer === undefined ? record : { ...record, newer: former.newer });
  return {
    create: (dialect, entries, { now }) => {
      const rows = entries.map((entry) => ({ ...toRow(entry), ...notStaged, createdAt: now, updatedAt: now }));
      const updates = entries.map((record) => ({ former: null, record }));
      const onlyIf = { column: 'settings', value: notYet };
      return inOrder(upsertRows(dialect, table, rows, { key, onlyIf }), secrets(dialect, updates, now));
    },
    update: (dialect, updates, { now }) => {
      const rows = updates.map(({ former, record }) => {
        return { ...nextRow(former, record), ...notStaged, updatedAt: now };
      });
      return inOrder(updateRows(dialect, table, key, rows), secrets(dialect, updates, now));
    },
    remove: (dialect, entries) =>
      deleteRows(
        dialect,
        table,
        key,
        entries.map((entry) => String(entry[key])),
      ),
    stage: (dialect, changes, by) => {
      const entries = changes.flatMap(({ former, record, position }) => {
        const entry = record ?? former;
        if (entry === null) return [];
        const row = record && nextRow(former, record);
        const staged = { row, secrets: (record && tables.secrets?.of(record)) ?? [], position };
        return [{ columns: toRow(entry), staged }];
      });
      return stageRows(dialect, { table, key }, entries, by);
    },
    listStaged: (tx, some) => listStaged(tx, { table, key }, some),
    dropStaged: (tx, some) => dropStaged(tx, { table, key }, some),
  };
}

type SecretWriter<Entry> = (
  dialect: Dialect,
  updates: readonly { readonly former: Entry | null; readonly record: Entry }[],
  now: Date,
) => PreparedWrite;

/** The writer of the secrets of entries. A secret is known by its ID, and its creation time stays. */
function secretTable<Entry>({ key, secrets }: Tables<Entry>): SecretWriter<Entry> {
  if (secrets === undefined) return () => inOrder();
  const { table, owner, of } = secrets;
  const toRows = (entry: Entry | null) =>
    entry ? of(entry).map((secret, position) => ({ ...secret, [owner]: String(entry[key]), position })) : [];
  return (dialect, all, now) => {
    const updates = all.filter(({ former, record }) => !isDeepStrictEqual(former && of(former), of(record)));
    if (updates.length === 0) return inOrder();
    const stored = new Map(updates.flatMap(({ former }) => toRows(former)).map((row) => [row.id, row]));
    const wanted = updates.flatMap(({ record }) => toRows(record));
    const kept = new Set(wanted.map(({ id }) => id));
    const gone = [...stored.keys()].filter((id) => !kept.has(id));
    const changed = wanted.filter((row) => stored.has(row.id) && !isDeepStrictEqual(row, stored.get(row.id)));
    const added = wanted.filter(({ id }) => !stored.has(id)).map((row) => ({ ...row, createdAt: now }));
    return inOrder(
      deleteRows(dialect, table, 'id', gone),
      updateRows(dialect, table, 'id', changed),
      insertRows(dialect, table, added),
    );
  };
}
