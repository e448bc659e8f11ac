import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sqliteFile } from '#lib/db/open-sqlite';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy, wrong } from './finding';

const subject = 'database file';

/** Permissions of accounts that are neither the owner nor in the group. */
const others = { read: 0o004, enter: 0o001 };

/**
 * Checks whether every account on the machine can read a SQLite database and its log, which contain personal data and
 * hashes of secrets. Whether the group has access is the operator's choice. PostgreSQL has no such file.
 */
export function* checkDatabaseFile({
  dialect,
  databaseUrl,
}: Pick<Settings, 'dialect' | 'databaseUrl'>): Generator<Finding> {
  if (dialect !== 'sqlite') return;
  const file = sqliteFile(databaseUrl);
  const readable = [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path) && isReadableByOthers(path));
  if (readable.length === 0) return yield healthy(subject, `${file} is closed to other accounts of this machine`);
  const message = `${file} can be read by every account of this machine`;
  yield wrong(subject, message, `Run: chmod o= ${readable.join(' ')}`);
}

/** Others can read a file only if they can enter every folder above it. */
function isReadableByOthers(path: string): boolean {
  const file = realpathSync(path);
  if (!(statSync(file).mode & others.read)) return false;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (!(statSync(folder).mode & others.enter)) return false;
    if (folder === dirname(folder)) return true;
  }
}
