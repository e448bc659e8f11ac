import { backupSqlite } from '#lib/db/backup-sqlite';
import { compareMigrations } from '#lib/db/migrate';
import { readOnly } from '#lib/db/read-only';
import { type Command, CommandError } from './command';

export const backupCommand: Command = {
  name: 'backup',
  parameters: 'FILE',
  summary: 'copy a SQLite database while it is in use',
  details: `Copies the database as it is at one moment into FILE, which must not exist, and checks the copy. The server keeps
running. Keep SIGNET_SECRET elsewhere: without it nobody can use the copy, and with it everybody can.

For PostgreSQL use pg_dump. docs/operations.md has both, and how to restore.`,
  positionals: [1, 1],
  async run({ positionals: [file = ''] }, { settings: readSettings, out, migrations }) {
    const settings = readSettings();
    if (settings.dialect !== 'sqlite')
      throw new CommandError('backup copies SQLite files; for PostgreSQL use pg_dump --format=custom');
    await readOnly(settings.databaseUrl, (session) => compareMigrations(session, session.dialect, migrations));
    const bytes = await backupSqlite(settings.databaseUrl, file).catch((error: unknown) => {
      throw new CommandError(`${file} was not written: ${error instanceof Error ? error.message : String(error)}`);
    });
    out(`${file}: ${bytes} bytes\n`);
    return 0;
  },
};
