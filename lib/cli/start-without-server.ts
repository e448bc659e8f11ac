import { openLog } from '#lib/log/log';
import { startRuntime } from '#lib/runtime';
import { readSettings } from '#lib/settings/read';
import { describeChanges, prepareDatabase } from './prepare-database';

/** Prepares the process under `next dev` and `next start`, where no other code does this. */
export async function startWithoutServer(): Promise<void> {
  const settings = readSettings();
  const { database, preparation } = await prepareDatabase(settings);
  process.stderr.write(describeChanges(settings, preparation));
  await startRuntime({ settings, database, log: openLog(settings.logLevel) });
}
