import { existsSync } from 'node:fs';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { takeUnsealed } from '#lib/audit/seals/seal-store';
import { type ComparedMigrations, compareMigrations, migrate } from '#lib/db/migrate';
import { openDatabase, openToRead } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { sqliteFile } from '#lib/db/open-sqlite';
import { readOnly } from '#lib/db/read-only';
import type { Settings } from '#lib/settings/settings';
import { type CommandContext, CommandError } from './command';

/**
 * What a command may do to the database. With `read` the driver of SQLite refuses to write. Only `write` and `create`
 * apply missing migrations, and only `create` makes a database and a secret: at a mistyped address there would be new
 * ones.
 */
type Access = 'read' | 'write' | 'create';

/**
 * Opens the configured database and closes it after the work. Seals the events of the work, because without a running
 * server nothing else does. An unsealed event would look as if it was written without the server.
 * @throws CommandError if there is no database, or if one of an older release may not be migrated
 */
export async function withDatabase<T>(
  { settings: readSettings, err, now, migrations }: CommandContext,
  access: Access,
  work: (open: OpenDatabase, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await readSettings({ createsSecret: access === 'create' });
  if (access !== 'create') {
    const { pending } = await findInstallation(settings, migrations);
    if (access === 'read' && pending.length > 0) throw new CommandError(olderRelease);
  }
  const open = await (access === 'read' ? openToRead : openDatabase)(settings.databaseUrl);
  try {
    if (access === 'read') return await work(open, settings);
    const applied = await migrate(open, migrations, now);
    if (applied.length > 0) err(`applied ${applied.length === 1 ? 'a migration' : `${applied.length} migrations`}`);
    takeUnsealed();
    const result = await work(open, settings);
    if (takeUnsealed()) await sealEvents(open.db, settings.secret, now);
    return result;
  } finally {
    await open.close();
  }
}

export const olderRelease = 'the database belongs to an older release: run upgrade check';

/**
 * Looks for the database of an installation without creating or writing anything.
 * @returns its migrations, compared with those of this release
 * @throws CommandError if there is none; UnreleasedDatabase
 */
export async function findInstallation(
  { dialect, databaseUrl }: Pick<Settings, 'dialect' | 'databaseUrl'>,
  migrations: string,
): Promise<ComparedMigrations> {
  const place = dialect === 'sqlite' ? sqliteFile(databaseUrl) : withoutPassword(databaseUrl);
  const missing = new CommandError(`DATABASE_URL: no database found at ${place}`);
  if (dialect === 'sqlite' && !existsSync(place)) throw missing;
  const compared = await readOnly(databaseUrl, (session) => compareMigrations(session, dialect, migrations)).catch(
    (error: unknown) => {
      throw isMissingDatabase(error) ? missing : error;
    },
  );
  if (compared.applied.length === 0) throw missing;
  return compared;
}

/** PostgreSQL has no database of this name. */
function isMissingDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '3D000';
}

/** Hosts and name of a PostgreSQL database. There may be several hosts, so it is not parsed as a URL. */
function withoutPassword(databaseUrl: string): string {
  return databaseUrl
    .replace(/^\w+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/\?.*$/, '');
}
