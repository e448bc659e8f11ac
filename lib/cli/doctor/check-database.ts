import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OpenDatabase } from '#lib/db/open-database';
import { sqliteFile } from '#lib/db/open-sqlite';
import { holdLease, releaseLeases } from '#lib/jobs/lease-store';
import type { Settings } from '#lib/settings/settings';
import { findInstallation, olderRelease } from '../with-database';
import { type Finding, healthy, wrong } from './finding';

const toleratedSeconds = 5;

/** Milliseconds since 1970 on the database's clock. */
const databaseTime = {
  sqlite: `SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS "time"`,
  postgresql: `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS "time"`,
} as const;

/**
 * Compares the migrations of the database with those of this release, before anything else opens it.
 * @throws CommandError if there is no database
 */
export async function checkMigrations(settings: Settings, migrations: string): Promise<Finding> {
  try {
    const { pending } = await findInstallation(settings, migrations);
    if (pending.length === 0) return healthy('migrations', 'all applied');
    const names = pending.map(({ name }) => name).join(', ');
    return wrong(
      'migrations',
      `${olderRelease}; missing migrations: ${names}`,
      'Then start this release or run migrate.',
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'unreleased_database')) throw error;
    return wrong('migrations', error.message, 'Keep that build and its database until the import has succeeded.');
  }
}

/** Writes a row and removes it, which a standby and a full disk refuse. The folder of a SQLite file was tried already. */
export async function* checkWritable({ db, dialect }: OpenDatabase, now: Date): AsyncGenerator<Finding> {
  if (dialect === 'sqlite') return;
  try {
    await holdLease(db, { job: 'doctor', holder: 'doctor', until: now }, now);
    await releaseLeases(db, 'doctor');
    yield healthy('writes', 'the database accepts them');
  } catch (error) {
    const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : 'unknown reason';
    yield wrong(
      'writes',
      `the database refuses them (${reason})`,
      'Check that it is the primary, and that its disk is not full.',
    );
  }
}

/** Compares our clock with that of the database, because tokens, codes and keys depend on it. */
export async function checkClock(open: OpenDatabase, now: Date): Promise<Finding> {
  const [row] = await open.session((session) => session.rows(databaseTime[open.dialect]));
  const difference = Math.round((now.getTime() - Number(row?.time)) / 1000);
  if (Math.abs(difference) <= toleratedSeconds) return healthy('clock', `${now.toISOString()}, same as the database`);
  const direction = difference > 0 ? 'ahead of' : 'behind';
  const message = `${now.toISOString()} is ${Math.abs(difference)} seconds ${direction} the database`;
  return wrong('clock', message, 'Synchronize the clocks of both machines with NTP.');
}

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
  if (readable.length === 0) return yield healthy(subject, `${file} is not readable by other users of this machine`);
  const message = `${file} is readable by every user of this machine`;
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
