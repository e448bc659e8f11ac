import { stringify } from 'yaml';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import { currentPortal } from '#lib/tenants/tenant-store';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { exportPortal } from './portal';
import { sections } from './sections';

/**
 * The whole configuration as a file for applyConfiguration(). Sections, entries and keys have a fixed order, and values
 * that equal the default are left out. Unreadable entries are left out too, because the file would disable them for
 * good. Secrets and passwords are hashes. The providers' secrets stay sealed under SIGNET_SECRET.
 * @param withSecrets opens the keys of authenticator apps for the file; null leaves second factors out
 */
export async function exportConfiguration(
  db: Database,
  format: 'yaml' | 'json' = 'yaml',
  withSecrets: MasterSecret | null = null,
): Promise<string> {
  const file = await readSettled(db, withSecrets);
  if (format === 'json') return `${JSON.stringify(file, null, 2)}\n`;
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}

const attempts = 10;

/** Reads again if a writer came in between, so that all parts are of the same revision. */
async function readSettled(db: Database, secret: MasterSecret | null): Promise<Wire> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readRevision(db);
    const file = await readAll(db, secret);
    if ((await readRevision(db)) === before) return file;
  }
  throw new Error('the configuration kept changing while it was read; try again later');
}

async function readAll(db: Database, secret: MasterSecret | null): Promise<Wire> {
  const portal = exportPortal(await currentPortal(db));
  const content: [string, object][] = [['portal', portal]];
  for (const section of Object.values(sections)) content.push([section.name, await section.export(db, null, secret)]);
  return Object.fromEntries(content.filter(([, listed]) => Object.keys(listed).length > 0));
}
