import { existsSync } from 'node:fs';
import { type ComparedMigrations, compareMigrations } from '#lib/db/migrate';
import { sqliteFile } from '#lib/db/open-sqlite';
import { readOnly } from '#lib/db/read-only';
import type { Settings } from '#lib/settings/settings';
import { CommandError } from './command';

export const olderRelease = 'the database is of an older release: run upgrade check';

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
  const missing = new CommandError(`DATABASE_URL: there is no database at ${place}`);
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
