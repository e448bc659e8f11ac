import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { readClock } from '#lib/http/clock';
import { startPostgres } from './postgres';
import { createPostgresDatabase } from './postgres-database';
import { diffFromDatabase } from './schema-engine';

const dialects = ['sqlite', 'postgresql'] as const;
type Dialect = (typeof dialects)[number];

/**
 * Writes the next migration of both dialects: the difference between the existing ones and the models.
 * @param root the folder that contains `prisma/`
 * @param word a short name in lower case with underscores
 * @param sentence what the migration is for; `upgrade check` prints it
 * @returns the files written, or none if both dialects already match
 */
export async function writeMigration(root: string, word: string, sentence: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9_]*$/.test(word)) throw new Error('name the migration in lower case with underscores');
  if (!/^[A-Z].*\.$/.test(sentence)) throw new Error('say in a sentence what the migration is for');
  const name = `${readClock().toISOString().replace(/\D/g, '').slice(0, 14)}_${word}`;
  const differences = await onEmptyDatabases(async (url) => diffAfterMigrations(root, url));
  return differences.flatMap(({ dialect, sql }) =>
    sql === null ? [] : [write(root, dialect, name, `-- ${sentence}\n\n${sql}`)],
  );
}

/**
 * Writes the initial migration of both dialects again. Only until the first release: afterwards there are databases
 * that have it.
 * @param root the folder that contains `prisma/`
 * @returns the files written
 * @throws if a dialect has later migrations
 */
export async function rewriteInitialMigration(root: string): Promise<string[]> {
  const names = dialects.map((dialect) => findInitial(root, dialect));
  const created = await onEmptyDatabases((url) => diffFromDatabase(root, url));
  return created.map(({ dialect, sql }, index) => write(root, dialect, names[index] ?? '', sql ?? ''));
}

/** The migration keeps its name, so that two changes of the schema can be merged. */
function findInitial(root: string, dialect: Dialect): string {
  const entries = readdirSync(join(root, 'prisma/migrations', dialect), { withFileTypes: true });
  const [initial = '', ...later] = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (later.length > 0) throw new Error(`the initial migration stays: ${dialect} has later ones; name the new one`);
  return initial;
}

type Difference = { readonly dialect: Dialect; readonly sql: string | null };

async function onEmptyDatabases(work: (url: string) => Promise<string | null>): Promise<Difference[]> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-migration-'));
  const server = await startPostgres();
  try {
    const postgres = await createPostgresDatabase(server.url, `migration_${process.pid}`);
    const differences: Difference[] = [
      { dialect: 'sqlite', sql: await work(`file:${join(folder, 'empty.db')}`) },
      { dialect: 'postgresql', sql: await work(postgres.url) },
    ];
    await postgres.drop();
    return differences;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The SQL that is still missing after all migrations of its dialect have run on an empty database. */
async function diffAfterMigrations(root: string, databaseUrl: string): Promise<string | null> {
  const open = await openDatabase(databaseUrl);
  try {
    await migrate(open, join(root, 'prisma/migrations'), readClock());
  } finally {
    await open.close();
  }
  return diffFromDatabase(root, databaseUrl);
}

function write(root: string, dialect: Dialect, name: string, sql: string): string {
  const folder = join(root, 'prisma/migrations', dialect, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'migration.sql');
  writeFileSync(file, sql);
  return file;
}
