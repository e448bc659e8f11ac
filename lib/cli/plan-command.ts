import { parseConfiguration } from '#lib/config/file';
import { formatChanges } from '#lib/config/format-plan';
import { planConfiguration } from '#lib/config/plan';
import { readConfigurationFile } from '#lib/config/read-file';
import type { Command } from './command';
import { withDatabase } from './with-database';

/** Shared by `plan` and `apply`. */
export const pruneHelp = `  --prune   also delete what the file does not list: entries, and the whole content of sections
            it leaves out`;

export const planCommand: Command = {
  name: 'plan',
  parameters: 'FILE [--prune]',
  summary: 'print what apply would change',
  details: `Compares a configuration file (YAML or JSON) with the database and prints one line for each entry:
+ is created, ~ is changed (with the keys), - is deleted. Prints "no changes" when they agree.

${pruneHelp}`,
  positionals: [1, 1],
  options: { prune: { type: 'boolean' } },
  async run({ positionals: [path = ''], options }, surroundings) {
    const file = parseConfiguration(await readConfigurationFile(path), path);
    const report = await withDatabase(surroundings, ({ db }, { secret }) =>
      planConfiguration(db, file, { prune: options.prune === true, secret }),
    );
    for (const warning of report.warnings) surroundings.err(`warning: ${warning}`);
    surroundings.out(`${formatChanges(report.changes)}\n`);
    return 0;
  },
};
