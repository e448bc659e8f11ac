import { type Preparation, prepareConfiguration } from '#lib/config/start';
import { migrate } from '#lib/db/migrate';
import { type OpenDatabase, openDatabase } from '#lib/db/open';
import { countRun } from '#lib/db/stale-log';
import { readClock } from '#lib/http/clock';
import type { Settings } from '#lib/settings/settings';
import { migrationsFolder } from './migrations-folder';

type PreparedDatabase = { readonly database: OpenDatabase; readonly preparation: Preparation };

/**
 * Opens the database and prepares it for serving: migrations, keys, configuration. Several processes can do this at the
 * same time.
 * @throws WrongSecretError (code `wrong_secret`), ConfigurationError (code `invalid_configuration`), or what the
 * database throws. The database is then closed
 */
export async function prepareDatabase(settings: Settings): Promise<PreparedDatabase> {
  const database = await openDatabase(settings.databaseUrl);
  try {
    await migrate(database, migrationsFolder, readClock());
    if (database.dialect === 'sqlite') await database.session(countRun);
    const preparation = await prepareConfiguration({ open: database, settings, now: readClock() });
    return { database, preparation };
  } catch (error) {
    await database.close();
    throw error;
  }
}
