import { stringify } from 'yaml';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { exportPortal } from './portal';
import { type ConfiguredUser, openTotp } from './second-factors';
import type { State } from './sections';
import { sections } from './sections';
import { readState } from './state';

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
  const file = toFile(await readSettledState(db), withSecrets);
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

function toFile(stored: State, withSecrets: MasterSecret | null): Wire {
  const state = { ...stored, users: stored.users.map((user) => exportedUser(user, withSecrets)) };
  const content = [
    ['portal', exportPortal(state.portal)],
    ...Object.values(sections).map((section) => [section.name, section.export(state)]),
  ] as const;
  return Object.fromEntries(content.filter(([, listed]) => Object.keys(listed).length > 0));
}

/** With its second factors as a file takes them, or without: absent keeps what the account has. */
function exportedUser(user: ConfiguredUser, withSecrets: MasterSecret | null): ConfiguredUser {
  const { totpSealed = null, ...others } = user;
  if (withSecrets === null) return others;
  if (totpSealed === null) return user;
  const totpKey = openTotp(user.sub, totpSealed, withSecrets);
  if (totpKey === null) throw new Error(`the authenticator app of ${user.username} does not open with this secret`);
  return { ...user, totpKey };
}
