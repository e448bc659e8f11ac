import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createId } from '#lib/crypto/random';
import { openToRead } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import type { Settings } from '#lib/settings/settings';
import { describeSystemError } from '#lib/vocabulary/system-error';
import type { CommandContext, RunCommand } from './command';
import { checkAuditLog, compareWithExport } from './doctor/check-audit';
import { checkConfigurationFile, checkConfigured } from './doctor/check-configuration';
import { checkClock, checkDatabaseFile, checkMigrations, checkWritable } from './doctor/check-database';
import { checkKeys, checkStoredSecret } from './doctor/check-keys';
import { checkMail, checkOutbox } from './doctor/check-mail';
import { checkProxy } from './doctor/check-proxy';
import { checkBreachService, checkForwarding, checkPasskeys } from './doctor/check-settings';
import { type Finding, healthy, printFindings, wrong } from './doctor/finding';
import { explainFailure } from './explain-failure';

export const examineInstallation: RunCommand = async ({ options }, context) => {
  const from = typeof options.from === 'string' ? options.from : null;
  return printFindings(examine(context, { configuration: options.config === true, from }), context.out);
};

/** The optional checks. */
type More = { readonly configuration: boolean; readonly from: string | null };

/** Yields one finding after another. Checks that depend on a failed one are skipped. */
async function* examine(context: CommandContext, more: More): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = await context.settings({ createsSecret: false });
  } catch (error) {
    return yield wrong('settings', explainFailure(error, null), 'Correct the environment variable, then start again.');
  }
  yield healthy('settings', `${settings.issuer}, ${settings.dialect}`);
  const folder = await checkDataFolder(settings);
  yield folder;
  if (!folder.ok && settings.dialect === 'sqlite') return;
  yield await checkMail(settings);
  yield* checkPasskeys(settings);
  yield* checkForwarding(settings);
  yield* checkBreachService(settings);
  yield* examineDatabase(settings, context, more);
}

async function* examineDatabase(
  settings: Settings,
  { migrations, now }: CommandContext,
  more: More,
): AsyncGenerator<Finding> {
  let open: OpenDatabase | null = null;
  try {
    const migrated = await checkMigrations(settings, migrations);
    open = await openToRead(settings.databaseUrl);
    yield healthy('database', 'connected');
    yield* checkDatabaseFile(settings);
    yield migrated;
    yield await checkClock(open, now);
    yield await checkConfigurationFile(migrated.ok ? open.db : null, settings);
    if (!migrated.ok) return;
    yield* checkWritable(open, now);
    const secret = await checkStoredSecret(open.db, settings);
    yield secret;
    if (secret.ok) {
      yield await checkKeys(open.db, now);
      yield await checkAuditLog(open.db, settings.secret, now);
    }
    yield await checkProxy(open.db, now);
    yield await checkOutbox(open.db, now);
    if (more.from !== null) yield await compareWithExport(open.db, more.from);
    if (more.configuration) yield* checkConfigured(open.db, settings, now);
  } catch (error) {
    const isStale = error instanceof Error && 'code' in error && error.code === 'stale_log';
    const advice = 'Check DATABASE_URL, and that the database server is running and accepts the user.';
    const moving =
      'A restored file must not have a log beside it. Move both files away before anything opens the database.';
    yield wrong('database', explainFailure(error, settings), isStale ? moving : advice);
  } finally {
    await open?.close();
  }
}

/** More than the rest of a block, which a full disk still has room for. */
const probeBytes = 1024 * 1024;

/**
 * Checks whether the folder of generated files, or its parent if it does not exist, takes a file with content. A SQLite
 * database is in that folder. A full disk creates empty files and refuses to fill them.
 */
async function checkDataFolder({ dataFolder }: Settings): Promise<Finding> {
  const probe = join(existingFolder(resolve(dataFolder)), `.doctor-${createId()}`);
  try {
    await writeFile(probe, Buffer.alloc(probeBytes), { flag: 'wx', mode: 0o600, flush: true });
    return healthy('data folder', `${dataFolder} is writable`);
  } catch (error) {
    const advice = `Give the user that runs Signet write access to ${dataFolder}, and check that the disk is not full.`;
    return wrong('data folder', `${dataFolder} is not writable: ${describeSystemError(error)}`, advice);
  } finally {
    // Where the folder is a file, there is nothing to remove, and trying fails too.
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}
