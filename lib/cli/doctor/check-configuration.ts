import { listRevisions, type Revision } from '#lib/audit/revision-store';
import { parseOperatorFile } from '#lib/config/file';
import { readConfigurationFile } from '#lib/config/read-file';
import type { Database } from '#lib/db/database';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy, wrong } from './finding';

/** @param db null if it cannot be used yet */
export async function checkConfigurationFile(db: Database | null, { configFile }: Settings): Promise<Finding> {
  const [last] = db === null ? [] : await listRevisions(db, { before: null, limit: 1 });
  const history = last === undefined ? 'never changed yet' : `last changed ${describe(last)}`;
  if (configFile === null) return healthy('configuration', history);
  try {
    parseOperatorFile(await readConfigurationFile(configFile), configFile);
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

function describe({ at, actor, source, number }: Revision): string {
  return `${at.toISOString()} by ${actor.name ?? actor.kind.replace('_', ' ')} (${source}, revision ${number})`;
}
