import { backupSqlite } from '#lib/db/backup-sqlite';
import { describeSystemError } from '#lib/vocabulary/system-error';
import { CommandError, type RunCommand } from './command';
import { findInstallation } from './find-installation';

export const backUp: RunCommand = async ({ positionals: [file = ''] }, { settings: readSettings, out, migrations }) => {
  const settings = await readSettings();
  if (settings.dialect !== 'sqlite')
    throw new CommandError('backup copies SQLite files; for PostgreSQL use pg_dump --format=custom');
  await findInstallation(settings, migrations);
  const bytes = await backupSqlite(settings.databaseUrl, file).catch((error: unknown) => {
    throw new CommandError(`${file} was not written: ${describeSystemError(error)}`);
  });
  out(`${file}: ${bytes} bytes\n`);
  return 0;
};
