import { compareMigrations } from '#lib/db/migrate';
import { type ReadOnlySession, readOnly } from '#lib/db/read-only';
import type { Settings } from '#lib/settings/settings';
import { type CommandContext, CommandError, type RunCommand } from './command';
import { explainFailure } from './explain-failure';
import { type BehaviorChange, behaviorChanges, checkChanges } from './upgrade/check-changes';
import { checkEntries } from './upgrade/check-entries';
import { checkSealed } from './upgrade/check-sealed';
import { describeMigration, readRowWork } from './upgrade/describe-migration';
import { conclude, formatFinding, type UpgradeFinding } from './upgrade/finding';
import { type Rehearsed, rehearse } from './upgrade/rehearsal';
import { findBreaks } from './upgrade/schema';

export const checkUpgrade: RunCommand = async ({ options }, context) => {
  const report = await examine(context);
  const { effect, exitCode } = conclude(report.findings);
  if (options.json === true) context.out(`${JSON.stringify({ outcome: effect, ...report }, null, 2)}\n`);
  else for (const finding of report.findings) context.out(formatFinding(finding));
  return exitCode;
};

/** Data that cannot be read is also a finding, because the new release would not start. */
async function examine(context: CommandContext): Promise<Partial<UpgradeReport> & Pick<UpgradeReport, 'findings'>> {
  let settings: Settings;
  try {
    settings = await context.settings({ createsSecret: false });
  } catch (error) {
    return { findings: [error, ...othersOf(error)].map(refusedSetting) };
  }
  try {
    return await examineUpgrade(settings, context.migrations);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'failed_migration')) throw error;
    return {
      findings: [{ topic: 'migration', effect: 'refused', subject: '', message: explainFailure(error, settings) }],
    };
  }
}

/** All invalid settings, not only the one that a start would report. */
function othersOf(error: unknown): readonly unknown[] {
  return error instanceof Error && 'others' in error && Array.isArray(error.others) ? error.others : [];
}

function refusedSetting(error: unknown): UpgradeFinding {
  return { topic: 'setting', effect: 'refused', subject: '', message: explainFailure(error, null) };
}

/** The effects of an upgrade of an installation to this release. */
type UpgradeReport = {
  /** The newest migration of the installation, which identifies its release. */
  readonly from: string;
  /** The newest migration of this release. */
  readonly to: string;
  readonly findings: readonly UpgradeFinding[];
};

/**
 * Reads an installation and reports what this release would change. Nothing is written to it.
 * @param changes what else behaves differently since earlier releases
 * @throws CommandError if there is no installation, or a newer one; UnreleasedDatabase
 */
export function examineUpgrade(
  settings: Settings,
  migrationsFolder: string,
  changes: readonly BehaviorChange[] = behaviorChanges,
): Promise<UpgradeReport> {
  return readOnly(settings.databaseUrl, async (session) => {
    const compared = await compareMigrations(session, session.dialect, migrationsFolder);
    const { applied, pending, unknown } = compared;
    const from = applied.at(-1);
    if (from === undefined)
      throw new CommandError('DATABASE_URL: no database found at this address, so there is nothing to upgrade');
    if (unknown.length > 0) {
      throw new CommandError(`the database belongs to a newer release: it has the migration ${unknown.at(-1)}`);
    }
    const names = pending.map(({ name }) => name);
    const findings = await rehearse(session, compared, migrationsFolder, async ({ db, former, migrations }) => [
      await checkSealed(session, settings.secret, former),
      ...(await describeAll(session, pending, former)),
      ...(await checkEntries(db, settings.secret)),
      ...(await checkChanges(session, names, former, changes)),
      checkDowngrade(migrations, pending),
    ]);
    const setting: UpgradeFinding = {
      topic: 'setting',
      effect: 'none',
      subject: '',
      message: 'all settings are valid',
    };
    return { from, to: names.at(-1) ?? from, findings: [setting, ...findings] };
  });
}

type Scripts = Parameters<typeof describeMigration>[1];
type Former = Parameters<typeof describeMigration>[2];

async function describeAll(
  session: ReadOnlySession,
  pending: readonly Scripts[],
  former: Former,
): Promise<UpgradeFinding[]> {
  if (pending.length === 0) return [{ topic: 'migration', effect: 'none', subject: '', message: 'all applied' }];
  const findings: UpgradeFinding[] = [];
  for (const migration of pending) {
    const message = await describeMigration(session, migration, former);
    findings.push({ topic: 'migration', effect: 'change', subject: migration.name, message });
  }
  return findings;
}

/** Whether a process of the previous release could be started again without the backup. */
function checkDowngrade(migrations: readonly Rehearsed[], pending: readonly Scripts[]): UpgradeFinding {
  const base = { topic: 'downgrade', subject: '' } as const;
  if (pending.length === 0) return { ...base, effect: 'none', message: 'possible: the database stays as it is' };
  const broken = migrations.flatMap(({ before, after }) => findBreaks(before, after));
  const changed = pending.flatMap(({ sql }) => {
    const { changed: tables, deleted } = readRowWork(sql);
    return [
      ...tables.map((table) => `changes rows of ${table}`),
      ...deleted.map((table) => `deletes rows of ${table}`),
    ];
  });
  const reasons = [...new Set([...broken, ...changed])];
  if (reasons.length === 0) {
    const message = 'possible: the migrations only add. The previous release does not enforce what is new in this one.';
    return { ...base, effect: 'none', message };
  }
  const more = reasons.length > 3 ? ` and ${reasons.length - 3} more` : '';
  const message = `not possible without a backup: it ${reasons.slice(0, 3).join(', ')}${more}`;
  return { ...base, effect: 'change', message };
}
