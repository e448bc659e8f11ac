import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#lib/db/database';
import type { ComparedMigrations } from '#lib/db/migrate';
import { listMigrations } from '#lib/db/migrations';
import { openDatabase } from '#lib/db/open';
import type { SqlSession } from '#lib/db/open-database';
import type { ReadOnlySession } from '#lib/db/read-only';
import { type DatabaseSchema, readSchema } from './schema';

/** The tables of the configuration, without users and pictures. They are checked against the present rules. */
const configured = ['Portal', 'Client', 'ClientSecret', 'Scope', 'ScopeSecret', 'IdentityProvider', 'Tenant'] as const;

/** A migration that ran in the rehearsal, with the schema before and after it. */
export type Rehearsed = { readonly name: string; readonly before: DatabaseSchema; readonly after: DatabaseSchema };

type Rehearsal = {
  /** The configuration of the installation, as this release would find it. */
  readonly db: Database;
  /** The schema of the installation. */
  readonly former: DatabaseSchema;
  readonly migrations: readonly Rehearsed[];
};

/** A migration that fails with the configuration of the installation. */
class FailedMigration extends Error {
  override readonly name = 'FailedMigration';
  readonly code = 'failed_migration';

  constructor(
    readonly migration: string,
    options: ErrorOptions,
  ) {
    super(`the migration ${migration} would fail`, options);
  }
}

/**
 * Upgrades a copy. A temporary SQLite database gets the schema of the installation, its configuration, and then the
 * pending migrations. Nothing is written to the installation.
 * @throws FailedMigration (code `failed_migration`)
 */
export async function rehearse<T>(
  source: ReadOnlySession,
  { applied, pending }: ComparedMigrations,
  migrationsFolder: string,
  work: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-upgrade-'));
  try {
    const open = await openDatabase(`file:${join(folder, 'rehearsal.db')}`);
    try {
      const ran = await open.session((copy) => upgradeCopy({ source, copy, applied, pending, migrationsFolder }));
      return await work({ db: open.db, ...ran });
    } finally {
      await open.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Copying = Pick<ComparedMigrations, 'applied' | 'pending'> & {
  readonly source: ReadOnlySession;
  readonly copy: SqlSession;
  readonly migrationsFolder: string;
};

async function upgradeCopy({
  source,
  copy,
  applied,
  pending,
  migrationsFolder,
}: Copying): Promise<Omit<Rehearsal, 'db'>> {
  const scripts = new Map(listMigrations(join(migrationsFolder, 'sqlite')).map(({ name, sql }) => [name, sql]));
  // The copy is not needed after a crash.
  await copy.script('PRAGMA synchronous = OFF');
  for (const name of applied) await runScript(copy, scripts.get(name));
  const former = await readSchema(copy);
  for (const table of configured) await copyTable(source, copy, { table, columns: former.get(table) });
  const migrations: Rehearsed[] = [];
  for (const { name } of pending) {
    const before = migrations.at(-1)?.after ?? former;
    try {
      await runScript(copy, scripts.get(name));
    } catch (cause) {
      throw new FailedMigration(name, { cause });
    }
    migrations.push({ name, before, after: await readSchema(copy) });
  }
  return { former, migrations };
}

/** As in migrate(): rebuilding a table must not delete the rows that refer to it. */
async function runScript(copy: SqlSession, sql = ''): Promise<void> {
  await copy.script('PRAGMA foreign_keys = OFF');
  await copy.script(`BEGIN;${sql};COMMIT`);
}

type Table = { readonly table: string; readonly columns: ReadonlyMap<string, unknown> | undefined };

async function copyTable(source: ReadOnlySession, copy: SqlSession, { table, columns }: Table): Promise<void> {
  if (columns === undefined) return;
  const rows = await source.rows(`SELECT * FROM "${table}"`);
  await copy.script('BEGIN');
  for (const row of rows) {
    const kept = Object.entries(row).filter(([column]) => columns.has(column));
    const names = kept.map(([column]) => `"${column}"`).join(', ');
    const slots = kept.map(() => '?').join(', ');
    const values = kept.map(([, value]) => toSqlite(value));
    await copy.rows(`INSERT INTO "${table}" (${names}) VALUES (${slots})`, values);
  }
  await copy.script('COMMIT');
}

/** A value of either database in the form that SQLite stores. */
function toSqlite(value: unknown): string | number | null {
  if (value instanceof Date) return value.toISOString().replace('Z', '+00:00');
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' || value === null ? value : String(value);
}
