import type { OpenDatabase } from '#lib/db/open-database';
import { holdLease, releaseLeases } from '#lib/jobs/lease-store';
import type { Settings } from '#lib/settings/settings';
import { findInstallation, olderRelease } from '../find-installation';
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
    return wrong('migrations', `${olderRelease}; it lacks ${names}`, 'Then start this release, or run migrate.');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'unreleased_database')) throw error;
    return wrong('migrations', error.message, 'Keep that build and its database until the import has gone through.');
  }
}

/** Writes a row and removes it, which a standby and a full disk refuse. The folder of a SQLite file was tried already. */
export async function* checkWritable({ db, dialect }: OpenDatabase, now: Date): AsyncGenerator<Finding> {
  if (dialect === 'sqlite') return;
  try {
    await holdLease(db, { job: 'doctor', holder: 'doctor', until: now }, now);
    await releaseLeases(db, 'doctor');
    yield healthy('writes', 'the database takes them');
  } catch (error) {
    const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : 'unknown reason';
    yield wrong(
      'writes',
      `the database refuses them (${reason})`,
      'See that it is the primary and that its disk has room.',
    );
  }
}

/** Compares our clock with that of the database, because tokens, codes and keys depend on it. */
export async function checkClock(open: OpenDatabase, now: Date): Promise<Finding> {
  const [row] = await open.session((session) => session.rows(databaseTime[open.dialect]));
  const difference = Math.round((now.getTime() - Number(row?.time)) / 1000);
  if (Math.abs(difference) <= toleratedSeconds) return healthy('clock', `${now.toISOString()}, as the database's`);
  const direction = difference > 0 ? 'ahead of' : 'behind';
  const message = `${now.toISOString()} is ${Math.abs(difference)} seconds ${direction} the database's`;
  return wrong('clock', message, 'Set the clock on both machines by a time service (NTP).');
}
