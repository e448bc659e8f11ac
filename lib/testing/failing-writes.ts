import { openDatabase } from '#lib/db/open';
import type { SqlSession } from '#lib/db/open-database';
import { retryBusy } from '#lib/db/sqlite-turn';

/** A write that the database is told to refuse. */
export type Write = { readonly table: string; readonly verb: 'INSERT' | 'UPDATE' | 'DELETE' };

type Content = ReadonlyMap<string, readonly string[]>;

/** Counters, and records of refusals. They must be kept when the rest is rolled back. */
const besides: ReadonlySet<string> = new Set(['RateLimit', 'Explanation']);

/** A second connection to the database of a test. It sees every row and can make single writes fail. */
export type FailingWrites = {
  /** All rows of all tables except `besides`. */
  readonly read: () => Promise<Content>;
  /**
   * Runs work while the database refuses a write. The write fails after its statement and before its transaction ends.
   */
  readonly refusing: <T>(write: Write, work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export async function openFailingWrites(databaseUrl: string): Promise<FailingWrites> {
  const { dialect, session, close } = await openDatabase(databaseUrl);
  const read = () => session((sql) => readAll(sql, dialect));
  // It waits for a transaction of this process, so it must not block the thread.
  const script = (text: string) => retryBusy(() => session((sql) => sql.script(text)));
  return {
    read,
    refusing: async (write, work) => {
      await script(triggers[dialect].create(write));
      try {
        return await work();
      } finally {
        await script(triggers[dialect].drop(write));
      }
    },
    close,
  };
}

/** The writes between two states. */
export function writesBetween(before: Content, after: Content): Write[] {
  return [...after].flatMap(([table, rows]): Write[] => {
    const [old, present] = [new Set(before.get(table)), new Set(rows)];
    const [added, removed] = [rows.some((row) => !old.has(row)), [...old].some((row) => !present.has(row))];
    if (added && removed) return [{ table, verb: 'UPDATE' }];
    if (added) return [{ table, verb: 'INSERT' }];
    return removed ? [{ table, verb: 'DELETE' }] : [];
  });
}

type Dialect = 'sqlite' | 'postgresql';

const tablesOf: Readonly<Record<Dialect, string>> = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  postgresql: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
};

async function readAll(sql: SqlSession, dialect: Dialect): Promise<Content> {
  const content = new Map<string, readonly string[]>();
  for (const { name } of await sql.rows(tablesOf[dialect])) {
    const table = String(name);
    if (besides.has(table)) continue;
    const rows = await sql.rows(`SELECT * FROM "${table}"`);
    content.set(
      table,
      rows
        .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
        .toSorted(),
    );
  }
  return content;
}

const noSleep = 'PRAGMA busy_timeout = 0;';

const triggers: Readonly<Record<Dialect, { create: (write: Write) => string; drop: (write: Write) => string }>> = {
  sqlite: {
    create: ({ table, verb }) =>
      `${noSleep} CREATE TRIGGER "refused" AFTER ${verb} ON "${table}" BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
    drop: () => `${noSleep} DROP TRIGGER "refused"`,
  },
  postgresql: {
    create: ({ table, verb }) => `
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
      CREATE TRIGGER "refused" AFTER ${verb} ON "${table}" FOR EACH ROW EXECUTE FUNCTION refuse()`,
    drop: ({ table }) => `DROP TRIGGER "refused" ON "${table}"; DROP FUNCTION refuse()`,
  },
};
