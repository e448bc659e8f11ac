import { join } from 'node:path';
import { createId } from '#lib/crypto/random';
import { listMigrations, type Migration } from './migrations';
import type { OpenDatabase, SqlSession } from './open-database';
import { unlimited } from './postgres-exclusive';
import type { Dialect } from './statement';

/**
 * Applies the missing migrations, oldest first, each in its own transaction, and records them in the table of `prisma
 * migrate`. Processes that start at the same time take turns. Migrations that exist only in the database are ignored,
 * because they belong to a newer release.
 * @param migrationsFolder contains a folder for each dialect
 * @returns the names of the applied migrations
 * @throws UnreleasedDatabase; if an applied migration has changed or failed, with its name; the errors of
 * checkConnections()
 */
export async function migrate(open: OpenDatabase, migrationsFolder: string, now: Date): Promise<string[]> {
  await open.checkConnections();
  await pendingMigrations(open, migrationsFolder);
  return open.exclusively(() =>
    open.session(async (session) => {
      await session.script(createTable[open.dialect]);
      const missing = selectMissing(listMigrations(join(migrationsFolder, open.dialect)), await readApplied(session));
      for (const migration of missing) await applyMigration(session, open.dialect, migration, now);
      return missing.map(({ name }) => name);
    }),
  );
}

/**
 * The names of the migrations that `migrate` would apply. It writes nothing.
 * @throws like `migrate`
 */
export function pendingMigrations(open: OpenDatabase, migrationsFolder: string): Promise<string[]> {
  return open.session(async (session) => {
    const { pending } = await compareMigrations(session, open.dialect, migrationsFolder);
    return pending.map(({ name }) => name);
  });
}

/** The migrations of a database, compared with those of this release. */
export type ComparedMigrations = {
  /** The names in the database, oldest first. The newest one identifies the release that created it. */
  readonly applied: readonly string[];
  /** The migrations that this release would apply, oldest first. */
  readonly pending: readonly Migration[];
  /** The names that exist only in the database, because a newer release created it. */
  readonly unknown: readonly string[];
};

/**
 * Compares the migrations of a database with those of this release. It writes nothing.
 * @throws like `migrate`
 */
export async function compareMigrations(
  session: Pick<SqlSession, 'rows'>,
  dialect: Dialect,
  migrationsFolder: string,
): Promise<ComparedMigrations> {
  const table = await session.rows(findTable[dialect]);
  const records = table.length === 0 ? [] : await readApplied(session);
  const applied = records.map(({ name }) => name).sort();
  const migrations = listMigrations(join(migrationsFolder, dialect));
  refuseUnreleased(records, migrations[0]);
  const known = new Set(migrations.map(({ name }) => name));
  return { applied, pending: selectMissing(migrations, records), unknown: applied.filter((name) => !known.has(name)) };
}

/**
 * A database of a build from before the first release. It has a migration that is older than the initial one, or an
 * initial one that was written differently. No release has migrations for it.
 */
class UnreleasedDatabase extends Error {
  override readonly name = 'UnreleasedDatabase';
  readonly code = 'unreleased_database';

  constructor() {
    super(
      'an unreleased build made this database, and no command of this release changes it (upgrade check says the ' +
        'same): run "npm run signet -- export --with-secrets FILE" with that build, then "npm run signet -- apply ' +
        'FILE" with this release and an empty database; an export does not carry sessions, tokens, consents, ' +
        'passkeys, recovery codes, connections to identity providers, pictures, subjects of pairwise clients, signing ' +
        'keys, the history and the audit log',
    );
  }
}

function refuseUnreleased(applied: readonly Applied[], initial: Migration | undefined): void {
  if (initial === undefined) return;
  const isUnreleased = ({ name, checksum }: Applied) =>
    name < initial.name || (name === initial.name && checksum !== initial.checksum);
  if (applied.some(isUnreleased)) throw new UnreleasedDatabase();
}

type Applied = { readonly name: string; readonly checksum: string; readonly finished: boolean };

async function readApplied(session: Pick<SqlSession, 'rows'>): Promise<Applied[]> {
  const rows = await session.rows(
    'SELECT "migration_name", "checksum", "finished_at" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL',
  );
  return rows.map((row) => ({
    name: String(row.migration_name),
    checksum: String(row.checksum),
    finished: row.finished_at !== null,
  }));
}

function selectMissing(migrations: Migration[], applied: Applied[]): Migration[] {
  return migrations.filter(({ name, checksum }) => {
    const record = applied.find((candidate) => candidate.name === name);
    if (!record) return true;
    if (!record.finished) throw new Error(`the migration ${name} was started by another tool and did not finish`);
    if (record.checksum !== checksum) throw new Error(`the migration ${name} was changed after it had been applied`);
    return false;
  });
}

async function applyMigration(session: SqlSession, dialect: Dialect, migration: Migration, now: Date): Promise<void> {
  // Rebuilding a table in SQLite drops the old one, which would delete the rows that refer to it. The pragma has no
  // effect inside a transaction, so it comes before. The references are checked at the end instead.
  if (dialect === 'sqlite') await session.script('PRAGMA foreign_keys = OFF');
  await session.script(dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : `BEGIN; ${unlimited}`);
  try {
    await session.script(migration.sql);
    await record(session, dialect, migration, now);
    if (dialect === 'sqlite') await checkReferences(session);
    await session.script('COMMIT');
  } catch (error) {
    await session.script('ROLLBACK').catch(() => undefined);
    throw new Error(`the migration ${migration.name} failed`, { cause: error });
  }
}

async function record(session: SqlSession, dialect: Dialect, migration: Migration, now: Date): Promise<void> {
  const time = dialect === 'sqlite' ? now.getTime() : now.toISOString();
  const slots = dialect === 'sqlite' ? '?, ?, ?, ?, ?' : '$1, $2, $3, $4, $5';
  await session.rows(
    'INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", ' +
      `"applied_steps_count") VALUES (${slots}, 1)`,
    [createId(), migration.checksum, migration.name, time, time],
  );
}

async function checkReferences(session: SqlSession): Promise<void> {
  const [broken] = await session.rows('PRAGMA foreign_key_check');
  if (broken) throw new Error(`it leaves rows of ${String(broken.table)} that refer to nothing`);
}

const findTable = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`,
  postgresql:
    'SELECT table_name FROM information_schema.tables ' +
    `WHERE table_schema = current_schema() AND table_name = '_prisma_migrations'`,
} as const;

/** The same definition as Prisma's. */
const createTable = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL,
    "checksum" TEXT NOT NULL,
    "finished_at" DATETIME,
    "migration_name" TEXT NOT NULL,
    "logs" TEXT,
    "rolled_back_at" DATETIME,
    "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
  )`,
  postgresql: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`,
} as const;
