import type { Settings } from '#lib/settings/settings';
import type { CommandContext, RunCommand } from './command';
import { explainFailure } from './explain-failure';
import { examineUpgrade, type UpgradeReport } from './upgrade/examine-upgrade';
import { conclude, formatFinding, type UpgradeFinding } from './upgrade/finding';

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
