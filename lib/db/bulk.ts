import { batchesOf } from '#lib/vocabulary/batches';
import type { Transaction } from './database';
import { Prisma } from './generated/sqlite/client';
import type { Dialect } from './statement';

/** The value of a column. */
type Cell = string | number | boolean | Date | null;

/** A row. All rows of one call have the same columns. */
export type Row = Readonly<Record<string, Cell>>;

/** A write whose statements are built before its transaction begins. */
export type PreparedWrite = (tx: Transaction) => Promise<void>;

/** Inserts rows, 100 in each statement. */
export function insertRows(dialect: Dialect, table: string, rows: readonly Row[]): PreparedWrite {
  const statements = eachBatch(dialect, table, rows, (source, columns) => {
    const values = columns.map((column) => `"row".${quote(column)}`);
    return Prisma.sql`${Prisma.raw(`INSERT INTO ${quote(table)} (${columns.map(quote)}) SELECT ${values} FROM `)}${source}`;
  });
  return async (tx) => {
    await run(tx, statements);
  };
}

type Upsert = {
  /** The column that identifies a row, or several of them. */
  readonly key: string | readonly string[];
  /** The columns that a row which exists already gets. If absent, all. */
  readonly columns?: readonly string[];
  /** Only rows that have this value in a column may exist already. */
  readonly onlyIf?: { readonly column: string; readonly value: string };
};

/**
 * Inserts rows, or updates those that exist, 100 in each statement.
 * @throws Error with the code of a unique violation if a row exists that must not
 */
export function upsertRows(
  dialect: Dialect,
  table: string,
  rows: readonly Row[],
  { key, columns: given, onlyIf }: Upsert,
): PreparedWrite {
  const keys = [key].flat();
  const statements = eachBatch(dialect, table, rows, (source, columns) => {
    const values = columns.map((column) => `"row".${quote(column)}`);
    const updated = (given ?? columns).filter((column) => !keys.includes(column));
    const sets = updated.map((column) => `${quote(column)} = excluded.${quote(column)}`);
    // SQLite needs a condition before ON CONFLICT, or it takes ON for a part of the join.
    const start = `INSERT INTO ${quote(table)} (${columns.map(quote)}) SELECT ${values} FROM `;
    const end = ` WHERE TRUE ON CONFLICT (${keys.map(quote)}) DO UPDATE SET ${sets}`;
    const where = onlyIf
      ? Prisma.sql` WHERE ${Prisma.raw(`${quote(table)}.${quote(onlyIf.column)}`)} = ${onlyIf.value}`
      : Prisma.empty;
    return Prisma.sql`${Prisma.raw(start)}${source}${Prisma.raw(end)}${where}`;
  });
  return async (tx) => {
    if ((await run(tx, statements)) === rows.length) return;
    throw Object.assign(new Error(`a row of ${table} that is created exists`), { code: 'P2002' });
  };
}

/**
 * Updates rows, 100 in each statement.
 * @param key the column that identifies a row; the other columns get new values
 * @throws Error if a row does not exist
 */
export function updateRows(dialect: Dialect, table: string, key: string, rows: readonly Row[]): PreparedWrite {
  const statements = eachBatch(dialect, table, rows, (source, columns) => {
    const values = columns
      .filter((column) => column !== key)
      .map((column) => `${quote(column)} = "row".${quote(column)}`);
    const where = `WHERE ${quote(table)}.${quote(key)} = "row".${quote(key)}`;
    return Prisma.sql`${Prisma.raw(`UPDATE ${quote(table)} SET ${values} FROM `)}${source} ${Prisma.raw(where)}`;
  });
  return async (tx) => {
    if ((await run(tx, statements)) !== rows.length)
      throw new Error(`a row of ${table} that is updated does not exist`);
  };
}

/** Deletes the rows that have one of these values in a column. */
export function deleteRows(dialect: Dialect, table: string, column: string, values: readonly string[]): PreparedWrite {
  const rows = values.map((value) => ({ [column]: value }));
  const statements = eachBatch(dialect, table, rows, (source) => {
    const start = `DELETE FROM ${quote(table)} WHERE ${quote(column)} IN (SELECT "row".${quote(column)} FROM `;
    return Prisma.sql`${Prisma.raw(start)}${source})`;
  });
  return async (tx) => {
    await run(tx, statements);
  };
}

/** Runs one write after the other. */
export function inOrder(...writes: readonly PreparedWrite[]): PreparedWrite {
  return async (tx) => {
    for (const write of writes) await write(tx);
  };
}

/** @returns the number of written rows */
async function run(tx: Transaction, statements: readonly Prisma.Sql[]): Promise<number> {
  let count = 0;
  for (const statement of statements) count += await tx.$executeRaw(statement);
  return count;
}

function eachBatch(
  dialect: Dialect,
  table: string,
  rows: readonly Row[],
  build: (source: Prisma.Sql, columns: readonly string[]) => Prisma.Sql,
): Prisma.Sql[] {
  const columns = Object.keys(rows[0] ?? {});
  return batchesOf(rows).map((batch) => build(sources[dialect](toJson(batch), table, columns), columns));
}

/**
 * A batch is one parameter, a JSON list. A statement with one parameter for each value would take longer to compile
 * than to run. Each engine reads the list as rows named "row".
 */
const sources: Readonly<Record<Dialect, (json: string, table: string, columns: readonly string[]) => Prisma.Sql>> = {
  sqlite: (json, _, columns) => {
    const values = columns.map((column) => `"value" ->> '${column}' AS ${quote(column)}`);
    return Prisma.sql`(${Prisma.raw(`SELECT ${values}`)} FROM json_each(${json})) AS "row"`;
  },
  postgresql: (json, table) =>
    Prisma.sql`jsonb_populate_recordset(NULL::${Prisma.raw(quote(table))}, CAST(${json} AS jsonb)) AS "row"`,
};

/** Times in the format that Prisma stores in SQLite. PostgreSQL reads it as UTC, like its columns. */
function toJson(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, cell]) => [
          column,
          cell instanceof Date ? cell.toISOString().replace('Z', '+00:00') : cell,
        ]),
      ),
    ),
  );
}

/** The names of tables and columns come from code, never from input. */
function quote(name: string): string {
  return `"${name}"`;
}
