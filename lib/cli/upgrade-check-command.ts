import type { Settings } from '#lib/settings/settings';
import type { Command, CommandContext } from './command';
import { explainFailure } from './explain-failure';
import { examineUpgrade, type UpgradeReport } from './upgrade/examine-upgrade';
import { conclude, formatFinding, type UpgradeFinding } from './upgrade/finding';

export const upgradeCheckCommand: Command = {
  name: 'upgrade check',
  parameters: '[--json]',
  summary: 'say what this release would change',
  details: `Reads the database and the settings of an installation with this release, and says what would change for whom:
migrations and the rows that they touch, stored entries that are refused or read differently, defaults, the
secret, and whether the former release could be started again. Nothing is written: the database is opened
read-only, and the migrations are tried on a temporary copy of the configuration. Run it before an upgrade,
from the folder of the new release.

  --json   print one JSON object: outcome (none, change, refused), from, to and findings, each with topic,
           effect, subject and message

The exit code is 0 if nothing changes, 1 if something is refused or cannot be checked, 2 for words that are no
command, and 3 if the upgrade goes through and changes what is listed.`,
  positionals: [0, 0],
  options: { json: { type: 'boolean' } },
  async run({ options }, context) {
    const report = await examine(context);
    const { effect, exitCode } = conclude(report.findings);
    if (options.json === true) context.out(`${JSON.stringify({ outcome: effect, ...report }, null, 2)}\n`);
    else for (const finding of report.findings) context.out(formatFinding(finding));
    return exitCode;
  },
};

/** Data that cannot be read is also a finding, because the new release would not start. */
async function examine(context: CommandContext): Promise<Partial<UpgradeReport> & Pick<UpgradeReport, 'findings'>> {
  let settings: Settings;
  try {
    settings = context.settings({ createsSecret: false });
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
