import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { readClock } from '#lib/http/clock';
import { startPostgres } from './postgres';
import { createPostgresDatabase } from './postgres-database';
import { diffFromDatabase } from './schema-engine';

/**
 * Writes the next migration of both dialects: the difference between the existing ones and the models.
 * @param root the folder that contains `prisma/`
 * @param word a short name in lower case with underscores
 * @returns the files written, or none if both dialects already match
 */
export async function writeMigration(root: string, word: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9_]*$/.test(word)) throw new Error('name the migration in lower case with underscores');
  const name = `${readClock().toISOString().replace(/\D/g, '').slice(0, 14)}_${word}`;
  const folder = mkdtempSync(join(tmpdir(), 'signet-migration-'));
  const server = await startPostgres();
  try {
    const postgres = await createPostgresDatabase(server.url, `migration_${process.pid}`);
    const differences = [
      { dialect: 'sqlite', sql: await diffAfterMigrations(root, `file:${join(folder, 'empty.db')}`) },
      { dialect: 'postgresql', sql: await diffAfterMigrations(root, postgres.url) },
    ];
    await postgres.drop();
    return differences.flatMap(({ dialect, sql }) => (sql === null ? [] : [write(root, dialect, name, sql)]));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The SQL that is still missing after all migrations of its dialect have run on an empty database. */
export async function diffAfterMigrations(root: string, databaseUrl: string): Promise<string | null> {
  const open = await openDatabase(databaseUrl);
  try {
    await migrate(open, join(root, 'prisma/migrations'), readClock());
  } finally {
    await open.close();
  }
  return diffFromDatabase(root, databaseUrl);
}

function write(root: string, dialect: string, name: string, sql: string): string {
  const folder = join(root, 'prisma/migrations', dialect);
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'migration_lock.toml'), `provider = "${dialect}"\n`);
  const file = join(folder, name, 'migration.sql');
  writeFileSync(file, sql);
  return file;
}
