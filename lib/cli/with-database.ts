import { takeUnsealed } from '#lib/audit/seals/pending';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import type { Settings } from '#lib/settings/settings';
import type { CommandContext } from './command';

/**
 * Opens the configured database, updates it, and closes it after the work. Seals the events of the work, because
 * without a running server nothing else does. An unsealed event would look as if it was written without the server.
 */
export async function withDatabase<T>(
  { settings: readSettings, err, now, migrations }: CommandContext,
  work: (open: OpenDatabase, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readSettings();
  const open = await openDatabase(settings.databaseUrl);
  try {
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
