import type { SqlSession } from '#lib/db/open-database';
import type { Dialect } from '#lib/db/statement';

/** A row by its column names. */
export type Row = Readonly<Record<string, string | number | boolean | Date | null>>;

const batchSize = 2000;

/**
 * Inserts very many rows, with one statement for each 2000 rows, which are passed as one JSON text. All rows have the
 * same columns.
 * @returns the number of rows
 */
export async function bulkInsert(
  { session, dialect }: { readonly session: SqlSession; readonly dialect: Dialect },
  table: string,
  rows: Iterable<Row>,
): Promise<number> {
  let total = 0;
  let batch: Row[] = [];
  const flush = async () => {
    const [first] = batch;
    if (first === undefined) return;
    await session.rows(insertStatement(dialect, table, Object.keys(first)), [toJson(dialect, batch)]);
    total += batch.length;
    batch = [];
  };
  for (const row of rows) {
    batch.push(row);
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return total;
}

function insertStatement(dialect: Dialect, table: string, columns: readonly string[]): string {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const into = `INSERT INTO "${table}" (${names})`;
  if (dialect === 'postgresql')
    return `${into} SELECT ${names} FROM json_populate_recordset(NULL::"${table}", $1::json)`;
  const values = columns.map((_, index) => `value ->> ${index}`).join(', ');
  return `${into} SELECT ${values} FROM json_each(?)`;
}

/** SQLite takes values by their position. It stores times with `+00:00`, as Prisma writes them. */
function toJson(dialect: Dialect, rows: readonly Row[]): string {
  if (dialect === 'postgresql') return JSON.stringify(rows);
  return JSON.stringify(rows.map((row) => Object.values(row).map(toSqlite)));
}

function toSqlite(value: Row[string]) {
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value;
}
