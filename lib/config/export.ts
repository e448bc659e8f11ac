import { stringify } from 'yaml';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import { currentPortal } from '#lib/tenants/tenant-store';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { exportPortal } from './portal';
import { sections } from './sections';

/**
 * The whole configuration as a file that applyConfiguration() takes: sections, entries and keys in a fixed order, what
 * has its default left out. An entry that cannot be read is left out: the file would switch it off for good. Secrets and
 * passwords are hashes, the providers' secrets stay sealed under SIGNET_SECRET.
 * @param withSecrets opens the keys of authenticator apps, which are written then; null leaves second factors out
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

/** Reads again when a writer came in between, so that the parts belong together. */
async function readSettled(db: Database, secret: MasterSecret | null): Promise<Wire> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readRevision(db);
    const file = await readAll(db, secret);
    if ((await readRevision(db)) === before) return file;
  }
  throw new Error('the configuration changed again and again while it was read');
}

async function readAll(db: Database, secret: MasterSecret | null): Promise<Wire> {
  const portal = exportPortal(await currentPortal(db));
  const content: [string, object][] = [['portal', portal]];
  for (const section of Object.values(sections)) content.push([section.name, await section.export(db, null, secret)]);
  return Object.fromEntries(content.filter(([, listed]) => Object.keys(listed).length > 0));
}
