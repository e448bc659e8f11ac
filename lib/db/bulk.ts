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
  const { columns, values } = columnsOf(rows);
  return prepare(dialect, table, rows, { start: `INSERT INTO "${table}" (${columns}) SELECT ${values} FROM ` });
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
  const { names, columns, values } = columnsOf(rows);
  const keys = [key].flat();
  const updated = (given ?? names).filter((column) => !keys.includes(column));
  const sets = updated.map((column) => `"${column}" = excluded."${column}"`);
  const where = onlyIf === undefined ? '' : ` WHERE "${table}"."${onlyIf.column}" = '${onlyIf.value}'`;
  return prepare(dialect, table, rows, {
    start: `INSERT INTO "${table}" (${columns}) SELECT ${values} FROM `,
    // SQLite needs a condition before ON CONFLICT, or it takes ON for a part of the join.
    end: ` WHERE TRUE ON CONFLICT ("${keys.join('", "')}") DO UPDATE SET ${sets}${where}`,
    refusal: { message: `a row of ${table} that is created exists`, code: 'P2002' },
  });
}

/**
 * Updates rows, 100 in each statement.
 * @param key the column that identifies a row; the other columns get new values
 * @throws Error if a row does not exist
 */
export function updateRows(dialect: Dialect, table: string, key: string, rows: readonly Row[]): PreparedWrite {
  const { names } = columnsOf(rows);
  const sets = names.flatMap((column) => (column === key ? [] : [`"${column}" = "row"."${column}"`]));
  return prepare(dialect, table, rows, {
    start: `UPDATE "${table}" SET ${sets} FROM `,
    end: ` WHERE "${table}"."${key}" = "row"."${key}"`,
    refusal: { message: `a row of ${table} that is updated does not exist` },
  });
}

/** Deletes the rows that have one of these values in a column. */
export function deleteRows(dialect: Dialect, table: string, column: string, values: readonly string[]): PreparedWrite {
  const rows = values.map((value) => ({ [column]: value }));
  const start = `DELETE FROM "${table}" WHERE "${column}" IN (SELECT "row"."${column}" FROM `;
  return prepare(dialect, table, rows, { start, end: ')' });
}

/** Runs one write after the other. */
export function inOrder(...writes: readonly PreparedWrite[]): PreparedWrite {
  return async (tx) => {
    for (const write of writes) await write(tx);
  };
}

/** The columns of rows, also as a list of SQL, and their values. Names come from code, never from input. */
function columnsOf(rows: readonly Row[]) {
  const names = Object.keys(rows[0] ?? {});
  return { names, columns: `"${names.join('", "')}"`, values: `"row"."${names.join('", "row"."')}"` };
}

type Text = {
  /** The statement before and after its rows. */
  readonly start: string;
  readonly end?: string;
  /** The error if it does not write every row. */
  readonly refusal?: { readonly message: string; readonly code?: string };
};

/**
 * A batch is one parameter, a JSON list. A statement with one parameter for each value would take longer to compile
 * than to run. Each engine reads the list as rows named "row".
 */
function prepare(
  dialect: Dialect,
  table: string,
  rows: readonly Row[],
  { start, end = '', refusal }: Text,
): PreparedWrite {
  const cells = columnsOf(rows).names.map((column) => `"value" ->> '${column}' AS "${column}"`);
  const [before, after] =
    dialect === 'sqlite'
      ? [`${start}(SELECT ${cells} FROM json_each(`, `)) AS "row"${end}`]
      : [`${start}jsonb_populate_recordset(NULL::"${table}", CAST(`, ` AS jsonb)) AS "row"${end}`];
  const statements = batchesOf(rows).map((batch) => new Prisma.Sql([before, after], [toJson(batch)]));
  return async (tx) => {
    let count = 0;
    for (const statement of statements) count += await tx.$executeRaw(statement);
    if (refusal && count !== rows.length) throw Object.assign(new Error(refusal.message), refusal);
  };
}

/** Times in the format that Prisma stores in SQLite. PostgreSQL reads it as UTC, like its columns. */
function toJson(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) => {
      const cells: Record<string, Cell> = {};
      for (const [column, cell] of Object.entries(row)) {
        cells[column] = cell instanceof Date ? cell.toISOString().replace('Z', '+00:00') : cell;
      }
      return cells;
    }),
  );
}
