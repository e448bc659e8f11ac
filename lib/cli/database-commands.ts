import { backupSqlite } from '#lib/db/backup-sqlite';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { describeSystemError } from '#lib/vocabulary/system-error';
import { CommandError, type RunCommand } from './command';
import { findInstallation } from './with-database';

export const backUp: RunCommand = async ({ positionals: [file = ''] }, { settings: readSettings, out, migrations }) => {
  const settings = await readSettings({ createsSecret: false });
  if (settings.dialect !== 'sqlite')
    throw new CommandError('backup copies SQLite databases; for PostgreSQL use pg_dump --format=custom');
  await findInstallation(settings, migrations);
  const bytes = await backupSqlite(settings.databaseUrl, file).catch((error: unknown) => {
    throw new CommandError(`cannot write ${file}: ${describeSystemError(error)}`);
  });
  out(`${file}: ${bytes} bytes\n`);
  return 0;
};

export const migrateDatabase: RunCommand = async (_, { settings, migrations, now, out }) => {
  const open = await openDatabase((await settings()).databaseUrl);
  try {
    const applied = await migrate(open, migrations, now);
    out(applied.length === 0 ? 'no migrations to apply\n' : applied.map((name) => `applied ${name}\n`).join(''));
    return 0;
  } finally {
    await open.close();
  }
};
