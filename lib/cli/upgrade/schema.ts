import type { SqlSession } from '#lib/db/open-database';

/** A column: whether every row must have a value, and whether there is a default. */
type Column = { readonly isRequired: boolean; readonly hasDefault: boolean };

/** The tables of a database with their columns. */
export type DatabaseSchema = ReadonlyMap<string, ReadonlyMap<string, Column>>;

/** The schema of a SQLite database. */
export async function readSchema(session: SqlSession): Promise<DatabaseSchema> {
  const rows = await session.rows(
    `SELECT "table"."name" AS "table", "column"."name" AS "column", "column"."notnull", "column"."dflt_value"
     FROM "sqlite_master" AS "table", pragma_table_info("table"."name") AS "column" WHERE "table"."type" = 'table'`,
  );
  const schema = new Map<string, Map<string, Column>>();
  for (const row of rows) {
    const columns = schema.get(String(row.table)) ?? new Map<string, Column>();
    columns.set(String(row.column), { isRequired: row.notnull === 1, hasDefault: row.dflt_value !== null });
    schema.set(String(row.table), columns);
  }
  return schema;
}

/**
 * What a process of the previous release would miss after a migration: removed tables and columns, required columns
 * that it does not write, and null values that were not possible before.
 */
export function findBreaks(before: DatabaseSchema, after: DatabaseSchema): string[] {
  return [...before].flatMap(([table, columns]) => {
    const present = after.get(table);
    if (present === undefined) return [`removes ${table}`];
    const gone = [...columns.keys()].filter((name) => !present.has(name)).map((name) => `removes ${table}.${name}`);
    const looser = [...columns].filter(
      ([name, { isRequired }]) => isRequired && present.get(name)?.isRequired === false,
    );
    const demanded = [...present].filter(
      ([name, { isRequired, hasDefault }]) => !columns.has(name) && isRequired && !hasDefault,
    );
    return [
      ...gone,
      ...looser.map(([name]) => `allows ${table}.${name} to be empty`),
      ...demanded.map(([name]) => `requires ${table}.${name}`),
    ];
  });
}
