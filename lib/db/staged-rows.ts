import { type PreparedWrite, type Row, upsertRows } from './bulk';
import type { Database, Transaction } from './database';
import { join, raw, sql } from './sql';
import type { Dialect } from './statement';

/** A secret of a client, an API or a resource scope, as its own row has it. */
export type StoredSecret = {
  readonly id: string;
  /** `sha256:` and the SHA-256 of the secret in base64url. */
  readonly hash: string;
  /** Its last characters, if it is long enough that they reveal nothing. Null if they are unknown. */
  readonly ending: string | null;
  readonly description: string | null;
  readonly expiresAt: Date | null;
};

/** The columns that every entry of the configuration is read with. */
export const entryColumns = { settings: true, staged: true, stagedBy: true } as const;

type StagedColumns = { readonly settings: string; readonly staged: string | null; readonly stagedBy: string | null };

/** How rows are read: as they count, or without what a large change makes of them. */
export type EntryView = 'in_force' | 'former';

/** What a large change makes of an entry: its columns and secrets, or null if it is deleted; and its place in the history. */
type Staged = {
  readonly row: Row | null;
  readonly secrets: readonly StoredSecret[];
  readonly position: number;
};

/** The `settings` of a row that a large change is about to create. For everybody else, there is no such entry. */
export const notYet = '';

/**
 * The rows as they count. What a large change has staged counts for all its entries at once, from when it has a number.
 * @returns each row with its secrets, if they are staged as well. Rows of entries that do not exist are missing
 */
export async function rowsInForce<Columns extends StagedColumns>(
  db: Database | Transaction,
  rows: readonly Columns[],
  view: EntryView = 'in_force',
): Promise<{ readonly row: Columns; readonly secrets?: readonly StoredSecret[] }[]> {
  const ids = new Set(view === 'former' ? [] : rows.flatMap(({ stagedBy }) => stagedBy ?? []));
  const where = { id: { in: [...ids] }, number: { not: null } };
  const counting = ids.size === 0 ? [] : await db.largeChange.findMany({ where, select: { id: true } });
  const known = new Set(counting.map(({ id }) => id));
  return rows.flatMap((row) => {
    if (row.staged === null || row.stagedBy === null || !known.has(row.stagedBy)) {
      return row.settings === notYet ? [] : [{ row }];
    }
    const staged = readStaged(row.staged);
    return staged.row === null ? [] : [{ row: { ...row, ...staged.row }, secrets: staged.secrets }];
  });
}

function readStaged(json: string): Staged {
  return JSON.parse(json, (name, value) =>
    name.endsWith('At') && typeof value === 'string' ? new Date(value) : value,
  );
}

type Table = { readonly table: string; readonly key: string };

type StagedEntry = {
  /** The columns of the present entry, or of the new one. */
  readonly columns: Row;
  readonly staged: Staged;
};

/** Stages entries of one table. An entry that does not exist gets a row, which other tables may refer to at once. */
export function stageRows(
  dialect: Dialect,
  { table, key }: Table,
  entries: readonly StagedEntry[],
  { stagedBy, now }: { readonly stagedBy: string; readonly now: Date },
): PreparedWrite {
  const times = { createdAt: now, updatedAt: now };
  const rows = entries.map(({ columns, staged }) => {
    return { ...columns, settings: notYet, ...times, staged: JSON.stringify(staged), stagedBy };
  });
  return upsertRows(dialect, table, rows, { key, columns: ['staged', 'stagedBy'] });
}

/** Some of the entries that a large change has staged, with their places in the history. */
export async function listStaged(
  tx: Database | Transaction,
  { table, key }: Table,
  { stagedBy, limit }: { readonly stagedBy: string; readonly limit: number },
): Promise<ReadonlyMap<string, number>> {
  const [from, column] = [raw(`"${table}"`), raw(`"${key}"`)];
  const rows = await tx.$queryRaw<{ id: string; staged: string }[]>`
    SELECT ${column} AS "id", "staged" FROM ${from} WHERE "stagedBy" = ${stagedBy} ORDER BY ${column} LIMIT ${limit}`;
  return new Map(rows.map(({ id, staged }) => [id, readStaged(staged).position]));
}

/**
 * Removes what a change has staged that does not count.
 * @returns the number of rows, at most `limit`
 */
export async function dropStaged(
  tx: Transaction,
  { table, key }: Table,
  { stagedBy, limit }: { readonly stagedBy: string; readonly limit: number },
): Promise<number> {
  const [from, column] = [raw(`"${table}"`), raw(`"${key}"`)];
  const ids = [...(await listStaged(tx, { table, key }, { stagedBy, limit })).keys()];
  if (ids.length === 0) return 0;
  const own = sql`${column} IN (${join(ids)}) AND "stagedBy" = ${stagedBy}`;
  await tx.$executeRaw`DELETE FROM ${from} WHERE ${own} AND "settings" = ${notYet}`;
  await tx.$executeRaw`UPDATE ${from} SET "staged" = NULL, "stagedBy" = NULL WHERE ${own}`;
  return ids.length;
}

/** Notes a large change before anything is staged for it. @param author JSON for whoever finishes it */
export async function addLargeChange(db: Database, id: string, author: string): Promise<void> {
  // Former ones were kept for readers who had just read a row that named them.
  await db.largeChange.deleteMany({ where: { number: { not: null } } });
  await db.largeChange.create({ data: { id, author }, select: { id: true } });
}

/** From the end of the transaction on, everything that was staged for it counts. @param number of its revision */
export async function letLargeChangeCount(tx: Transaction, id: string, number: number): Promise<void> {
  await tx.largeChange.update({ where: { id }, data: { number }, select: { id: true } });
}

/** The number and the author of a large change. Null if it does not count. */
export async function findLargeChange(
  db: Database,
  id: string,
): Promise<{ readonly number: number; readonly author: string } | null> {
  const row = await db.largeChange.findUnique({ where: { id }, select: { number: true, author: true } });
  return row === null || row.number === null ? null : { number: row.number, author: row.author };
}

/** Whether a large change was noted, and not forgotten. */
export async function isKnown(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.largeChange.count({ where: { id } })) === 1;
}

/** Forgets a large change that does not count. */
export async function forgetLargeChange(tx: Transaction, id: string): Promise<void> {
  await tx.largeChange.deleteMany({ where: { id, number: null } });
}
