import type { Migration } from '#lib/db/migrations';
import type { ReadOnlySession } from '#lib/db/read-only';
import type { DatabaseSchema } from './schema';

/** The effect of a migration on existing rows. */
type RowWork = {
  /** Tables that are copied completely. */
  readonly rewritten: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
};

/** Finds the effect of a migration on existing rows from its statements, which the generator or a person wrote. */
export function readRowWork(sql: string): RowWork {
  const statements = sql.replace(/^\s*--.*$/gm, '');
  const named = (pattern: RegExp) => [...new Set([...statements.matchAll(pattern)].flatMap(([, name]) => name ?? []))];
  const rewritten = [
    ...named(/\bCREATE TABLE "new_(\w+)"/g),
    ...named(/\bALTER TABLE "(\w+)"[^;]*?\bALTER COLUMN "\w+" (?:SET DATA )?TYPE\b/g),
  ];
  const dropped = named(/\bDROP TABLE "(\w+)"/g).filter((name) => !rewritten.includes(name));
  return {
    rewritten,
    changed: named(/(?:^|;)\s*UPDATE "(\w+)"/g),
    deleted: [...new Set([...named(/(?:^|;)\s*DELETE FROM "(\w+)"/g), ...dropped])],
  };
}

/** The purpose of a migration: the sentence with which its file begins. */
export function purposeOf(sql: string): string | null {
  return /^-- ([A-Z].*\.)$/.exec(sql.split('\n', 1)[0] ?? '')?.[1] ?? null;
}

/**
 * Describes a migration: its purpose, and the existing rows that it affects, with their present number.
 * @param former the schema of the installation; a table that an earlier pending migration creates has no rows yet
 */
export async function describeMigration(
  session: ReadOnlySession,
  { sql }: Pick<Migration, 'name' | 'sql'>,
  former: DatabaseSchema,
): Promise<string> {
  const { rewritten, changed, deleted } = readRowWork(sql);
  const list = async (tables: readonly string[]) =>
    (await Promise.all(tables.filter((table) => former.has(table)).map((table) => countRows(session, table)))).join(
      ', ',
    );
  const sentences = [
    ['Rewrites', await list(rewritten)],
    ['Changes rows of', await list(changed)],
    ['Deletes from', await list(deleted)],
  ];
  const work = sentences.filter(([, tables]) => tables !== '').map(([verb, tables]) => ` ${verb} ${tables}.`);
  return `${purposeOf(sql) ?? 'No description.'}${work.join('')}`;
}

/** `Client (12 rows)` */
async function countRows(session: ReadOnlySession, table: string): Promise<string> {
  const [row] = await session.rows(`SELECT count(*) AS "count" FROM "${table}"`);
  const count = Number(row?.count);
  return `${table} (${count} ${count === 1 ? 'row' : 'rows'})`;
}
