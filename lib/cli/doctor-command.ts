import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import type { Settings } from '#lib/settings/settings';
import type { Command, Surroundings } from './command';
import { checkAuditLog } from './doctor/check-audit';
import { checkConfigurationFile } from './doctor/check-configuration';
import { checkConfigured } from './doctor/check-configured';
import { checkClock, checkMigrations } from './doctor/check-database';
import { checkDataFolder } from './doctor/check-folder';
import { checkKeys, checkSecret } from './doctor/check-keys';
import { type Finding, healthy, wrong } from './doctor/finding';
import { explainFailure } from './explain-failure';

export const doctorCommand: Command = {
  name: 'doctor',
  parameters: '[--config]',
  summary: 'check the installation and say what to do',
  details: `Checks settings, data folder, database, migrations, clock, configuration file, secret, keys and the hash chain
of the audit log. With --config also what is configured: the same checks as on the page Checks of the
administration. Exit code 1 when something is wrong.`,
  positionals: [0, 0],
  options: { config: { type: 'boolean' } },
  async run({ options }, surroundings) {
    let failures = 0;
    const findings = examine(surroundings, options.config === true);
    for await (const { subject, ok, message, advice } of findings) {
      surroundings.out(`${ok ? 'ok   ' : 'WRONG'} ${subject}: ${message}\n`);
      if (!ok) failures += 1;
      if (advice !== null) surroundings.out(`      ${advice}\n`);
    }
    return failures === 0 ? 0 : 1;
  },
};

/** One finding after the other; what a failed check is the ground of is not looked at. */
async function* examine(surroundings: Surroundings, withConfiguration: boolean): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = surroundings.settings();
  } catch (error) {
    return yield wrong(
      'settings',
      explainFailure(error, null),
      'Set the variable in the environment, then start again.',
    );
  }
  yield healthy('settings', `${settings.issuer}, ${settings.dialect}`);
  const folder = await checkDataFolder(settings);
  yield folder;
  if (!folder.ok && settings.dialect === 'sqlite') return;
  yield* examineDatabase(settings, surroundings, withConfiguration);
}

async function* examineDatabase(
  settings: Settings,
  { migrations, now }: Surroundings,
  withConfiguration: boolean,
): AsyncGenerator<Finding> {
  let open: OpenDatabase | null = null;
  try {
    open = await openDatabase(settings.databaseUrl);
    const migrated = await checkMigrations(open, migrations);
    yield healthy('database', 'answers');
    yield migrated;
    yield await checkClock(open, now);
    yield await checkConfigurationFile(migrated.ok ? open.db : null, settings);
    if (!migrated.ok) return;
    const secret = await checkSecret(open.db, settings);
    yield secret;
    if (secret.ok) yield await checkKeys(open.db, now);
    yield await checkAuditLog(open.db, now);
    if (withConfiguration) yield* checkConfigured(open.db, settings, now);
  } catch (error) {
    yield wrong(
      'database',
      explainFailure(error, settings),
      'Check DATABASE_URL, and that its server runs and lets us in.',
    );
  } finally {
    await open?.close();
  }
}
