import { stringify } from 'yaml';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { exportPortal } from './portal';
import type { State } from './sections';
import { sections } from './sections';
import { readState } from './state';

/**
 * The whole configuration as a file that applyConfiguration() takes: sections, entries and keys in a fixed order, what
 * has its default left out. An entry that cannot be read is left out: the file would switch it off for good. Secrets and
 * passwords are hashes, the providers' secrets stay sealed under SIGNET_SECRET.
 */
export async function exportConfiguration(db: Database, format: 'yaml' | 'json' = 'yaml'): Promise<string> {
  const file = toFile(await readSettledState(db));
  if (format === 'json') return `${JSON.stringify(file, null, 2)}\n`;
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}

const attempts = 10;

/** Reads again when a writer came in between, so that the parts belong together. */
async function readSettledState(db: Database): Promise<State> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readRevision(db);
    const state = await readState(db);
    if ((await readRevision(db)) === before) return state;
  }
  throw new Error('the configuration changed again and again while it was read');
}

function toFile(state: State): Wire {
  const content = [
    ['portal', exportPortal(state.portal)],
    ...Object.values(sections).map((section) => [section.name, section.export(state)]),
  ] as const;
  return Object.fromEntries(content.filter(([, listed]) => Object.keys(listed).length > 0));
}
