import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { OpenDatabase } from '#lib/db/open-database';
import { sqliteFile } from '#lib/db/open-sqlite';

/** An open database of this worker. */
export type Spare = {
  readonly url: string;
  readonly open: OpenDatabase;
  /**
   * Deletes every row, for the next test.
   * @returns false if the database must be deleted instead: its tables were changed or have grown, or it is in use
   */
  empty(): Promise<boolean>;
  /** Reads every row. */
  save(): Promise<Rows>;
  /** Writes the rows of another database into this one, which is empty. */
  fill(rows: Rows): Promise<void>;
  /** Closes and deletes it. */
  discard(): Promise<void>;
};

/** All rows of a database by table: as lists of values of SQLite, or as the JSON of PostgreSQL. */
export type Rows = readonly (readonly [table: string, rows: readonly unknown[][] | string])[];

type Emptying = Pick<Spare, 'empty' | 'save' | 'fill'> & { readonly close: () => void };

/**
 * Databases that earlier tests of this worker have returned, empty and open. Making one costs more than an ordinary
 * test: it is copied, its connections are opened, and Prisma compiles each of its queries again.
 */
const spares: Spare[] = [];

/** Deleted rows leave free space behind, which slows down the next test. */
const maximumBytes = 8_000_000;

/**
 * A database without rows (a file may still hold texts of deleted ones): a returned one or a new one. `close()` returns it, and from then on `db` refuses everything,
 * so that nothing which still runs writes to the database of the next test.
 */
export async function takeDatabase(
  create: () => Promise<Spare>,
): Promise<OpenDatabase & Pick<Spare, 'url' | 'save' | 'fill'>> {
  const spare = spares.pop() ?? (await create());
  const lent = lend(spare.open.db);
  return {
    ...spare.open,
    db: lent.db,
    url: spare.url,
    save: spare.save,
    fill: spare.fill,
    async close() {
      if (!lent.end()) return;
      const isEmpty = !lent.isChanged() && (await spare.empty().catch(() => false));
      if (isEmpty) spares.push(spare);
      else await spare.discard();
    },
  };
}

function lend(db: OpenDatabase['db']) {
  let isEnded = false;
  let isChanged = false;
  const own = { prepared: { ...db.prepared } };
  const refuse = () => {
    if (isEnded) throw new Error('the test has returned its database');
  };
  const lent = new Proxy(db, {
    get(target, name) {
      refuse();
      return Reflect.get(name === 'prepared' ? own : target, name);
    },
    set(target, name, value) {
      isChanged = true;
      return Reflect.set(target, name, value);
    },
  });
  return {
    db: lent,
    isChanged: () => isChanged,
    /** @returns whether it was not ended before */
    end() {
      const wasEnded = isEnded;
      isEnded = true;
      return !wasEnded;
    },
  };
}

/**
 * Empties a SQLite file over a connection of its own.
 * @returns false also while a transaction of a test is open
 */
export function emptySqlite(url: string, { db }: OpenDatabase): Emptying {
  const file = sqliteFile(url);
  const { ino } = statSync(file);
  const connection = new BetterSqlite3(file, { timeout: 0 });
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
  const state = connection.prepare<[], { version: string; bytes: number }>(
    `SELECT (SELECT schema_version FROM pragma_schema_version) || (
        SELECT group_concat(concat_ws(' ', id, migration_name, checksum, finished_at, rolled_back_at))
        FROM _prisma_migrations
      ) AS version,
      (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS bytes`,
  );
  const names = connection
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`)
    .pluck()
    .all()
    .filter((name) => name === 'sqlite_sequence' || !name.startsWith('sqlite_'));
  const filled = connection
    .prepare<[], string>(
      names.map((name) => `SELECT '${name}' WHERE EXISTS (SELECT 1 FROM "${name}")`).join(' UNION ALL '),
    )
    .pluck();
  const original = state.get()?.version;
  const deleteRows = connection.transaction(() => {
    for (const name of filled.all()) connection.exec(`DELETE FROM "${name}"`);
  });
  const insertRows = connection.transaction((all: Rows) => {
    for (const [name, rows] of all) {
      if (typeof rows === 'string') continue;
      const insert = connection.prepare(`INSERT INTO "${name}" VALUES (${rows[0]?.map(() => '?').join()})`);
      for (const row of rows) insert.run(row);
    }
  });
  // Waits for what has its turn to write before.
  const turn = () => db.$executeRaw`DELETE FROM "RateLimit" WHERE 1 = 0`;
  return {
    async save() {
      // The numbers that were given follow from the rows.
      const tables = filled.all().filter((name) => name !== 'sqlite_sequence');
      return tables.map((name) => [
        name,
        connection.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw().safeIntegers().all(),
      ]);
    },
    async fill(rows) {
      await turn();
      insertRows.immediate(rows);
    },
    async empty() {
      db.prepared.verifyWritable();
      await turn();
      if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) return false;
      const found = state.get();
      if (found?.version !== original || found?.bytes === undefined || found.bytes > maximumBytes) return false;
      deleteRows.immediate();
      return true;
    },
    close: () => void connection.close(),
  };
}

/**
 * Empties a database of PostgreSQL over the connections that it has.
 * @returns false also while another connection is in a transaction, or without the permission to disable foreign keys:
 * the role of TEST_DATABASE_URL may only be able to create databases
 */
export function emptyPostgres({ db }: OpenDatabase, state: string): Emptying {
  return {
    async empty() {
      if (!(await isIdle(db))) return false;
      const [found] = await db.$queryRawUnsafe<{ state: string; bytes: number }[]>(readState);
      if (found?.state !== state || found.bytes > maximumBytes) return false;
      await db.$executeRawUnsafe(deleteRows);
      return true;
    },
    async save() {
      const tables = await db.$queryRawUnsafe<{ name: string }[]>(filledTables);
      if (tables.length === 0) return [];
      const reads = tables.map(({ name }) => `SELECT '${name}' AS name, json_agg(t)::text AS rows FROM ${name} t`);
      const found = await db.$queryRawUnsafe<{ name: string; rows: string | null }[]>(reads.join(' UNION ALL '));
      return found.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows] as const]));
    },
    async fill(rows) {
      const inserts = rows.map(
        ([name, json]) =>
          `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $rows$${json}$rows$);`,
      );
      await db.$executeRawUnsafe(
        `DO $fill$ BEGIN SET LOCAL session_replication_role = replica; ${inserts.join(' ')} END $fill$`,
      );
    },
    close: () => undefined,
  };
}

async function isIdle(db: OpenDatabase['db']): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const [found] = await db.$queryRawUnsafe<{ busy: boolean }[]>(`
      SELECT count(*) > 0 AS busy FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`);
    if (found?.busy === false) return true;
    await delay(10);
  }
  return false;
}

/**
 * A hash of the transactions that last changed each table, index and migration, which shows whether the schema was
 * changed, and the size of all tables.
 */
export const readState = `
  WITH relation AS (SELECT oid, xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  SELECT (SELECT sum(pg_relation_size(oid)) FROM relation)::float8 AS bytes,
    md5(string_agg(entry, ',' ORDER BY entry)) AS state
  FROM (
    SELECT format('%s %s', oid, xmin) AS entry FROM relation
    UNION ALL SELECT format('%s %s', id, xmin) FROM _prisma_migrations
  ) AS entries`;

/** Most tables have no rows, and then usually zero bytes. */
const filledTables = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE '\\_%' AND pg_relation_size(oid) > 0`;

/**
 * All tables except those of the migrator, whose names begin with an underscore. They are in no particular order, so
 * foreign keys must be off. A table of zero bytes has no rows, and most tables have none.
 */
const deleteRows = `
  DO $$
  DECLARE name regclass;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
      SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE '\\_%'
        AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format('DELETE FROM %s', name);
    END LOOP;
  END $$`;
