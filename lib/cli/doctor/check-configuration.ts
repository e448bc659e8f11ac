import { parseConfiguration } from '#lib/config/file';
import { readConfigurationFile } from '#lib/config/read-file';
import { findLastApplied } from '#lib/config/store';
import type { Database } from '#lib/db/database';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy, wrong } from './finding';

/** @param db null when it cannot be asked yet */
export async function checkConfigurationFile(db: Database | null, { configFile }: Settings): Promise<Finding> {
  const last = db === null ? null : await findLastApplied(db);
  const history = last === null ? 'no file was applied yet' : `a file was last applied ${last}`;
  if (configFile === null) return healthy('configuration', history);
  try {
    parseConfiguration(await readConfigurationFile(configFile), configFile);
    return healthy('configuration', `${configFile} can be read; ${history}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read';
    return wrong(
      'configuration',
      message,
      'Correct the file that SIGNET_CONFIG names; docs/configuration.md has its keys.',
    );
  }
}
